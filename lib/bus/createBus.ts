import { Subject } from 'rxjs';
import type { Observable, Subscription } from 'rxjs';
import { createTurns } from '../operators/createTurns.js';

/** Where components meet: each reads what all publish, in one order. */
export interface Bus<E> {
  /** Hot: every event from the subscription on. */
  readonly events$: Observable<E>;
  /** Delivers an event to all readers, after those that are being delivered. */
  publish(event: E): void;
}

/** A bus as the one who made it has it. */
export interface OwnedBus<E> extends Bus<E> {
  /**
   * Calls `reader` with every event from now on. What it throws goes to `onReaderError`, and it and all
   * others go on; a function given to `events$.subscribe` that throws would end the process, for rxjs
   * reports that in a later tick where nobody can catch it.
   */
  read(reader: (event: E) => void): Subscription;
  /** Ends `events$` after what is being delivered; later events are dropped. */
  complete(): void;
}

/**
 * Makes a bus on which an event that is published while another one is being delivered waits its
 * turn, so every reader sees the same order (design 2).
 *
 * - Holds no events but those that wait for delivery, and none for late readers.
 *
 * @example The second reader sees the answer of the first after what it answers
 * ```ts
 * import { createBus } from 'haproxy-deployer';
 *
 * const bus = createBus<string>((error) => console.log(error));
 * bus.read((event) => {
 *   if (event === 'a') bus.publish('b');
 * });
 * bus.read((event) => console.log(event));
 * bus.publish('a');
 * // → a
 * // → b
 * ```
 *
 * @param onReaderError Told of what readers throw.
 */
export function createBus<E>(onReaderError: (error: unknown) => void): OwnedBus<E> {
  const subject = new Subject<E>();
  const takeTurn = createTurns();
  let completed = false;

  return {
    events$: subject.asObservable(),
    read: (reader) =>
      subject.subscribe({
        next: (event) => {
          try {
            reader(event);
          } catch (error) {
            onReaderError(error);
          }
        },
        error: onReaderError,
      }),
    publish: (event) => {
      if (!completed) takeTurn(() => subject.next(event));
    },
    complete: () => {
      completed = true;
      takeTurn(() => subject.complete());
    },
  };
}
