import { Observable } from 'rxjs';

/**
 * Turns a function that returns a promise and heeds an `AbortSignal` into a cold Observable of one value.
 *
 * ```text
 * subscribe:    ^--------          ^---!
 * promise:      ------x            ------x
 * signal:       ---------          ----a
 * result:       ------(x|)         -----
 * ```
 *
 * Use it for every promise in a stream: `from(promise)` has already started, cannot be cancelled
 * and cannot be retried.
 *
 * - Each subscription calls `start` anew, with a signal of its own.
 * - Unsubscribing aborts the signal, once; what the promise then does is ignored.
 * - The signal is not aborted after the promise has settled.
 * - An exception or a rejection of `start` is the error of the result.
 * - Sets no timers of its own.
 *
 * @example A request that is aborted when nobody wants its answer any more
 * ```ts
 * import { fromAbortable } from 'haproxy-deployer';
 *
 * const answer$ = fromAbortable((signal) => new Promise<string>(() => signal.addEventListener('abort', () => console.log('aborted'))));
 * answer$.subscribe().unsubscribe();
 * // → aborted
 * await fromAbortable(() => Promise.resolve(42)).forEach((value) => console.log(value));
 * // → 42
 * ```
 *
 * @param start Called on subscription, synchronously.
 */
export function fromAbortable<T>(start: (signal: AbortSignal) => PromiseLike<T>): Observable<T> {
  return new Observable<T>((subscriber) => {
    const controller = new AbortController();
    let settled = false;
    start(controller.signal).then(
      (value) => {
        settled = true;
        subscriber.next(value);
        subscriber.complete();
      },
      (error: unknown) => {
        settled = true;
        subscriber.error(error);
      },
    );
    return () => {
      if (!settled) {
        controller.abort();
      }
    };
  });
}
