import { filter, type OperatorFunction } from 'rxjs';

/**
 * Emits the events of the named types, and narrows the stream to them.
 *
 * ```text
 * source:  -a-b-a-c-|
 *          ofType('a', 'c')
 * result:  -a---a-c-|
 * ```
 *
 * - Completes and errors with the source; holds nothing and sets no timers.
 *
 * @example Only what failed
 * ```ts
 * import { of } from 'rxjs';
 * import { ofType } from 'haproxy-deployer';
 * import type { InputEvent } from 'haproxy-deployer';
 *
 * const event$ = of<InputEvent[]>({ type: 'PauseRequestedEvent' }, { type: 'ValidationFailedEvent', errors: ['no such file'] });
 * event$.pipe(ofType('ValidationFailedEvent')).subscribe(({ errors }) => console.log(errors));
 * // → [ 'no such file' ]
 * ```
 *
 * @param types At least one value of `type`.
 */
export function ofType<E extends { readonly type: string }, T extends E['type']>(
  ...types: readonly [T, ...T[]]
): OperatorFunction<E, Extract<E, { readonly type: T }>> {
  const wanted: ReadonlySet<string> = new Set(types);
  return filter((event: E): event is Extract<E, { readonly type: T }> => wanted.has(event.type));
}
