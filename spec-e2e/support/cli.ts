import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createInterface } from 'node:readline';
import type { Cleanup } from './cleanup.js';

const path = fileURLToPath(new URL('../../dist/bin/haproxy-deployer.js', import.meta.url));

/** The command line in a process of its own. */
export interface Cli {
  readonly child: ChildProcess;
  /** Lines of its stdout so far. */
  readonly lines: readonly string[];
  /** Resolves with the first line, past or to come, that holds `words`; rejects when the process ends without one. */
  readonly line: (words: string) => Promise<string>;
  /** Exit code and signal, once it has ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  /** Everything that it wrote to stderr. */
  readonly errors: () => string;
}

/** Starts the built command line with `input` as its whole stdin. */
export function startCli(args: readonly string[], input: string, cleanup: Cleanup, env: Readonly<Record<string, string>> = {}): Cli {
  if (!existsSync(path)) throw new Error(`${path} is missing: run npm run build`);
  const child = spawn(process.execPath, [path, ...args], { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  // A process that is killed does not read on.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  createInterface(child.stdout).on('line', (line) => {
    lines.push(line);
    for (const look of waiting) look();
  });
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, signal: child.signalCode }));
  cleanup.defer(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    child,
    lines,
    errors: () => errors,
    ended,
    line: (words) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = lines.find((line) => line.includes(words));
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
        void ended.then(() => reject(new Error(`the command ended without a line with ${words}: ${errors}`)));
      }),
  };
}
