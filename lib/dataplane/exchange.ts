import { isAscii } from 'node:buffer';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Method, OptionsInit } from 'got';
import type { Answer } from './answer.js';
import type { Connections } from './createConnections.js';
import { dataPlaneError, type Doing } from './dataPlaneError.js';
import { toDataPlaneError } from './toDataPlaneError.js';

/** One request to an API. */
export interface Exchange {
  readonly url: URL;
  readonly method: Method;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** TLS settings as got takes them. */
  readonly https: NonNullable<OptionsInit['https']>;
  /** Connecting, and for reads the first byte and between bytes (design D2). */
  readonly requestTimeoutMs: number;
  /** For writes: the whole request, however silent the API is meanwhile. */
  readonly wholeTimeoutMs?: number;
  /** Longest body that is read, in bytes. */
  readonly maxAnswerBytes: number;
}

/**
 * Sends one request and reads the whole answer, whatever its status.
 *
 * Rejects with a `DataPlaneError` where there is no whole answer, or it is longer than allowed.
 * Never retries, follows no redirect, accepts no compression. Aborting `signal` closes the connection.
 *
 * got is loaded with the first request: that takes as long as half the rest of the program. Its streams are used, not
 * its promises: they cost less on large bodies, and a body can be dropped as soon as it is too long.
 */
export async function exchange(request: Exchange, connections: Connections, doing: Doing, signal: AbortSignal): Promise<Answer> {
  const { default: got } = await import('got');
  const { url, method, headers, body, https, requestTimeoutMs, wholeTimeoutMs, maxAnswerBytes } = request;
  return new Promise((resolve, reject) => {
    const stream = got.stream(url, {
      method,
      headers: { accept: '*/*', 'user-agent': 'haproxy-deployer', ...headers },
      ...(body === undefined ? {} : { body }),
      https,
      agent: connections.agent,
      signal,
      retry: { limit: 0 },
      followRedirect: false,
      throwHttpErrors: false,
      decompress: false,
      timeout: {
        lookup: requestTimeoutMs,
        connect: requestTimeoutMs,
        secureConnect: requestTimeoutMs,
        ...(wholeTimeoutMs === undefined ? { response: requestTimeoutMs, socket: requestTimeoutMs } : { request: wholeTimeoutMs }),
      },
    });
    let opened = false;
    let status = 0;
    let answered: Answer['headers'] = {};
    const chunks: Buffer[] = [];
    let bytes = 0;

    stream.on('request', (sent: ClientRequest) => {
      sent.once('socket', (socket: Socket) => {
        if (sent.reusedSocket) {
          opened = true;
          return;
        }
        socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
          opened = true;
        });
      });
    });
    stream.on('response', (response: IncomingMessage) => {
      opened = true;
      status = response.statusCode ?? 0;
      answered = response.headers;
    });
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxAnswerBytes) {
        reject(
          dataPlaneError(doing, {
            code: 'api_error',
            problem: `the answer is too large: more than ${maxAnswerBytes} bytes`,
            hints: ['See that the URL is that of a Data Plane API.'],
            status,
            ...(doing.writes ? { outcome: 'unknown' as const } : {}),
          }),
        );
        stream.destroy();
        return;
      }
      chunks.push(chunk);
    });
    stream.on('end', () => {
      resolve({ status, headers: answered, body: decode(Buffer.concat(chunks, bytes)) });
      // got keeps its listener on the signal until then; the connection has gone back to the pool.
      stream.destroy();
    });
    stream.on('error', (error: unknown) => reject(toDataPlaneError(error, doing, opened)));
    if (body === undefined && method !== 'GET') {
      stream.end();
    }
  });
}

/** Most answers are ASCII, which is copied: decoding a large configuration takes many times as long. */
function decode(bytes: Buffer): string {
  return bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
}
