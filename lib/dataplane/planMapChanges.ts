import { concatMap, from, map, of, toArray } from 'rxjs';
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
    toArray(),
    map((read) => {
      const known = read.filter((one) => one !== undefined);
      return known.length === maps.length && fitsMapChanges(known.flatMap(({ changes }) => changes), maxChanges) ? known : undefined;
    }),
  );
}
