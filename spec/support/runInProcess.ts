import { PassThrough, type Writable } from 'node:stream';
import { Subject } from 'rxjs';
import { runOptions } from '../../bin/options/runOptions.js';
import type { RunArguments } from '../../bin/pipelineOptions.js';
import { runService } from '../../bin/runService.js';
import { parserOf } from './parserOf.js';
import { watchEvents, watchLines, type Seen, type Watched } from './watch.js';

/** The arguments of `run` as the command line makes them of these words. */
export function runArguments(words: readonly string[]): RunArguments {
  return parserOf(words).options(runOptions).parseSync();
}

export interface Service {
  readonly stdin: PassThrough;
  readonly out: Watched<Seen>;
  readonly log: Watched<string>;
  readonly signal: (name: 'SIGINT' | 'SIGTERM') => void;
  /** The exit code, once all was written. */
  readonly code: Promise<number>;
}

/** Runs `haproxy-deployer run` within this process, with streams of its own. */
export function runInProcess(words: readonly string[], { stdout = new PassThrough() }: { readonly stdout?: PassThrough } = {}): Service {
  const stdin = new PassThrough();
  const stderr = new PassThrough();
  const signal$ = new Subject<'SIGINT' | 'SIGTERM'>();
  const service = { stdin, out: watchEvents(stdout), log: watchLines(stderr), signal: (name: 'SIGINT' | 'SIGTERM') => signal$.next(name) };
  const finish = async (output: Writable): Promise<void> => {
    if (!output.destroyed) await new Promise((resolve) => output.end(resolve));
  };
  const code = runService(runArguments(words), { stdin, stdout, stderr, signal$ }).then(async (given) => {
    await Promise.all([finish(stdout), finish(stderr)]);
    await Promise.all([service.out.ended, service.log.ended]);
    return given;
  });
  return { ...service, code };
}

/** Runs it on a whole input. */
export async function runOn(lines: readonly (string | object)[], ...words: readonly string[]): Promise<Omit<Service, 'code'> & { readonly code: number }> {
  const service = runInProcess(words);
  service.stdin.end(lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
  return { ...service, code: await service.code };
}
