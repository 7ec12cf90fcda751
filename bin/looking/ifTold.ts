import { catchError, of, throwError } from 'rxjs';
import type { Observable } from 'rxjs';
import { isOfOneRequest } from '../../lib/dataplane/isOfOneRequest.js';

/** An answer that is only good to have: `undefined` where this one request fails. An error of the endpoint as a whole stays one. */
export function ifTold<T>(answer$: Observable<T>): Observable<T | undefined> {
  return answer$.pipe(catchError((error: unknown) => (isOfOneRequest(error) ? of(undefined) : throwError(() => error))));
}
