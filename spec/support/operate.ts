import { PassThrough } from 'node:stream';
import { Subject } from 'rxjs';
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

/** What a process is besides its arguments. */
export interface Surroundings {
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Of stderr; absent: it is none. */
  readonly terminal?: { readonly columns: number } | undefined;
}

/** What a command is given of the process. */
export interface Streams {
  readonly stdin: PassThrough;
  readonly stdout: PassThrough;
  readonly stderr: PassThrough;
  readonly env: Readonly<Record<string, string>>;
  readonly signal$: Subject<'SIGINT' | 'SIGTERM'>;
}

/** Runs a command within this process, with streams of its own; what it throws, `ended` rejects with. */
export function operate(command: (streams: Streams) => Promise<number>, { stdin: input = '', env = {}, terminal }: Surroundings = {}): Operation {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), Object.assign(new PassThrough(), terminal && { ...terminal, isTTY: true, rows: 30 })];
  const signal$ = new Subject<'SIGINT' | 'SIGTERM'>();
  const [out, err] = [watchLines(stdout), watchLines(stderr)];
  stdin.end(input);
  const ended = command({ stdin, stdout, stderr, env, signal$ }).then(async (code): Promise<Ended> => {
    for (const stream of [stdout, stderr]) if (!stream.destroyed) stream.end();
    await Promise.all([out.ended, err.ended]);
    return { code, stdout: out.text(), stderr: err.text() };
  });
  return { stdout, out, err, signal: (name) => signal$.next(name), ended };
}
