import { catchError, defer, map, of, throwError } from 'rxjs';
import type { Observable } from 'rxjs';
import { diffMapEntries } from '../haproxy/diffMapEntries.js';
import type { MapEntryChange } from '../haproxy/diffMapEntries.js';
import type { RunningMap } from '../haproxy/runningMaps.js';
import type { Attempt } from './attempt.js';
import { isOfOneRequest } from './isOfOneRequest.js';

/** A map and what its running entries differ in. */
export interface MapChanges {
  readonly map: RunningMap;
  readonly changes: readonly MapEntryChange[];
}

/**
 * Reads what the running entries of one map differ in; `undefined` for a map that cannot be compared,
 * that the process has not loaded or that is not told of. Errors where the endpoint as a whole does not answer.
 */
export function readMapChanges({ client: { maps }, progress }: Pick<Attempt, 'client' | 'progress'>, running: RunningMap): Observable<MapChanges | undefined> {
  const wanted = running.entries();
  if (!maps || !wanted) return of(undefined);
  return defer(() => {
    progress.stage = 'verify';
    return maps.entries(running.name);
  }).pipe(
    map((shown) => shown && { map: running, changes: diffMapEntries(shown, wanted) }),
    catchError((error: unknown) => (isOfOneRequest(error) ? of(undefined) : throwError(() => error))),
  );
}
