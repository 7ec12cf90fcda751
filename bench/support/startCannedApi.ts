import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { AskedRequest } from './createCannedApi.js';
import { compiled } from './paths.js';

/** A canned API in a process of its own, so that its work is not counted as ours. */
export interface StartedApi {
  readonly port: number;
  reset(text: string): Promise<void>;
  asked(): Promise<Record<string, AskedRequest[]>>;
  stop(): void;
}

export async function startCannedApi(): Promise<StartedApi> {
  const child = fork(compiled('bench/programs/cannedApi.js'));
  const [port]: unknown[] = await once(child, 'message');
  const ask = async (message: object): Promise<unknown> => {
    const answered = once(child, 'message');
    child.send(message);
    const [answer]: unknown[] = await answered;
    return answer;
  };
  return {
    port: Number(port),
    reset: async (text) => {
      await ask({ text });
    },
    asked: async () => (await ask({})) as Record<string, AskedRequest[]>,
    stop: () => child.disconnect(),
  };
}
