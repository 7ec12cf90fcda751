import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';

export interface Sample {
  readonly atMs: number;
  /** After a forced collection, in MiB. */
  readonly heapMb: number;
  readonly rssMb: number;
  readonly sockets: number;
  readonly timers: number;
  /** Longest time since the last sample in which this process could not act, in milliseconds: a busy machine's, if large. */
  readonly stalledMs: number;
}

const delays = monitorEventLoopDelay({ resolution: 20 });
delays.enable();

/** Measures the process after everything that can be collected was. */
export function measure(sinceMs: number): Sample {
  // Present under --expose-gc, without which heaps could not be told apart.
  if (globalThis.gc === undefined) throw new Error('run it with node --expose-gc');
  globalThis.gc();
  const { heapUsed, rss } = process.memoryUsage();
  const stalledMs = Math.round(delays.max / 1e6);
  delays.reset();
  return { atMs: Math.round(performance.now() - sinceMs), heapMb: heapUsed / 2 ** 20, rssMb: rss / 2 ** 20, stalledMs, ...openHandles() };
}

export function openHandles(): Pick<Sample, 'sockets' | 'timers'> {
  const resources = process.getActiveResourcesInfo();
  return {
    sockets: resources.filter((resource) => resource.startsWith('TCP')).length,
    timers: resources.filter((resource) => resource === 'Timeout').length,
  };
}

/** The value below which this share of all lies; 0 of nothing. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
