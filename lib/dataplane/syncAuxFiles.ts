import { catchError, concatMap, defer, map, of, throwError } from 'rxjs';
import type { Observable } from 'rxjs';
import type { Attempt } from './attempt.js';
import type { RawConfiguration } from './DataPlaneClient.js';
import { DataPlaneError } from './errors.js';
import { finishFiles } from './finishFiles.js';
import type { FilesLook } from './lookAtFiles.js';
import type { Applied, Reloading } from './pushRaw.js';
import { putBackFiles } from './putBackFiles.js';
import { sendFiles } from './sendFiles.js';
import { beginJournal } from './writeManifest.js';

/**
 * Writes a configuration together with its files (design D6): new files, replaced files, the
 * configuration, obsolete files; the manifest before the first and after the last.
 *
 * Where the configuration does not come to run, the files are put back; where nobody knows, they
 * are left, and the manifest calls them open.
 *
 * @param files Undefined where there are none to look after.
 * @param apply Writes the configuration over what was found.
 */
export function syncAuxFiles(
  attempt: Attempt,
  files: FilesLook | undefined,
  found: RawConfiguration,
  apply: (found: RawConfiguration) => Observable<Applied | Reloading>,
): Observable<Applied | Reloading> {
  if (!files) return apply(found);
  return defer(() => {
    const journal = beginJournal(files);
    const putBack = (error: unknown): Observable<never> =>
      isUndone(attempt, error) ? putBackFiles(attempt, files, journal, error) : throwError(() => error);
    const finished = (applied: Applied): Observable<Applied> => finishFiles(attempt, files, journal).pipe(map(() => applied));
    return sendFiles(attempt, files, journal).pipe(
      // A reload for a file came after the text was read: what is written now is younger than its worker.
      concatMap(() => (journal.reloaded ? attempt.client.readRaw().pipe(map((now) => dated(found, now))) : of(found))),
      concatMap(apply),
      catchError(putBack),
      concatMap((step): Observable<Applied | Reloading> =>
        'proof$' in step ? of({ proof$: step.proof$.pipe(catchError(putBack), concatMap(finished)) }) : finished(step),
      ),
    );
  });
}

/** Tidies up where nothing else is to be done: removes obsolete files, and notes as proved what was open. */
export function tidyFiles(attempt: Attempt, files: FilesLook): Observable<void> {
  return defer(() => finishFiles(attempt, files, beginJournal(files)));
}

/** Whether it is certain that the configuration from before is the one that runs and is stored. */
function isUndone({ progress }: Attempt, error: unknown): error is DataPlaneError {
  return error instanceof DataPlaneError && error.outcome !== 'unknown' && !(error.outcome === undefined && progress.inDoubt);
}

function dated(found: RawConfiguration, { dateMs }: RawConfiguration): RawConfiguration {
  return { ...found, ...(dateMs === undefined ? {} : { dateMs }) };
}
