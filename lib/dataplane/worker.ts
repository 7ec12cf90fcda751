import { EMPTY, concatMap, defer, expand, filter, of, take, throwError, timeout, timer } from 'rxjs';
import type { Observable } from 'rxjs';
import { remainingOf } from './attempt.js';
import type { Attempt } from './attempt.js';
import type { WorkerInfo } from './DataPlaneClient.js';
import { DataPlaneError } from './errors.js';

/** When a worker started by the API's clock, in milliseconds since the epoch, to the second; `undefined` without a Date header. */
export function startedAt({ dateMs, uptimeSeconds }: WorkerInfo): number | undefined {
  return dateMs === undefined ? undefined : dateMs - uptimeSeconds * 1_000;
}

/** Seconds are rounded twice: an apparent start may move by this much without a new process. */
const roundingMs = 2_000;

function isAnother(before: WorkerInfo, after: WorkerInfo): boolean {
  const [started, startedBefore] = [startedAt(after), startedAt(before)];
  return after.pid !== before.pid || (started !== undefined && startedBefore !== undefined && started > startedBefore + roundingMs);
}

/**
 * Waits until another worker than before runs: the proof that a reload took place (design D8).
 *
 * Behind a reload command that only signals, the new worker comes a little after the API's word, or
 * never. Where `runtime/info` did not answer before the write it cannot prove anything: `undefined`
 * at once.
 *
 * @throws DataPlaneError `reload_failed` when the same worker still runs after the reload timeout.
 */
export function awaitNewWorker(attempt: Attempt, before: WorkerInfo | undefined): Observable<WorkerInfo | undefined> {
  if (!before) return of(undefined);
  const { client, progress, settings, url } = attempt;
  const { pollMs, reloadTimeoutMs, scheduler } = settings;
  return defer(() => {
    progress.stage = 'verify';
    return poll(() => client.worker(), (worker) => worker !== undefined && isAnother(before, worker), pollMs, scheduler);
  }).pipe(
    timeout({
      first: Math.min(reloadTimeoutMs, remainingOf(attempt)),
      scheduler,
      with: () =>
        throwError(
          () =>
            new DataPlaneError(`the Data Plane API at ${url} says that HAProxy reloaded, but the same worker process still runs (pid ${before.pid})`, {
              code: 'reload_failed',
              endpoint: url,
              stage: 'verify',
              retryable: false,
              hints: ["Look into HAProxy's log for why the new worker did not start; the API's reload command only signals and cannot tell."],
            }),
        ),
    }),
  );
}

/** Asks again every `pollMs` until an answer will do, and gives that one. */
export function poll<T>(ask: () => Observable<T>, willDo: (answer: T) => boolean, pollMs: number, scheduler: Attempt['settings']['scheduler']): Observable<T> {
  return ask().pipe(
    expand((answer) => (willDo(answer) ? EMPTY : timer(pollMs, scheduler).pipe(concatMap(ask))), 1),
    filter(willDo),
    take(1),
  );
}
