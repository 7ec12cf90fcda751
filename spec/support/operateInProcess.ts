import { runDrift } from '../../bin/drift/runDrift.js';
import { driftCheckOptions } from '../../bin/options/driftCheckOptions.js';
import { pushOptions } from '../../bin/options/pushOptions.js';
import { statusOptions } from '../../bin/options/statusOptions.js';
import { runPush } from '../../bin/push/runPush.js';
import { runStatus } from '../../bin/status/runStatus.js';
import type { Sandbox } from '../../lib/sandbox/Sandbox.js';
import { realClock } from '../../lib/sandbox/realClock.js';
import { operate } from './operate.js';
import type { Ended, Operation } from './operate.js';
import { parserOf } from './parserOf.js';
import type { Sandboxes } from './sandboxes.js';
import { user } from './sandboxes.js';

process.env['OPERATE_PASSWORD'] = user.password;

/** The words that name these endpoints and their credentials. */
export const at = (apis: readonly Pick<Sandbox, 'url'>[]): readonly string[] => [...apis.flatMap(({ url }) => ['--endpoint', url]), '--username', user.name, '--password-env', 'OPERATE_PASSWORD'];

export function startPush(file: string, words: readonly string[], terminal?: { readonly columns: number }): Operation {
  const args = parserOf(words).options(pushOptions).parseSync();
  return operate((streams) => runPush({ ...args, file }, streams), { terminal });
}

export const push = (file: string, words: readonly string[]): Promise<Ended> => startPush(file, words).ended;

export function status(words: readonly string[], file?: string): Promise<Ended> {
  const args = parserOf(words).options(statusOptions).parseSync();
  return operate((streams) => runStatus({ ...args, file }, streams)).ended;
}

export function drift(file: string, words: readonly string[]): Promise<Ended> {
  const args = parserOf(words).options(driftCheckOptions).parseSync();
  return operate((streams) => runDrift({ ...args, file }, streams)).ended;
}

/** By the API's clock. */
const reloadMs = 3_000;

/** APIs on which every reload takes seconds by their own clock, so that a worker proves by its age that it is younger than a write (design D8). */
export function startSlowClocked(fleet: Sandboxes, count: number, options: Parameters<Sandboxes['start']>[1] = {}): ReturnType<Sandboxes['start']> {
  let slept = 0;
  return fleet.start(count, {
    clock: { ...realClock, now: () => realClock.now() + slept },
    refuseReload: () => {
      slept += reloadMs;
      return undefined;
    },
    ...options,
  });
}

/** Requests that do more than read. */
export const writes = ({ requests }: Sandbox): readonly string[] => requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
