import { catchError, concatMap, defaultIfEmpty, defer, of, throwError, timeout } from 'rxjs';
import type { Observable } from 'rxjs';
import type { Attempt } from './attempt.js';
import type { DataPlaneError } from './errors.js';

/** How long the deletion may take, in milliseconds (design D9). */
const cleanUpMs = 2_000;

/**
 * A refused push leaves a failed transaction: deletes it as well as can be, and errors with the
 * refusal either way (design D9).
 *
 * @param verdict What it errors with instead, where the refusal is not what the attempt ends with.
 */
export function deleteFailedTransaction({ client, progress, settings }: Attempt, refusal: DataPlaneError, verdict = refusal): Observable<never> {
  const { transactionId: id } = refusal;
  if (id === undefined) return throwError(() => verdict);
  progress.verdict = verdict;
  return defer(() => client.deleteTransaction(id)).pipe(
    timeout({ first: cleanUpMs, scheduler: settings.scheduler }),
    catchError(() => of(undefined)),
    defaultIfEmpty(undefined),
    concatMap(() => throwError(() => verdict)),
  );
}
