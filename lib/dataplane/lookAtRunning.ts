import { catchError, concatMap, from, map, of, reduce } from 'rxjs';
import type { Observable } from 'rxjs';
import { tenthOf } from '../haproxy/diffAuxFiles.js';
import { countRunningDrift, runningDrift } from '../haproxy/runningDrift.js';
import type { RunningDrift } from '../haproxy/runningDrift.js';
import type { RunningMap } from '../haproxy/runningMaps.js';
import { renderRuntimeActions } from '../haproxy/runtimeActions.js';
import type { Attempt } from './attempt.js';
import type { RawConfiguration } from './DataPlaneClient.js';
import { DataPlaneError } from './errors.js';
import type { Look } from './look.js';
import { readMapChanges } from './readMapChanges.js';

/** Running values are read in every so many forced looks: they cost one answer of about 1 kB per server (design R4). */
const everyPass = 5;
/** So many maps are read with them, or a tenth of all where that is more: an answer each. */
const minMaps = 10;

/**
 * In every fifth forced look: what the running process shows, where the text is proved to run
 * (design R4). Values and entries of maps that somebody changed there are a drift like any other. An
 * operator's drain or maintenance is told and left alone, unless `driftAdminState` is `correct` (design R5).
 */
export function lookAtRunning(attempt: Attempt, found: RawConfiguration, proof: Extract<Look, { kind: 'proved' }>): Observable<Look> {
  const { force, settings, url } = attempt;
  const pass = force ? settings.memory.nextPass(url, 'running') : 0;
  if (pass % everyPass !== everyPass - 1) return of(proof);
  return readRunningDrift(attempt).pipe(
    concatMap((drift) => readMapDrift(attempt, Math.floor(pass / everyPass)).pipe(map((maps) => ({ drift: drift ?? { values: [], states: [] }, maps })))),
    map(({ drift: { states, values }, maps }): Look => {
      const corrected = settings.driftAdminState === 'correct' ? [...values, ...states] : values;
      if (corrected.length + maps.length === 0) return states.length === 0 ? proof : { ...proof, leftAlone: countRunningDrift(states) };
      const header = maps.every(({ exact }) => exact) ? renderRuntimeActions(corrected) : undefined;
      const operations = { ...countRunningDrift(corrected), ...(maps.length === 0 ? {} : { running_map_update: maps.length }) };
      const runtime = header === undefined ? undefined : { header, actions: corrected, maps };
      return { kind: 'differs', found, operations, runtime, files: undefined, drifted: true };
    }),
  );
}

/** Maps whose running entries are others than those of their files: some of all at each pass. */
function readMapDrift(attempt: Attempt, pass: number): Observable<readonly RunningMap[]> {
  const { content, settings } = attempt;
  return from(tenthOf(settings.checks.maps(content), pass, minMaps)).pipe(
    concatMap((running) => readMapChanges(attempt, running)),
    reduce((all: readonly RunningMap[], read) => (read && read.changes.length > 0 ? [...all, read.map] : all), []),
  );
}

/** What the running values differ in; `undefined` where the statistics do not answer: nothing is known then. */
export function readRunningDrift({ client, content, progress, settings }: Attempt): Observable<RunningDrift | undefined> {
  progress.stage = 'verify';
  return client.stats().pipe(
    map((stats) => runningDrift(settings.checks.running(content.haproxyConfig), stats)),
    catchError((error: unknown) => {
      if (error instanceof DataPlaneError && !error.retryable) return of(undefined);
      throw error;
    }),
  );
}
