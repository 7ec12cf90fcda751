import { concatMap, from, map, of, reduce } from 'rxjs';
import type { Observable } from 'rxjs';
import type { MapClient } from '../../lib/dataplane/MapClient.js';
import { diffMapEntries } from '../../lib/haproxy/diffMapEntries.js';
import type { RunningMap } from '../../lib/haproxy/runningMaps.js';
import { ifTold } from '../looking/ifTold.js';
import type { MapDrift } from './Drift.js';

/** Compares the running entries of maps with the wanted ones; a map that cannot be compared, or that the process has not loaded or does not tell of, is left out. */
export function readAllMaps(client: MapClient, wanted: readonly RunningMap[]): Observable<readonly MapDrift[]> {
  return from(wanted).pipe(
    concatMap(({ name, entries }) => {
      const stored = entries();
      return (stored ? ifTold(client.entries(name)) : of(undefined)).pipe(map((shown) => ({ name, differing: shown && stored ? diffMapEntries(shown, stored).length : 0 })));
    }),
    reduce((all: readonly MapDrift[], one) => (one.differing === 0 ? all : [...all, one]), []),
  );
}
