import { PassThrough } from 'node:stream';
import { Subject } from 'rxjs';
import yargs from 'yargs';
import { runDrift } from '../../bin/drift/runDrift.js';
import { driftCheckOptions } from '../../bin/options/driftCheckOptions.js';
import { pushOptions } from '../../bin/options/pushOptions.js';
import { statusOptions } from '../../bin/options/statusOptions.js';
import { runPush } from '../../bin/push/runPush.js';
import { runStatus } from '../../bin/status/runStatus.js';
import type { Sandbox } from '../../lib/sandbox/Sandbox.js';
import { realClock } from '../../lib/sandbox/realClock.js';
import type { Sandboxes } from './sandboxes.js';
import { user } from './sandboxes.js';
import { watchLines, type Watched } from './watch.js';

/** How a command has ended. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that goes on. */
export interface Operation {
  readonly stdout: PassThrough;
  readonly out: Watched<string>;
  readonly err: Watched<string>;
  readonly signal: (name: 'SIGINT' | 'SIGTERM') => void;
  readonly ended: Promise<Ended>;
}

process.env['OPERATE_PASSWORD'] = user.password;

/** The words that name these endpoints and their credentials. */
export const at = (apis: readonly Pick<Sandbox, 'url'>[]): readonly string[] => [...apis.flatMap(({ url }) => ['--endpoint', url]), '--username', user.name, '--password-env', 'OPERATE_PASSWORD'];

const parser = (words: readonly string[]) => yargs([...words]).parserConfiguration({ 'camel-case-expansion': false }).strict().exitProcess(false);

export function startPush(file: string, words: readonly string[], terminal?: { readonly columns: number }): Operation {
  const args = parser(words).options(pushOptions).parseSync();
  return operate((streams) => runPush({ ...args, file }, streams), terminal);
}

export const push = (file: string, words: readonly string[]): Promise<Ended> => startPush(file, words).ended;

export function status(words: readonly string[], file?: string): Promise<Ended> {
  const args = parser(words).options(statusOptions).parseSync();
  return operate((streams) => runStatus({ ...args, file }, streams)).ended;
}

export function drift(file: string, words: readonly string[]): Promise<Ended> {
  const args = parser(words).options(driftCheckOptions).parseSync();
  return operate((streams) => runDrift({ ...args, file }, streams)).ended;
}

interface Streams {
  readonly stdin: PassThrough;
  readonly stdout: PassThrough;
  readonly stderr: PassThrough;
  readonly env: Readonly<Record<string, string>>;
  readonly signal$: Subject<'SIGINT' | 'SIGTERM'>;
}

function operate(command: (streams: Streams) => Promise<number>, terminal?: { readonly columns: number }): Operation {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), Object.assign(new PassThrough(), terminal && { ...terminal, isTTY: true, rows: 30 })];
  const signal$ = new Subject<'SIGINT' | 'SIGTERM'>();
  const [out, err] = [watchLines(stdout), watchLines(stderr)];
  stdin.end();
  const ended = command({ stdin, stdout, stderr, env: {}, signal$ }).then(async (code): Promise<Ended> => {
    for (const stream of [stdout, stderr]) if (!stream.destroyed) stream.end();
    await Promise.all([out.ended, err.ended]);
    return { code, stdout: out.text(), stderr: err.text() };
  });
  return { stdout, out, err, signal: (name) => signal$.next(name), ended };
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
