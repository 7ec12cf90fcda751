/**
 * One thing at a time, the newest request waits, and a minimum interval after each end: the rule of
 * design S3, S4 and S13 as plain data and functions.
 *
 * ```text
 * offered:   a-b-c-----------d
 * running:   [a   ]··[c ]····[d ]      ·· the interval that follows an end
 * pending:     b c            ↑ starts at once: the interval is over
 * ```
 *
 * Two clocks count from two kinds of end. An end with effect `heavy` starts both, one with effect
 * `light` only the short one, one with effect `none` neither. A request leaves when both allow, or
 * under the short clock alone where it can be split into a light part and a rest.
 *
 * `latestWins` is the shell around it for any stream; the scheduler's reducer composes it too.
 */

/** What an end did, and so which intervals follow it. */
export type Effect = 'none' | 'light' | 'heavy';

export interface Slot<T> {
  readonly running: boolean;
  /** Boxed, so that `undefined` can be a request. */
  readonly pending: { readonly request: T } | undefined;
  /** End of the last run that was `heavy`, in milliseconds. */
  readonly heavyEnd: number | undefined;
  /** End of the last run that was `light` or `heavy`, in milliseconds. */
  readonly lightEnd: number | undefined;
}

export interface SlotIntervals {
  /** From a heavy end to the next start, in milliseconds. */
  readonly heavyMs: number;
  /** From any end that had an effect to the next start, in milliseconds. */
  readonly lightMs: number;
}

/** A request in two: what may leave under the short clock alone, and what has to wait on. */
export interface Split<T> {
  readonly light: T;
  readonly rest: T | undefined;
}

export interface SlotTick<T> {
  readonly slot: Slot<T>;
  /** What is to start now; the slot is `running` already. */
  readonly start: { readonly request: T; readonly lane: 'full' | 'light' } | undefined;
  /** When the pending request can leave, in milliseconds; `undefined` while nothing waits for time. */
  readonly wakeAt: number | undefined;
}

/** A slot in which nothing runs, waits or has ended. */
export function emptySlot<T>(): Slot<T> {
  return { running: false, pending: undefined, heavyEnd: undefined, lightEnd: undefined };
}

/** Puts a request into the pending place; one that waits there already is merged with it. */
export function offer<T>(slot: Slot<T>, request: T, merge: (waiting: T, newer: T) => T): Slot<T> {
  return { ...slot, pending: { request: slot.pending ? merge(slot.pending.request, request) : request } };
}

/** Empties the pending place. */
export function withdraw<T>(slot: Slot<T>): Slot<T> {
  return { ...slot, pending: undefined };
}

/** Takes the end of the running thing and starts the clocks that its effect asks for. */
export function ended<T>(slot: Slot<T>, now: number, effect: Effect): Slot<T> {
  return {
    ...slot,
    running: false,
    heavyEnd: effect === 'heavy' ? now : slot.heavyEnd,
    lightEnd: effect === 'none' ? slot.lightEnd : now,
  };
}

/**
 * Starts what may start at `now`, or tells when to ask again.
 *
 * A clock set back lengthens a wait to one interval at most: an end in the future counts as now.
 *
 * @param split Asked only when the short clock allows and the long one does not; `undefined`: nothing is light.
 */
export function tick<T>(
  slot: Slot<T>,
  now: number,
  intervals: SlotIntervals,
  split: (request: T) => Split<T> | undefined = () => undefined,
): SlotTick<T> {
  const heavyEnd = notAfter(slot.heavyEnd, now);
  const lightEnd = notAfter(slot.lightEnd, now);
  const settled: Slot<T> = heavyEnd === slot.heavyEnd && lightEnd === slot.lightEnd ? slot : { ...slot, heavyEnd, lightEnd };
  if (settled.running || !settled.pending) {
    return { slot: settled, start: undefined, wakeAt: undefined };
  }
  const { request } = settled.pending;
  const lightWaitMs = remainingMs(lightEnd, now, intervals.lightMs);
  const fullWaitMs = Math.max(lightWaitMs, remainingMs(heavyEnd, now, intervals.heavyMs));
  if (fullWaitMs === 0) {
    return { slot: { ...settled, running: true, pending: undefined }, start: { request, lane: 'full' }, wakeAt: undefined };
  }
  const parts = lightWaitMs < fullWaitMs ? split(request) : undefined;
  if (!parts) {
    return { slot: settled, start: undefined, wakeAt: now + fullWaitMs };
  }
  if (lightWaitMs > 0) {
    return { slot: settled, start: undefined, wakeAt: now + lightWaitMs };
  }
  const pending = parts.rest === undefined ? undefined : { request: parts.rest };
  return { slot: { ...settled, running: true, pending }, start: { request: parts.light, lane: 'light' }, wakeAt: undefined };
}

/** What is left of an interval that began at `start`: `min(interval, max(0, start + interval − now))` (design S4). */
export function remainingMs(start: number | undefined, now: number, intervalMs: number): number {
  return start === undefined ? 0 : Math.min(intervalMs, Math.max(0, start + intervalMs - now));
}

const notAfter = (time: number | undefined, now: number): number | undefined =>
  time === undefined ? undefined : Math.min(time, now);
