import { request } from 'node:http';
import type { Cleanup } from './cleanup.js';

/** Clients that ask a frontend all the time. */
export interface Load {
  /** Answers with status 200 so far. */
  readonly answered: () => number;
  /** What went wrong so far. */
  readonly failures: readonly string[];
  /** Resolves when so many more requests, sent from now on, have been answered or failed; with their bodies. */
  readonly more: (count: number) => Promise<readonly string[]>;
}

/** Lets `clients` send requests one after another, each on a connection of its own, until `cleanup`. */
export function startLoad(port: number, cleanup: Cleanup, clients = 4): Load {
  const failures: string[] = [];
  const waiting = new Set<(startedAt: number, body: string) => void>();
  let answered = 0;
  let sent = 0;
  let stopped = false;
  const client = async (): Promise<void> => {
    while (!stopped) {
      const number = sent++;
      let body = '';
      try {
        body = await ask(port);
        answered += 1;
      } catch (error) {
        failures.push(String(error));
      }
      for (const tell of waiting) tell(number, body);
    }
  };
  const clientsEnded = Promise.all(Array.from({ length: clients }, client));
  cleanup.defer(async () => {
    stopped = true;
    await clientsEnded;
  });
  return {
    answered: () => answered,
    failures,
    more: (count) =>
      new Promise((resolve) => {
        const from = sent;
        const bodies: string[] = [];
        const tell = (number: number, body: string): void => {
          if (number < from || bodies.push(body) < count) return;
          waiting.delete(tell);
          resolve(bodies);
        };
        waiting.add(tell);
      }),
  };
}

function ask(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, agent: false, timeout: 10_000 }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200) resolve(body);
        else reject(new Error(`${response.statusCode ?? 0} ${body.slice(0, 100)}`));
      });
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer within 10 s')));
    sent.on('error', reject);
    sent.end();
  });
}
