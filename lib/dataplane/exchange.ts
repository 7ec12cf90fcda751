import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Method, OptionsInit } from 'got';
import type { Answer } from './answer.js';
import type { Connections } from './createConnections.js';
import { collectBytes } from './collectBytes.js';
import type { Collected } from './collectBytes.js';
import { dataPlaneError, type Doing } from './dataPlaneError.js';
import { decode } from './decode.js';
import type { StoredText } from './textPool.js';
import { toDataPlaneError } from './toDataPlaneError.js';

/** One request to an API. */
export interface Exchange {
  readonly url: string;
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
 * got's streams are used, not its promises: they cost less on large bodies, and a body can be dropped
 * as soon as it is too long.
 */
export async function exchange(request: Exchange, connections: Connections, doing: Doing, signal: AbortSignal): Promise<Answer> {
  const got = await connections.transport();
  const { url, method, headers, body, https, requestTimeoutMs, wholeTimeoutMs, maxAnswerBytes } = request;
  return new Promise((resolve, reject) => {
    const stream = got.stream(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(Object.keys(https).length === 0 ? {} : { https }),
      signal,
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
    let collected = collectBytes(0, connections.texts.follow());

    stream.on('request', (sent: ClientRequest) => {
      sent.once('socket', (socket: Socket) => {
        if (sent.reusedSocket) {
          opened = true;
          return;
        }
        socket.once(url.startsWith('https:') ? 'secureConnect' : 'connect', () => {
          opened = true;
        });
      });
    });
    stream.on('response', (response: IncomingMessage) => {
      opened = true;
      status = response.statusCode ?? 0;
      answered = response.headers;
      collected = collectBytes(Math.min(maxAnswerBytes, Number(response.headers['content-length'] ?? 0)), connections.texts.follow());
    });
    stream.on('data', (chunk: Buffer) => {
      collected.push(chunk);
      if (collected.length() > maxAnswerBytes) {
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
      }
    });
    stream.on('end', () => {
      resolve(answerOf(status, answered, collected));
      // got keeps its listener on the signal until then; the connection has gone back to the pool.
      stream.destroy();
    });
    stream.on('error', (error: unknown) => reject(toDataPlaneError(error, doing, opened)));
    if (body === undefined && method !== 'GET') {
      stream.end();
    }
  });
}

/** What is large is put together and decoded only where somebody reads it so. */
function answerOf(status: number, headers: Answer['headers'], collected: Collected<StoredText>): Answer {
  let bytes: Buffer | undefined;
  let body: string | undefined;
  const known = collected.found();
  return {
    status,
    headers,
    ...(known === undefined ? {} : { known }),
    get bytes() {
      return (bytes ??= collected.bytes());
    },
    get body() {
      return (body ??= decode(collected.bytes()));
    },
  };
}
