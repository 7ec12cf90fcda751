import { catchError, map, of } from 'rxjs';
import type { Observable } from 'rxjs';
import { countRunningDrift, runningDrift } from '../haproxy/runningDrift.js';
import type { RunningDrift } from '../haproxy/runningDrift.js';
import { renderRuntimeActions } from '../haproxy/runtimeActions.js';
import type { Attempt } from './attempt.js';
import type { RawConfiguration } from './DataPlaneClient.js';
import { DataPlaneError } from './errors.js';
import type { Look } from './look.js';

/** Running values are read in every so many forced looks: they cost one answer of about 1 kB per server (design R4). */
const everyPass = 5;

/**
 * In every fifth forced look: what the running process shows, where the text is proved to run
 * (design R4). Values that somebody changed there are a drift like any other. An operator's drain or
 * maintenance is told and left alone, unless `driftAdminState` is `correct` (design R5).
 */
export function lookAtRunning(attempt: Attempt, found: RawConfiguration, proof: Extract<Look, { kind: 'proved' }>): Observable<Look> {
  const { force, settings, url } = attempt;
  if (!force || settings.memory.nextPass(url, 'running') % everyPass !== everyPass - 1) return of(proof);
  return readRunningDrift(attempt).pipe(
    map((drift): Look => {
      if (!drift) return proof;
      const corrected = settings.driftAdminState === 'correct' ? [...drift.values, ...drift.states] : drift.values;
      if (corrected.length > 0) {
        const header = renderRuntimeActions(corrected);
        const runtime = header === undefined ? undefined : { header, actions: corrected };
        return { kind: 'differs', found, operations: countRunningDrift(corrected), runtime, files: undefined, drifted: true };
      }
      return drift.states.length === 0 ? proof : { ...proof, leftAlone: countRunningDrift(drift.states) };
    }),
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
