import { catchError, concat, concatMap, defer, every, from, ignoreElements, map, of, throwError, toArray } from 'rxjs';
import type { Observable } from 'rxjs';
import { diffMapEntries, fitsMapChanges } from '../haproxy/diffMapEntries.js';
import type { MapEntryChange } from '../haproxy/diffMapEntries.js';
import type { RunningMap } from '../haproxy/runningMaps.js';
import type { Attempt } from './attempt.js';
import { DataPlaneError } from './errors.js';
import type { MapClient } from './MapClient.js';

/** A map and what its running entries differ in. */
export interface MapChanges {
  readonly map: RunningMap;
  readonly changes: readonly MapEntryChange[];
}

/**
 * Reads what the running entries of some maps differ in; `undefined` for a map that the process does
 * not have, or that cannot be read.
 */
export function readMapChanges({ client, progress }: Pick<Attempt, 'client' | 'progress'>, running: RunningMap): Observable<MapChanges | undefined> {
  const { maps } = client;
  if (!maps) return of(undefined);
  return defer(() => {
    progress.stage = 'verify';
    return maps.entries(running.name);
  }).pipe(
    map((shown) => shown && { map: running, changes: diffMapEntries(shown, running.entries) }),
    catchError((error: unknown) => (error instanceof DataPlaneError && !error.retryable ? of(undefined) : throwError(() => error))),
  );
}

/** Plans how the entries of maps follow; `undefined` where they can't, each by itself and within `spare` changes. */
export function planMapChanges(attempt: Attempt, maps: readonly RunningMap[], spare: number): Observable<readonly MapChanges[] | undefined> {
  return from(maps).pipe(
    concatMap((running) => readMapChanges(attempt, running)),
    toArray(),
    map((read) => {
      const known = read.filter((one) => one !== undefined);
      return known.length === maps.length && fitsMapChanges(known.flatMap(({ changes }) => changes), spare) ? known : undefined;
    }),
  );
}

/** Changes entries one after another, and reads back whether the maps are as wanted then (design D5). */
export function changeMaps(attempt: Pick<Attempt, 'client' | 'progress'>, all: readonly MapChanges[]): Observable<boolean> {
  const { client, progress } = attempt;
  const { maps } = client;
  const changed = all.filter(({ changes }) => changes.length > 0);
  if (!maps || changed.length === 0) return of(true);
  const send$ = from(changed).pipe(
    concatMap(({ map: { name }, changes }) =>
      from(changes).pipe(
        concatMap((change) => {
          progress.stage = 'apply';
          progress.mapsTouched = true;
          progress.writes += 1;
          return send(maps, name, change);
        }),
      ),
    ),
  );
  const reached$ = from(changed).pipe(
    concatMap((one) => readMapChanges(attempt, one.map)),
    every((left) => left?.changes.length === 0),
  );
  return concat(send$.pipe(ignoreElements()), reached$);
}

function send(maps: MapClient, name: string, change: MapEntryChange): Observable<void> {
  if (change.action === 'delete') return maps.remove(name, change.key);
  const { action, key, value } = change;
  return maps[action](name, { key, value });
}
