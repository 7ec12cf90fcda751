import { performance } from 'node:perf_hooks';
import process from 'node:process';
import type { RowOptions } from './Row.js';

/** Starts counting; the result tells the milliseconds since. */
export function stopwatch(clock: RowOptions['clock']): () => number {
  const read = clock === 'wall' ? () => performance.now() : cpuMs;
  const begun = read();
  return () => read() - begun;
}

/** Of all threads of this process. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
