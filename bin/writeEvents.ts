import type { Writable } from 'node:stream';
import { ReplaySubject, type Observable } from 'rxjs';

export interface EventWriter {
  /** Queues one line, its newline included; dropped once the output is gone. */
  write(line: string): void;
  /** Bytes given to `write` that the output has not taken yet. */
  unreadBytes(): number;
  /** Resolves once `unreadBytes` is at most `limit`; `undefined` where it is already. */
  whenBelow(limit: number): Promise<void> | undefined;
  /** Resolves when all is written, or the output is gone; never rejects. */
  flush(): Promise<void>;
  /** Emits once when the output is gone, with its error where it has one, and completes. */
  readonly gone$: Observable<Error | undefined>;
}

interface Waiter {
  readonly limit: number;
  readonly resolve: () => void;
}

/** Lines of one turn go out together, but not more than this at a time. */
const batchBytes = 64 * 1024;

/**
 * Writes lines to an output and counts what it has not taken, so that reading can wait for a slow
 * reader (design 6).
 *
 * A closed output, `EPIPE` included, is told by `gone$` and is never an exception.
 */
export function writeEvents(output: Writable): EventWriter {
  const gone$ = new ReplaySubject<Error | undefined>(1);
  let gone = false;
  let batch: string[] = [];
  let batched = 0;
  let unread = 0;
  let waiters: Waiter[] = [];

  const wake = (): void => {
    const ready = waiters.filter(({ limit }) => unread <= limit);
    if (ready.length === 0) return;
    waiters = waiters.filter(({ limit }) => unread > limit);
    for (const { resolve } of ready) resolve();
  };

  const end = (error?: Error): void => {
    if (gone) return;
    gone = true;
    batch = [];
    unread = 0;
    wake();
    gone$.next(error);
    gone$.complete();
  };

  const send = (): void => {
    if (gone || batch.length === 0) return;
    const bytes = batched;
    const lines = batch.join('');
    batch = [];
    batched = 0;
    output.write(lines, (error) => {
      if (error) end(error);
      if (gone) return;
      unread -= bytes;
      wake();
    });
  };

  const whenBelow = (limit: number): Promise<void> | undefined =>
    unread <= limit ? undefined : new Promise((resolve) => waiters.push({ limit, resolve }));

  output.on('error', end);
  output.on('close', () => end());
  if (output.destroyed) end(output.errored ?? undefined);

  return {
    write: (line) => {
      if (gone) return;
      const bytes = Buffer.byteLength(line);
      if (batch.length === 0) process.nextTick(send);
      batch.push(line);
      batched += bytes;
      unread += bytes;
      if (batched >= batchBytes) send();
    },
    unreadBytes: () => unread,
    whenBelow,
    flush: async () => {
      send();
      await whenBelow(0);
    },
    gone$,
  };
}
