import { defer, filter, map, of, repeat, retry, take, throwError, timer } from 'rxjs';
import type { Observable } from 'rxjs';
import type { Attempt } from './attempt.js';
import type { WorkerInfo } from './DataPlaneClient.js';
import { DataPlaneError } from './errors.js';

/** When a worker started by the API's clock, in milliseconds since the epoch, to the second; `undefined` without a Date header. */
export function startedAt({ dateMs, uptimeSeconds }: WorkerInfo): number | undefined {
  return dateMs === undefined ? undefined : dateMs - uptimeSeconds * 1_000;
}

/** Seconds are rounded twice: an apparent start may move by this much without a new process. */
export const marginSeconds = 2;

/** Whether `after` is another process than `before`: another pid, or one that started later. */
export function isAnother(before: WorkerInfo, after: WorkerInfo): boolean {
  const [started, startedBefore] = [startedAt(after), startedAt(before)];
  return after.pid !== before.pid || (started !== undefined && startedBefore !== undefined && started > startedBefore + marginSeconds * 1_000);
}

/**
 * Waits until another worker than before runs: the proof that a reload took place (design D8).
 *
 * Behind a reload command that only signals, the new worker comes a little after the API's word, or
 * never: only what is asked after the reload timeout says so, for a slow answer tells of the past.
 * Where `runtime/info` does not answer the API's word has to do.
 *
 * @param said Whether the API said that the reload succeeded.
 * @throws DataPlaneError after the reload timeout: `reload_failed` when the same worker still runs
 * though the API said otherwise; `api_error` where nobody said so and no worker shows it.
 */
export function awaitNewWorker(attempt: Attempt, before: WorkerInfo | undefined, said: boolean): Observable<WorkerInfo | undefined> {
  const { client, progress, settings } = attempt;
  const { reloadTimeoutMs, scheduler } = settings;
  return defer(() => {
    progress.stage = 'verify';
    if (!before) return said ? of(undefined) : throwError(() => unproved(attempt));
    const until = scheduler.now() + reloadTimeoutMs;
    const ask = (): Observable<{ readonly worker: WorkerInfo | undefined; readonly isLast: boolean }> => {
      const isLast = scheduler.now() >= until;
      return client.worker().pipe(map((worker) => ({ worker, isLast })));
    };
    return poll(attempt, ask, ({ worker, isLast }) => isLast || (worker !== undefined && isAnother(before, worker)), until).pipe(
      map(({ worker }) => {
        if (worker && isAnother(before, worker)) return worker;
        if (!said) throw unproved(attempt);
        if (worker) throw stillThere(attempt, before);
        return undefined;
      }),
    );
  });
}

/**
 * Asks again every `pollMs` until an answer will do, and gives that one.
 *
 * An answer that gets lost says nothing of what is waited for: it is asked for again.
 *
 * @param until From when on a lost answer is an error, in milliseconds of the scheduler's clock; the
 * caller sees to it that the asking ends.
 */
export function poll<T>({ deadline, settings: { pollMs, scheduler } }: Attempt, ask: () => Observable<T>, willDo: (answer: T) => boolean, until = deadline): Observable<T> {
  const pause = (): Observable<unknown> => timer(pollMs, scheduler);
  const isBearable = (error: unknown): boolean => error instanceof DataPlaneError && error.retryable && scheduler.now() < until;
  return defer(ask).pipe(
    repeat({ delay: pause }),
    retry({ delay: (error: unknown) => (isBearable(error) ? pause() : throwError(() => error)) }),
    filter(willDo),
    take(1),
  );
}

function stillThere({ url }: Attempt, { pid }: WorkerInfo): DataPlaneError {
  return new DataPlaneError(`the Data Plane API at ${url} says that HAProxy reloaded, but the same worker process still runs (pid ${pid})`, {
    code: 'reload_failed',
    endpoint: url,
    stage: 'verify',
    retryable: false,
    hints: ["Look into HAProxy's log for why the new worker did not start; the API's reload command only signals and cannot tell."],
  });
}

function unproved({ url }: Attempt): DataPlaneError {
  return new DataPlaneError(`the Data Plane API at ${url} does not know the reload of what was written, and no new worker of HAProxy proves it`, {
    code: 'api_error',
    endpoint: url,
    stage: 'verify',
    retryable: true,
    outcome: 'unknown',
    hints: ['The Data Plane API was probably restarted before it could reload HAProxy.'],
  });
}
