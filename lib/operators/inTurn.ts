import { Observable, takeWhile } from 'rxjs';

/**
 * Projects items one after another, as many side by side as allowed, and emits what the projections emit.
 *
 * ```text
 * items:   a, b, c, two at a time
 * a:       --x|
 * b:       ----x|
 * c:          -x|
 * result:  --x-(xx)|
 * ```
 *
 * Use it where `mergeMap` with a limit would be right but projections may end at once: `mergeMap`
 * begins the next one inside the end of the one before, and a few hundred that wait, all cancelled
 * together say, overflow the stack.
 *
 * - An item is projected when its turn comes, not before.
 * - Completes when all projections have; with no items at once.
 * - An error of `project` or of a projection ends the result and all other projections.
 * - Unsubscribing unsubscribes the projections under way; no other begins.
 *
 * @param limit Projections under way at a time, at least 1; `Infinity` for all.
 */
export function inTurn<T, R>(items: readonly T[], project: (item: T) => Observable<R>, limit: number): Observable<R> {
  return new Observable((subscriber) => {
    const queue = items.values();
    let active = 0;
    let filling = false;
    // An observer of ours is no child of the subscriber: without this a synchronous stream would run on to its end.
    const isOpen = (): boolean => !subscriber.closed;
    // A projection may end while it is being subscribed: the loop takes such an end up.
    const fill = (): void => {
      if (filling) return;
      filling = true;
      while (active < limit && !subscriber.closed) {
        const turn = queue.next();
        if (turn.done) break;
        active += 1;
        begin(turn.value);
      }
      filling = false;
      if (active === 0) subscriber.complete();
    };
    const begin = (item: T): void => {
      try {
        subscriber.add(
          project(item)
            .pipe(takeWhile(isOpen))
            .subscribe({
              next: (value) => subscriber.next(value),
              error: (error: unknown) => subscriber.error(error),
              complete: () => {
                active -= 1;
                fill();
              },
            }),
        );
      } catch (error) {
        subscriber.error(error);
      }
    };
    fill();
  });
}
