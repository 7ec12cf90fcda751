import type { Figure } from './Row.js';

/** Whether a figure keeps to its limit; `undefined` where it has none. */
export function verdict({ ours, floor = 0, ratio = Number.NaN, limit }: Figure): 'ok' | 'over' | undefined {
  if (limit === undefined) return undefined;
  const value = { ours, difference: ours - floor, ratio }[limit.of];
  const { atMost = Infinity, atLeast = -Infinity } = limit;
  return value <= atMost && value >= atLeast ? 'ok' : 'over';
}
