import { concatMap, from, of, scan, takeLast, takeWhile } from 'rxjs';
import type { Observable } from 'rxjs';
import { fitsMapChanges } from '../haproxy/fitsMapChanges.js';
import type { RunningMap } from '../haproxy/runningMaps.js';
import type { Attempt } from './attempt.js';
import { readMapChanges } from './readMapChanges.js';
import type { MapChanges } from './readMapChanges.js';

/** Plans how the running entries of maps follow their files; `undefined` where they can't, one by one and within `maxChanges`. */
export function planMapChanges(attempt: Attempt, maps: readonly RunningMap[], maxChanges: number): Observable<readonly MapChanges[] | undefined> {
  if (maps.length === 0) return of([]);
  return from(maps).pipe(
    concatMap((running) => readMapChanges(attempt, running)),
    scan((all: readonly MapChanges[] | undefined, read) => {
      const known = all && read && [...all, read];
      return known && fitsMapChanges(known.flatMap(({ changes }) => changes), maxChanges) ? known : undefined;
    }, []),
    // One that cannot follow decides: the others are not read.
    takeWhile((all) => all !== undefined, true),
    takeLast(1),
  );
}
