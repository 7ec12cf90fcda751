import { concatMap, of } from 'rxjs';
import type { Observable } from 'rxjs';
import { applyRuntime } from './applyRuntime.js';
import type { Attempt } from './attempt.js';
import { isRunning } from './isRunning.js';
import type { Look } from './lookAt.js';
import { pushRaw } from './pushRaw.js';
import type { Applied, Reloading } from './pushRaw.js';
import { refuseHarm } from './refuseHarm.js';

/**
 * Brings an endpoint from what was found to what is wanted, without a reload where that can be done
 * (design D5): every difference is a run-time change, and what was found is proved to run.
 */
export function applyPlan(attempt: Attempt, { found, runtime }: Extract<Look, { kind: 'differs' }>): Observable<Applied | Reloading> {
  return refuseHarm(attempt, found).pipe(
    concatMap(() => (runtime ? isRunning(attempt, found) : of(false))),
    concatMap((runs) => (runs && runtime ? applyRuntime(attempt, found, runtime) : pushRaw(attempt, found))),
  );
}
