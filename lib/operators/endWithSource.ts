import { connect, endWith, ignoreElements, takeUntil } from 'rxjs';
import type { Observable, OperatorFunction } from 'rxjs';

/**
 * Emits what `project` makes of the source, and completes as soon as the source does.
 *
 * ```text
 * source:  -a----|
 * project: a starts something that runs for ever
 * result:  --x-x-|
 * ```
 *
 * Use it where a flattening operator would hold the result open after its source has ended.
 *
 * - The source is subscribed once, however often `project` subscribes what it is given.
 * - Completes with the source at once; what still runs inside is unsubscribed.
 * - Errors of the source and of what `project` makes are errors of the result.
 * - Holds nothing and sets no timers.
 *
 * @param project Called once per subscription, with the source shared.
 */
export function endWithSource<T, R>(project: (source$: Observable<T>) => Observable<R>): OperatorFunction<T, R> {
  return connect((source$) => project(source$).pipe(takeUntil(source$.pipe(ignoreElements(), endWith(undefined)))));
}
