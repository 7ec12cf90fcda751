import { concatMap, map, of } from 'rxjs';
import type { Observable } from 'rxjs';
import type { Fingerprint } from '../haproxy/fingerprint.js';
import type { Attempt } from './attempt.js';
import type { RawConfiguration, WorkerInfo } from './DataPlaneClient.js';
import { fingerprintIn } from './fingerprintIn.js';
import { isAsWritten } from './isAsWritten.js';
import { startedAt } from './worker.js';

/**
 * Whether the process runs just the text that was found, so that commands can lead it on from there.
 *
 * Memory tells, or the fingerprint and the worker do; the fingerprint only of a text that is stored
 * as it was written, for an edit leaves it in place (design D5a): memory knows that form, or the
 * API's version and checksum tell.
 */
export function isRunning({ client, settings, url }: Attempt, found: RawConfiguration): Observable<boolean> {
  const { version } = found;
  const { memory } = settings;
  if (memory.proved(url)?.version === version) return of(true);
  const fingerprint = fingerprintIn(found);
  if (!fingerprint || !(memory.isStoredForm(fingerprint.checksum, found) || isAsWritten(found, fingerprint))) return of(false);
  return client.reloads().pipe(
    concatMap((reloads) =>
      reloads.some(({ status }) => status === 'in_progress') ? of(false) : client.worker().pipe(map((worker) => startedAfterWrite(worker, fingerprint))),
    ),
  );
}

/** Of a worker that runs a run-time write its start tells nothing; one that started this much after it has read it. */
const runtimeMarginSeconds = 2;

/** Whether a worker started after a text was written, and so runs it, however it was to be applied (see `proofFrom` for the times). */
export function startedAfterWrite(worker: WorkerInfo | undefined, { at, by }: Fingerprint): boolean {
  const started = worker && startedAt(worker);
  return started !== undefined && started >= (at + (by === 'reload' ? 0 : runtimeMarginSeconds)) * 1_000;
}
