import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** A program started for a spec. */
export interface Spawned {
  readonly pid: number;
  /** All that it wrote so far on stdout and stderr. */
  readonly output: () => string;
  readonly running: () => boolean;
  /** Sends the signal to this process alone, and does not wait. */
  readonly kill: (signal: NodeJS.Signals) => void;
  /** Ends it: by SIGTERM, after 3 seconds by SIGKILL. Resolves when it is gone; also when it was before. */
  readonly stop: () => Promise<void>;
}

/** @throws Error when the program cannot be started at all. */
export async function spawned(path: string, args: readonly string[]): Promise<Spawned> {
  const child = spawn(path, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'spawn');
  const pid = child.pid;
  if (pid === undefined) throw new Error(`${path} did not start`);

  const running = (): boolean => child.exitCode === null && child.signalCode === null;
  return {
    pid,
    output: () => output,
    running,
    kill: (signal) => void child.kill(signal),
    stop: async () => {
      if (!running()) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      const patience = new AbortController();
      const late = delay(3_000, 'late', { signal: patience.signal }).catch(() => 'gone');
      if ((await Promise.race([gone, late])) === 'late') child.kill('SIGKILL');
      patience.abort();
      await gone;
    },
  };
}
