export interface Backoff {
  /** Delay after the first failure, in milliseconds. */
  readonly initialMs: number;
  /** Longest delay before jitter, in milliseconds. */
  readonly maxMs: number;
}

/** Share of a delay by which chance moves it either way (design 11). */
const jitter = 0.2;

/**
 * Delay before the next attempt, in whole milliseconds: `initialMs` doubled with each failure up to
 * `maxMs`, moved by up to 20 % either way (design S9).
 *
 * @param attempt Failed attempts in a row, from 1.
 * @param random Gives numbers from 0 to below 1; 0.5 is no jitter.
 */
export function backoffDelay(attempt: number, { initialMs, maxMs }: Backoff, random: () => number): number {
  const delay = Math.min(maxMs, initialMs * 2 ** (attempt - 1));
  return Math.round(delay * (1 + jitter * (2 * random() - 1)));
}
