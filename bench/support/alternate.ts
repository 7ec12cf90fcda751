import { median } from './median.js';

export interface Pair<T> {
  readonly ours: T;
  readonly floor: T;
}

/**
 * Measures ours and the floor in turn, so that whatever else the machine does falls on both; the
 * order within a pair changes from pair to pair.
 */
export async function alternate<T>(pairs: number, ours: () => T | Promise<T>, floor: () => T | Promise<T>): Promise<readonly Pair<T>[]> {
  const measured: Pair<T>[] = [];
  for (let index = 0; index < pairs; index += 1) {
    if (index % 2 === 0) {
      const first = await ours();
      measured.push({ ours: first, floor: await floor() });
    } else {
      const first = await floor();
      measured.push({ floor: first, ours: await ours() });
    }
  }
  return measured;
}

/** Medians of both and of their ratio, pair by pair. */
export function compared<T>(pairs: readonly Pair<T>[], value: (measured: T) => number): { readonly ours: number; readonly floor: number; readonly ratio: number } {
  return {
    ours: median(pairs.map(({ ours }) => value(ours))),
    floor: median(pairs.map(({ floor }) => value(floor))),
    ratio: median(pairs.map(({ ours, floor }) => value(ours) / value(floor))),
  };
}
