import got from 'got';
import type { Delays } from 'got';
import { Agent, request } from 'node:http';
import type { AskedRequest } from './createCannedApi.js';

/** The same requests as a deployment's, in the same order and side by side as many. */
export interface Replay {
  run(asked: Readonly<Record<string, readonly AskedRequest[]>>): Promise<void>;
  close(): void;
}

type Send = (url: string, asked: AskedRequest, body: Buffer | undefined) => Promise<void>;

/** The floor of a deployment: its requests sent barely. */
export function createReplay(parallel: number, authorization: string): Replay {
  const agent = new Agent({ keepAlive: true });
  return replay(parallel, agent, (url, { method }, body) =>
    new Promise((resolve, reject) => {
      const headers = { authorization, ...(body && { 'content-type': 'text/plain', 'content-length': body.length }) };
      const sent = request(url, { method, agent, headers }, (response) => {
        response.on('data', () => undefined);
        response.on('end', resolve);
      });
      sent.on('error', reject);
      sent.end(body);
    }),
  );
}

/**
 * The same by got alone, through which all requests of ours go: what of the distance to the floor is the library's.
 *
 * @param limitMs With the limits that every request of ours has (design D2), in milliseconds, and with a signal that
 * can cancel it; absent: without.
 */
export function createGotReplay(parallel: number, authorization: string, limitMs?: number): Replay {
  const http = new Agent({ keepAlive: true });
  const client = got.extend({ agent: { http }, retry: { limit: 0 }, followRedirect: false, throwHttpErrors: false, decompress: false, headers: { authorization } });
  return replay(parallel, http, (url, { method }, body) =>
    new Promise((resolve, reject) => {
      const how = body ? { body, headers: { 'content-type': 'text/plain' } } : {};
      const limits = limitMs === undefined ? {} : { signal: new AbortController().signal, timeout: limitsOf(limitMs, body !== undefined) };
      const stream = client.stream(url, { method: method === 'POST' ? 'POST' : 'GET', ...how, ...limits });
      stream
        .on('data', () => undefined)
        .on('end', () => {
          resolve();
          // As ours does: got listens to the signal until then.
          if (limitMs !== undefined) stream.destroy();
        })
        .on('error', reject);
    }),
  );
}

function limitsOf(ms: number, writes: boolean): Delays {
  const connecting = { lookup: ms, connect: ms, secureConnect: ms };
  return writes ? { ...connecting, request: ms } : { ...connecting, response: ms, socket: ms };
}

function replay(parallel: number, agent: Agent, send: Send): Replay {
  const bodies = new Map<number, Buffer>();
  const bodyOf = (bytes: number): Buffer | undefined => {
    if (bytes === 0) return undefined;
    const body = bodies.get(bytes) ?? Buffer.alloc(bytes, 'a');
    bodies.set(bytes, body);
    return body;
  };
  return {
    run: async (asked) => {
      const queue = Object.entries(asked).values();
      const work = async (): Promise<void> => {
        for (const [host, requests] of queue) for (const one of requests) await send(`http://${host}${one.path}`, one, bodyOf(one.bodyBytes));
      };
      await Promise.all(Array.from({ length: parallel }, work));
    },
    close: () => agent.destroy(),
  };
}
