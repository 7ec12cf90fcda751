import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { compiled } from './paths.js';

/** What one run of a process took. */
export interface ProcessUsage {
  readonly wallMs: number;
  /** Of all its threads. */
  readonly cpuMs: number;
  readonly maxRssMb: number;
  readonly stdout: string;
}

/** Runs a compiled program to its end, with a file as its stdin; what it writes on stderr is dropped. */
export async function runNode(program: string, args: readonly string[] = [], input = '/dev/null'): Promise<ProcessUsage> {
  const stdin = openSync(input, 'r');
  const begun = performance.now();
  const child = spawn(process.execPath, ['--import', pathToFileURL(compiled('bench/support/reportUsage.js')).href, compiled(program), ...args], {
    stdio: [stdin, 'pipe', 'ignore', 'pipe'],
  });
  closeSync(stdin);
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      // Node's own code for a program that failed or is not there; that some input deploys nothing has others.
      if (code === 1) reject(new Error(`${program} ended with code 1`));
      else resolve(performance.now() - begun);
    });
  });
  const [wallMs, stdout, usage] = await Promise.all([ended, text(readable(child.stdio[1])), text(readable(child.stdio[3]))]);
  const { maxRssMb, cpuMs }: { maxRssMb: number; cpuMs: number } = JSON.parse(usage);
  return { wallMs, cpuMs, maxRssMb, stdout };
}

function readable(stream: unknown): Readable {
  if (stream instanceof Readable) return stream;
  throw new Error('the process has no such output');
}
