import { catchError, concatMap, map, of, throwError } from 'rxjs';
import type { Observable } from 'rxjs';
import type { Fingerprint } from '../haproxy/fingerprint.js';
import { runningDrift } from '../haproxy/runningDrift.js';
import type { Attempt } from './attempt.js';
import type { RawConfiguration, WorkerInfo } from './DataPlaneClient.js';
import { DataPlaneError } from './errors.js';
import { fingerprintIn } from './fingerprintIn.js';
import { isAsWritten } from './isAsWritten.js';
import { marginSeconds, startedAt } from './worker.js';

/**
 * Whether the process runs just the text that was found, so that commands can lead it on from there.
 *
 * Memory tells, or the fingerprint and the worker do; the fingerprint only of a text that is stored
 * as it was written, for an edit leaves it in place (design D5a): memory knows that form, or the
 * API's version and checksum tell.
 */
export function isRunning(attempt: Attempt, found: RawConfiguration): Observable<boolean> {
  const { client, settings, url } = attempt;
  const { version } = found;
  const { memory } = settings;
  if (memory.proved(url)?.version === version) return of(true);
  const fingerprint = fingerprintIn(found);
  if (!fingerprint || !(memory.isStoredForm(fingerprint.checksum, found) || isAsWritten(found, fingerprint))) return of(false);
  return client.reloads().pipe(
    concatMap((reloads) => {
      if (reloads.some(({ status }) => status === 'in_progress')) return of(false);
      return client.worker().pipe(
        // A run-time write rests on what ran before it, and its own values can be seen.
        map((worker) => startedAfterWrite(worker, fingerprint) || (fingerprint.by === 'runtime' && !fingerprint.unseen)),
        // Values may have been changed since, also by us, where the text is an older one that came back.
        concatMap((runs) => (runs ? showsValues(attempt, found) : of(false))),
      );
    }),
  );
}

/**
 * Whether a worker runs what was written before it started (see `proofFrom` for the times): for a
 * write that was to reload it is another one than that from before.
 */
export function startedAfterWrite(worker: WorkerInfo | undefined, { at, by, before }: Fingerprint): boolean {
  const started = worker && startedAt(worker);
  if (started === undefined) return false;
  if (by === 'runtime') return started >= (at + marginSeconds) * 1_000;
  if (before === undefined) return started >= at * 1_000;
  // The clock may have been put forward since: the same process proves nothing then. Nor does one that is older than that from before.
  return worker?.pid !== before && started >= (at - 2 * marginSeconds) * 1_000;
}

/** Whether the process shows the values of a text; where it shows none, nothing is known. */
function showsValues({ client, settings }: Attempt, { text }: RawConfiguration): Observable<boolean> {
  return client.stats().pipe(
    map((stats) => runningDrift(settings.checks.running(text), stats)),
    map(({ values, states }) => values.length === 0 && states.length === 0),
    catchError((error: unknown) => (error instanceof DataPlaneError && !error.retryable ? of(false) : throwError(() => error))),
  );
}
