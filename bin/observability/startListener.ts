import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { UsageError } from '../UsageError.js';
import { answer } from './answer.js';
import type { Sources } from './answer.js';
import { formatAddress } from './parseListen.js';
import type { ListenAddress } from './parseListen.js';

/** A server that answers about a run. */
export interface Listener {
  /** With the port that it got. */
  readonly url: string;
  /** Stops listening; what is being answered may end, for a moment. Never rejects. */
  readonly close: () => Promise<void>;
}

export interface ListenerOptions {
  readonly address: ListenAddress;
  readonly sources: Sources;
  /**
   * From a connection to its end, though the answer be unread, in milliseconds.
   *
   * @defaultValue 10000
   */
  readonly connectionMs?: number;
  /** Told what an answer failed with: a bug. */
  readonly onError: (error: unknown) => void;
}

/** A scraper or two and some probes need few; nobody may keep one open for long, by not reading either. */
const limits = { maxConnections: 32, headersMs: 5_000, requestMs: 5_000, connectionMs: 10_000, headerBytes: 8 * 1024, closingMs: 500 };

/**
 * Listens on an address and answers from `sources` until it is closed; the process ends without
 * waiting for it. Each connection gets one answer: whoever sends many requests ahead and reads none of
 * the answers would have all of them made and kept.
 *
 * @throws UsageError as a rejection, where the address cannot be listened on.
 */
export async function startListener({ address, sources, connectionMs = limits.connectionMs, onError }: ListenerOptions): Promise<Listener> {
  const served = new WeakSet<Socket>();
  const server = createServer(
    { headersTimeout: limits.headersMs, requestTimeout: limits.requestMs, maxHeaderSize: limits.headerBytes, connectionsCheckingInterval: limits.headersMs },
    (request, response) => {
      const { socket } = request;
      // Of HTTP/1.0, which the server's own limit passes over.
      if (served.has(socket)) return void socket.destroy();
      served.add(socket);
      respond(request, response, sources).catch((error: unknown) => {
        onError(error);
        if (response.headersSent) response.destroy();
        else response.writeHead(500).end();
      });
    },
  );
  server.maxConnections = limits.maxConnections;
  server.maxRequestsPerSocket = 1;
  server.on('connection', (socket) => {
    const end = setTimeout(() => socket.destroy(), connectionMs).unref();
    // Whoever connects must not keep the process alive either.
    socket.unref().once('close', () => clearTimeout(end));
  });
  const port = await bind(server, address);
  server.unref();
  return { url: `http://${formatAddress({ ...address, port })}`, close: () => close(server) };
}

async function respond({ method = '', url = '' }: IncomingMessage, response: ServerResponse, sources: Sources): Promise<void> {
  const { status, headers, body } = await answer({ method, url }, sources);
  response.writeHead(status, {
    ...headers,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  response.end(body);
}

function bind(server: Server, { host, port }: ListenAddress): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new UsageError(`--listen ${formatAddress({ host, port })}: ${reasons.get(error.code ?? '') ?? error.message}`));
    });
    server.listen({ host, port }, () => {
      server.removeAllListeners('error').on('error', () => undefined);
      const bound = server.address();
      resolve(bound !== null && typeof bound === 'object' ? bound.port : port);
    });
  });
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['EADDRINUSE', 'something listens there already'],
  ['EACCES', 'this port may not be listened on'],
  ['EADDRNOTAVAIL', 'this machine has no such address'],
  ['EAFNOSUPPORT', 'this machine has no such address'],
  ['ENOTFOUND', 'this host is not known'],
  ['EAI_AGAIN', 'this host is not known'],
]);

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => server.closeAllConnections(), limits.closingMs);
    server.close(() => {
      clearTimeout(giveUp);
      resolve();
    });
    server.closeIdleConnections();
  });
}
