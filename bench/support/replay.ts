import { Agent, request } from 'node:http';
import type { AskedRequest } from './createCannedApi.js';

/** The floor of a deployment: the same requests, in the same order and side by side as many, sent barely. */
export interface Replay {
  run(asked: Readonly<Record<string, readonly AskedRequest[]>>): Promise<void>;
  close(): void;
}

export function createReplay(parallel: number, authorization: string): Replay {
  const agent = new Agent({ keepAlive: true });
  const bodies = new Map<number, Buffer>();
  const bodyOf = (bytes: number): Buffer => {
    const body = bodies.get(bytes) ?? Buffer.alloc(bytes, 'a');
    bodies.set(bytes, body);
    return body;
  };

  const send = (host: string, { method, path, bodyBytes }: AskedRequest): Promise<void> =>
    new Promise((resolve, reject) => {
      const headers = { authorization, ...(bodyBytes > 0 && { 'content-type': 'text/plain', 'content-length': bodyBytes }) };
      const sent = request(`http://${host}${path}`, { method, agent, headers }, (response) => {
        response.on('data', () => undefined);
        response.on('end', resolve);
      });
      sent.on('error', reject);
      sent.end(bodyBytes > 0 ? bodyOf(bodyBytes) : undefined);
    });

  return {
    run: async (asked) => {
      const queue = Object.entries(asked).values();
      const work = async (): Promise<void> => {
        for (const [host, requests] of queue) for (const one of requests) await send(host, one);
      };
      await Promise.all(Array.from({ length: parallel }, work));
    },
    close: () => agent.destroy(),
  };
}
