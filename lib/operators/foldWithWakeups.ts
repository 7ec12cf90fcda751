import { Observable, Subscription, takeWhile } from 'rxjs';
import type { OperatorFunction, SchedulerLike } from 'rxjs';
import { createTurns } from './createTurns.js';

/** What one step of a fold gives. */
export interface FoldStep<State, Output> {
  readonly state: State;
  /** Emitted in order. */
  readonly outputs: readonly Output[];
  /** When to step again without an event, in milliseconds of the scheduler's clock; `undefined`: never. */
  readonly wakeAt: number | undefined;
  /** Whether the result completes after `outputs`. */
  readonly done: boolean;
}

/** Given to the step when its time has come and no event has. */
export const wakeUp = Symbol('wakeUp');

/**
 * Folds events like `scan`, emits what each step gives, and steps again at the time that the last
 * step named.
 *
 * ```text
 * source:  -a------b------|
 *          step(a) gives x and wakes 3 later, step(wakeUp) gives y
 * result:  -x--y---…------|
 * ```
 *
 * Use it where a pure reducer also decides by time. `scan` alone has no clock, and a wake-up fed
 * back from its own output through `merge` would overtake outputs of the step that asked for it.
 *
 * - Events that arrive while outputs are being emitted, a synchronous answer to one of them say,
 *   wait until all outputs of the step are out: one order for all.
 * - One timer at most; the newest step's `wakeAt` replaces the one before.
 * - Completes with the source at once, or after the outputs of a step that is `done`.
 * - An error of the source or of `step` ends the result at once.
 * - Unsubscribing stops the timer.
 *
 * @param initial State of each new subscription.
 * @param step Pure: state, event or `wakeUp`, and the time in milliseconds.
 */
export function foldWithWakeups<Event, State, Output>(
  initial: State,
  step: (state: State, event: Event | typeof wakeUp, now: number) => FoldStep<State, Output>,
  scheduler: SchedulerLike,
): OperatorFunction<Event, Output> {
  return (source) =>
    new Observable((subscriber) => {
      let state = initial;
      const takeTurn = createTurns();
      let wakeAt: number | undefined;
      let timer = Subscription.EMPTY;
      // An observer of ours is no child of the subscriber: without this a synchronous source would run on to its end.
      const isOpen = (): boolean => !subscriber.closed;

      const setTimer = (next: number | undefined): void => {
        if (next === wakeAt) return;
        timer.unsubscribe();
        wakeAt = next;
        if (next !== undefined) {
          timer = scheduler.schedule(() => {
            wakeAt = undefined;
            receive(wakeUp);
          }, Math.max(0, next - scheduler.now()));
        }
      };

      const take = (event: Event | typeof wakeUp): void => {
        const result = step(state, event, scheduler.now());
        state = result.state;
        // Listen first, then announce: an output may be answered before `next` returns.
        setTimer(result.done ? undefined : result.wakeAt);
        for (const output of result.outputs) subscriber.next(output);
        if (result.done) subscriber.complete();
      };

      const receive = (event: Event | typeof wakeUp): void => {
        takeTurn(() => {
          if (!isOpen()) return;
          try {
            take(event);
          } catch (error) {
            subscriber.error(error);
          }
        });
      };

      subscriber.add(() => timer.unsubscribe());
      subscriber.add(
        source.pipe(takeWhile(isOpen)).subscribe({
          next: receive,
          error: (error: unknown) => subscriber.error(error),
          complete: () => subscriber.complete(),
        }),
      );
    });
}
