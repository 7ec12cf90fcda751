import { defer, filter, of, repeat, retry, take, tap, throwError, timeout, timer } from 'rxjs';
import type { Observable } from 'rxjs';
import type { Attempt } from './attempt.js';
import type { WorkerInfo } from './DataPlaneClient.js';
import { DataPlaneError } from './errors.js';

/** When a worker started by the API's clock, in milliseconds since the epoch, to the second; `undefined` without a Date header. */
export function startedAt({ dateMs, uptimeSeconds }: WorkerInfo): number | undefined {
  return dateMs === undefined ? undefined : dateMs - uptimeSeconds * 1_000;
}

/** Seconds are rounded twice: an apparent start may move by this much without a new process. */
const roundingMs = 2_000;

/** Whether `after` is another process than `before`: another pid, or one that started later. */
export function isAnother(before: WorkerInfo, after: WorkerInfo): boolean {
  const [started, startedBefore] = [startedAt(after), startedAt(before)];
  return after.pid !== before.pid || (started !== undefined && startedBefore !== undefined && started > startedBefore + roundingMs);
}

/**
 * Waits until another worker than before runs: the proof that a reload took place (design D8).
 *
 * Behind a reload command that only signals, the new worker comes a little after the API's word, or
 * never. Where `runtime/info` does not answer the API's word has to do.
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
    let last: WorkerInfo | undefined;
    let silence: unknown;
    return poll(
      attempt,
      () =>
        client.worker().pipe(
          tap({
            next: (worker) => ([last, silence] = [worker, undefined]),
            error: (error: unknown) => (silence = error),
          }),
        ),
      (worker) => worker !== undefined && isAnother(before, worker),
    ).pipe(
      timeout({
        first: reloadTimeoutMs,
        scheduler,
        with: () => {
          if (silence !== undefined) return throwError(() => silence);
          if (!said) return throwError(() => unproved(attempt));
          return last ? throwError(() => stillThere(attempt, before)) : of(undefined);
        },
      }),
    );
  });
}

/**
 * Asks again every `pollMs` until an answer will do, and gives that one.
 *
 * An answer that gets lost says nothing of what is waited for: it is asked for again. The caller
 * sets the limit.
 */
export function poll<T>({ settings: { pollMs, scheduler } }: Attempt, ask: () => Observable<T>, willDo: (answer: T) => boolean): Observable<T> {
  const pause = (): Observable<unknown> => timer(pollMs, scheduler);
  return defer(ask).pipe(
    repeat({ delay: pause }),
    retry({ delay: (error: unknown) => (error instanceof DataPlaneError && error.retryable ? pause() : throwError(() => error)) }),
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
