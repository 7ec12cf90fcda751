import { nearestName } from './nearestName.js';

/** One wording for option errors: the option, what it takes, what it got. */

/** Longest duration that a timer takes: 2^31-1 milliseconds, a little over 24 days. */
export const maxTimerMs = 2_147_483_647;

/** Throws a `RangeError` unless `value` is a whole number of at least `min`. */
export function assertWholeAtLeast(option: string, value: number, min: number): void {
  if (!(Number.isSafeInteger(value) && value >= min)) {
    throw new RangeError(`${option} takes a whole number of at least ${min}, got ${value}`);
  }
}

/** Throws a `RangeError` unless `value` is a duration in milliseconds from `min` to what a timer takes. */
export function assertDuration(option: string, value: number, min = 0): void {
  if (!(Number.isFinite(value) && value >= min && value <= maxTimerMs)) {
    throw new RangeError(`${option} takes milliseconds from ${min} to ${maxTimerMs}, got ${value}`);
  }
}

/**
 * Throws a `TypeError` unless all options are known, with the name that was probably meant: what is
 * misspelt would otherwise be left at its default without a word.
 */
export function assertKnownOptions(options: object, known: readonly string[]): void {
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    const nearest = nearestName(name, known);
    throw new TypeError(`${name} is no option${nearest === undefined ? '' : `; did you mean ${nearest}?`}`);
  }
}
