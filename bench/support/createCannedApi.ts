import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** What one endpoint was asked, in order. */
export interface AskedRequest {
  readonly method: string;
  readonly path: string;
  readonly bodyBytes: number;
}

interface Endpoint {
  version: number;
  pid: number;
  text: Buffer;
}

export interface CannedApi {
  /** Listens on every address of loopback; gives the port. */
  listen(): Promise<number>;
  /** All endpoints have this text from now on, and have been asked nothing. */
  reset(text: string): void;
  /** By host. */
  asked(): Record<string, AskedRequest[]>;
  close(): void;
}

/**
 * A Data Plane API of few words: each host name is an endpoint of its own, which stores what it is
 * sent, is believed to have reloaded, and tells so. Knows just what a deployment asks.
 */
export function createCannedApi(onRequest: () => void = () => undefined): CannedApi {
  let initial = Buffer.from('');
  const endpoints = new Map<string, Endpoint>();
  const log = new Map<string, AskedRequest[]>();

  const answer = (request: IncomingMessage, response: ServerResponse, body: Buffer): void => {
    const host = request.headers.host ?? '';
    const endpoint = endpoints.get(host) ?? { version: 1, pid: 100, text: initial };
    endpoints.set(host, endpoint);
    const path = request.url ?? '';
    const asked = log.get(host) ?? [];
    log.set(host, asked);
    asked.push({ method: request.method ?? '', path, bodyBytes: body.length });
    const send = (status: number, what: string | Buffer): void => {
      const bytes = Buffer.from(what);
      response.writeHead(status, { 'Configuration-Version': endpoint.version, 'Content-Length': bytes.length });
      response.end(bytes);
    };
    if (request.method === 'POST') {
      endpoint.version += 1;
      endpoint.pid += 1;
      endpoint.text = Buffer.concat([Buffer.from(`# _md5hash=0123456789abcdef0123456789abcdef\n# _version=${endpoint.version}\n`), body]);
      send(201, endpoint.text);
    } else if (path.endsWith('/info') && path.includes('runtime')) send(200, JSON.stringify({ info: { pid: endpoint.pid, uptime: 0 } }));
    else if (path.endsWith('/info')) send(200, '{"api":{"version":"v3.2.15 6c3065d9"},"system":{}}');
    else if (path.endsWith('/configuration/raw')) send(200, endpoint.text);
    else if (path.endsWith('/configuration/version')) send(200, `${endpoint.version}\n`);
    else if (['/reloads', '/storage/general', '/stats/native'].some((end) => path.endsWith(end))) send(200, '[]');
    else send(404, '{"code":404,"message":"not canned"}');
  };

  const server = createServer((request, response) => {
    onRequest();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answer(request, response, Buffer.concat(chunks)));
  });
  server.keepAliveTimeout = 60_000;

  return {
    listen: () =>
      new Promise((resolve) => {
        server.listen(0, '0.0.0.0', () => {
          const address = server.address();
          resolve(typeof address === 'object' ? (address?.port ?? 0) : 0);
        });
      }),
    reset: (text) => {
      initial = Buffer.from(text);
      endpoints.clear();
      log.clear();
    },
    asked: () => Object.fromEntries(log),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
