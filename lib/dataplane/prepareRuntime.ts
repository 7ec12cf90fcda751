import { concatMap, map, of } from 'rxjs';
import type { Observable } from 'rxjs';
import type { Attempt, RuntimeStep } from './attempt.js';
import type { RawConfiguration } from './DataPlaneClient.js';
import { isRunning } from './isRunning.js';
import { planMapChanges } from './planMapChanges.js';
import type { MapChanges } from './readMapChanges.js';

/** A run-time step of which it is known what it does to the entries of maps. */
export interface PreparedStep extends RuntimeStep {
  readonly entries: readonly MapChanges[];
}

/**
 * Whether commands can lead the process on from what was found, and which ones (design D5):
 * `undefined` where it is not known to run that, or where a map cannot follow. Nothing is written.
 */
export function prepareRuntime(attempt: Attempt, found: RawConfiguration, step: RuntimeStep): Observable<PreparedStep | undefined> {
  const { rawPushThreshold } = attempt.settings;
  const maxMapChanges = rawPushThreshold === 0 ? Infinity : rawPushThreshold - step.actions.length;
  return isRunning(attempt, found).pipe(
    concatMap((runs) => (runs ? planMapChanges(attempt, step.maps ?? [], maxMapChanges) : of(undefined))),
    map((entries) => entries && { ...step, entries }),
  );
}
