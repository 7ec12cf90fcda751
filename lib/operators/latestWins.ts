import { asyncScheduler, from, Observable, Subscription, takeWhile } from 'rxjs';
import type { ObservableInput, ObservedValueOf, OperatorFunction, SchedulerLike } from 'rxjs';
import { assertDuration, assertKnownOptions } from '../validate.js';
import { emptySlot, ended, offer, tick } from './slot.js';

/** How {@link latestWins} keeps values apart and together. */
export interface LatestWinsOptions<T> {
  /**
   * Shortest time between the end of one projection and the start of the next, in milliseconds.
   *
   * @defaultValue 0
   */
  readonly minIntervalMs?: number;
  /**
   * Makes one waiting value of two.
   *
   * @defaultValue the newer one replaces the waiting one
   */
  readonly merge?: (waiting: T, newer: T) => T;
  /**
   * Source of time and timers.
   *
   * @defaultValue `asyncScheduler`
   */
  readonly scheduler?: SchedulerLike;
}

/**
 * Emits what comes of one source value at a time; whatever arrives during a projection, or before a
 * rest after it is over, takes the place of what waits.
 *
 * ```text
 * source:  -a-b-c--------------d---|
 * a:        ----x|
 * c:                ----x|               starts the interval (···) after a's end
 * d:                           ----x|
 *          latestWins(project, { minIntervalMs: 3 })
 * result:  -----x···----x······----x|    b was replaced by c
 * ```
 *
 * For work that must have an end before the next begins, such as writes to a fleet. `exhaustMap`
 * forgets `c`, `concatMap` does `b` as well, `switchMap` stops `a` in the middle, and `throttle` with
 * leading and trailing stalls when a projection is over before it returns.
 *
 * - A value that meets no projection and no rest is projected at once.
 * - Holds one value, or what `merge` makes of those that wait, however fast they come.
 * - Completes after the source as soon as nothing runs or waits.
 * - Errors at once with the source, a projection, or what `project` or `merge` throws.
 * - Unsubscribing ends the projection under way; the timer, never more than one, is stopped.
 *
 * @example Deploy the newest configuration, one deployment at a time, with a rest after each
 * ```ts
 * import { interval, map, take, timer, VirtualTimeScheduler } from 'rxjs';
 * import { latestWins } from 'haproxy-deployer';
 *
 * const scheduler = new VirtualTimeScheduler();
 * const deploy = (request: number) => timer(30, scheduler).pipe(map(() => `request ${request} done at ${scheduler.now()}`));
 * const request$ = interval(10, scheduler).pipe(take(5));
 * request$.pipe(latestWins(deploy, { minIntervalMs: 20, scheduler })).subscribe((line) => console.log(line));
 * scheduler.flush();
 * // → request 0 done at 40
 * // → request 4 done at 90
 * ```
 *
 * @param project Called with each value that leaves and its running number from 0.
 * @returns An operator that emits what the projections emit, in order.
 * @throws RangeError when `minIntervalMs` is out of range, TypeError for an option that is unknown.
 */
export function latestWins<T, O extends ObservableInput<unknown>>(
  project: (value: T, index: number) => O,
  { minIntervalMs = 0, merge = (_waiting, newer) => newer, scheduler = asyncScheduler, ...others }: LatestWinsOptions<T> = {},
): OperatorFunction<T, ObservedValueOf<O>> {
  assertKnownOptions(others, ['minIntervalMs', 'merge', 'scheduler'] satisfies (keyof LatestWinsOptions<T>)[]);
  assertDuration('minIntervalMs', minIntervalMs);
  const intervals = { heavyMs: minIntervalMs, lightMs: 0 };
  return (source) =>
    new Observable((subscriber) => {
      let slot = emptySlot<T>();
      let projected = 0;
      let sourceCompleted = false;
      let advancing = false;
      let wake = Subscription.EMPTY;
      // An observer of ours is no child of the subscriber: without this a synchronous stream would run on to its end.
      const isOpen = (): boolean => !subscriber.closed;

      const run = (value: T): void => {
        const projection = from(project(value, projected++));
        subscriber.add(
          projection.pipe(takeWhile(isOpen)).subscribe({
            next: (inner) => subscriber.next(inner),
            error: (error: unknown) => subscriber.error(error),
            complete: () => {
              slot = ended(slot, scheduler.now(), 'heavy');
              guarded();
            },
          }),
        );
      };

      // A projection may end while it is being subscribed: the loop takes such an end up, a recursion would not end well.
      const advance = (): void => {
        if (advancing) return;
        advancing = true;
        for (;;) {
          const step = tick(slot, scheduler.now(), intervals);
          slot = step.slot;
          wake.unsubscribe();
          if (step.wakeAt !== undefined) {
            wake = scheduler.schedule(guarded, step.wakeAt - scheduler.now());
            subscriber.add(wake);
          }
          if (!step.start || !isOpen()) break;
          run(step.start.request);
        }
        advancing = false;
        if (sourceCompleted && !slot.running && !slot.pending) subscriber.complete();
      };

      // What project or merge throws is an error of the result.
      const guarded = (): void => {
        try {
          advance();
        } catch (error) {
          subscriber.error(error);
        }
      };

      subscriber.add(
        source.pipe(takeWhile(isOpen)).subscribe({
          next: (value) => {
            try {
              slot = offer(slot, value, merge);
              advance();
            } catch (error) {
              subscriber.error(error);
            }
          },
          error: (error: unknown) => subscriber.error(error),
          complete: () => {
            sourceCompleted = true;
            guarded();
          },
        }),
      );
    });
}
