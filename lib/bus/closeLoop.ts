import { Observable, Subject, takeWhile } from 'rxjs';
import type { OperatorFunction } from 'rxjs';
import { createTurns } from '../operators/createTurns.js';

/** Components on a loop: each reads everything, and what it emits goes round. */
export interface Loop<E> {
  /** Its completion completes the loop (design S12). */
  readonly lead: OperatorFunction<E, E>;
  /** They may complete before the loop does. */
  readonly others: readonly OperatorFunction<E, E>[];
  /** Whether an event of the source is shown in the result, too. */
  readonly shows: (event: E) => boolean;
}

/**
 * Feeds the source and every component's output to all components, in one order, and emits what the
 * components emit.
 *
 * ```text
 * source:  -a----------
 * lead:    answers a with b, completes after c
 * other:   answers b with c
 * result:  -(bc|)
 * ```
 *
 * Use it to wire components that answer each other. A Subject shared between them shows two readers
 * two orders as soon as one answers synchronously.
 *
 * - All components are subscribed before the source is.
 * - Events that are emitted while another one is being delivered wait for it, as on a `createBus`.
 * - Completes when the lead does; the completion of the source or of another component does not end it.
 * - An error of the source or of a component, a bug then, is the error of the result.
 * - Unsubscribing unsubscribes the source and all components.
 *
 * @example Two components that answer each other
 * ```ts
 * import { filter, map, of, takeWhile } from 'rxjs';
 * import { closeLoop } from 'haproxy-deployer';
 *
 * const loop = closeLoop<string>({
 *   lead: (event$) => event$.pipe(takeWhile((event) => event !== 'c'), filter((event) => event === 'a'), map(() => 'b')),
 *   others: [(event$) => event$.pipe(filter((event) => event === 'b'), map(() => 'c'))],
 *   shows: () => false,
 * });
 * of('a').pipe(loop).subscribe({ next: (event) => console.log(event), complete: () => console.log('done') });
 * // → b
 * // → c
 * // → done
 * ```
 */
export function closeLoop<E>({ lead, others, shows }: Loop<E>): OperatorFunction<E, E> {
  return (source) =>
    new Observable((subscriber) => {
      const event$ = new Subject<E>();
      const takeTurn = createTurns();
      let completed = false;
      const hear = (event: E): void => {
        if (!completed) takeTurn(() => event$.next(event));
      };
      const emit = (event: E): void => {
        if (completed) return;
        takeTurn(() => {
          // When its turn has come, as for everybody: an answer never comes out before what it answers.
          subscriber.next(event);
          event$.next(event);
        });
      };
      const complete = (): void => {
        completed = true;
        takeTurn(() => subscriber.complete());
      };
      const error = (reason: unknown): void => subscriber.error(reason);
      // An observer of ours is no child of the subscriber: without this a synchronous stream would run on to its end.
      const isOpen = (): boolean => !subscriber.closed;
      for (const component of others) subscriber.add(event$.pipe(component, takeWhile(isOpen)).subscribe({ next: emit, error }));
      subscriber.add(event$.pipe(lead, takeWhile(isOpen)).subscribe({ next: emit, error, complete }));
      subscriber.add(source.pipe(takeWhile(isOpen)).subscribe({ next: (event) => (shows(event) ? emit(event) : hear(event)), error }));
    });
}
