import { concat, concatMap, defer, every, from, ignoreElements, of } from 'rxjs';
import type { Observable } from 'rxjs';
import type { MapEntryChange } from '../haproxy/diffMapEntries.js';
import type { Attempt } from './attempt.js';
import type { MapClient } from './MapClient.js';
import { readMapChanges } from './readMapChanges.js';
import type { MapChanges } from './readMapChanges.js';

/** Changes entries of running maps one after another, and reads back whether the maps are as wanted then (design D5). */
export function changeMaps(attempt: Pick<Attempt, 'client' | 'progress'>, all: readonly MapChanges[]): Observable<boolean> {
  const { client, progress } = attempt;
  const { maps } = client;
  const changed = all.filter(({ changes }) => changes.length > 0);
  if (!maps || changed.length === 0) return of(true);
  const requests = changed.flatMap(({ map: { name }, changes }) => changes.map((change) => ({ name, change })));
  const send$ = from(requests).pipe(
    concatMap(({ name, change }) =>
      defer(() => {
        progress.stage = 'apply';
        progress.mapsTouched = true;
        progress.writes += 1;
        return send(maps, name, change);
      }),
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
