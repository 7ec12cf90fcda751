import { concatMap, from, map, reduce } from 'rxjs';
import type { Observable } from 'rxjs';
import { noProgress } from '../../lib/dataplane/attempt.js';
import type { DataPlaneClient } from '../../lib/dataplane/DataPlaneClient.js';
import { readMapChanges } from '../../lib/dataplane/readMapChanges.js';
import type { RunningMap } from '../../lib/haproxy/runningMaps.js';
import type { MapDrift } from './Drift.js';

/** Compares the running entries of maps with the wanted ones; a map that cannot be compared, or that the process has not loaded or does not tell of, is left out. */
export function readAllMaps(client: DataPlaneClient, wanted: readonly RunningMap[]): Observable<readonly MapDrift[]> {
  return from(wanted).pipe(
    concatMap((running) => readMapChanges({ client, progress: noProgress() }, running).pipe(map((read) => ({ name: running.name, differing: read?.changes.length ?? 0 })))),
    reduce((all: readonly MapDrift[], one) => (one.differing === 0 ? all : [...all, one]), []),
  );
}
