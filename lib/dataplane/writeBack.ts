import { catchError, concatMap, defer, of, throwError } from 'rxjs';
import type { Observable } from 'rxjs';
import { withoutApiLines, withVersion } from '../haproxy/fingerprint.js';
import { remainingOf } from './attempt.js';
import type { Attempt } from './attempt.js';
import type { RawConfiguration } from './DataPlaneClient.js';
import { deleteFailedTransaction } from './deleteFailedTransaction.js';
import { DataPlaneError } from './errors.js';
import { messageOf } from './messageOf.js';

/**
 * Writes back the text from before our write: without a reload after a failed one, whose old worker
 * still runs (design D8a), with one where what was written runs.
 *
 * The old worker still runs, but the API has put an older file on disk and holds the failed text in
 * memory; with this write disk, memory and process agree again. Always errors with `failure`, its
 * outcome `reverted`, or `unknown` where the text could not be written back.
 */
export function writeBack(attempt: Attempt, found: RawConfiguration, failure: DataPlaneError, reload: 'none' | 'forced' = 'none'): Observable<never> {
  const { client, progress, settings, url } = attempt;
  return defer(() => {
    progress.stage = 'reload';
    progress.inDoubt = true;
    progress.verdict = failure.withOutcome('unknown');
    return failure.version === undefined ? client.version() : of(failure.version);
  }).pipe(
    concatMap((version) => {
      progress.writes += 1;
      // Where its fingerprint told of this very text, it is to do so again: nobody else has written it (design D5a).
      const text = withVersion(withoutApiLines(found.text), found.version, version + 1);
      return client.writeRaw({ text, ...(found.encoding === undefined ? {} : { encoding: found.encoding }), version, reload, timeoutMs: remainingOf(attempt) });
    }),
    catchError((error: unknown) => {
      const unclear = failure.withOutcome('unknown', [`Writing back the text from before failed, too: ${messageOf(error)}`]);
      return error instanceof DataPlaneError ? deleteFailedTransaction(attempt, error, unclear) : throwError(() => unclear);
    }),
    concatMap(({ version }) => {
      progress.inDoubt = false;
      const known = settings.memory.proved(url);
      // The worker still runs what was proved at the version that was found.
      if (known?.version === found.version) settings.memory.remember(url, { ...known, version });
      return throwError(() => failure.withOutcome('reverted', ['The endpoint still runs the configuration from before.']));
    }),
  );
}
