import { concatMap } from 'rxjs';
import type { Observable } from 'rxjs';
import { applyRuntime } from './applyRuntime.js';
import type { Attempt } from './attempt.js';
import { isRunning } from './isRunning.js';
import type { Look } from './lookAt.js';
import { pushRaw } from './pushRaw.js';
import type { Applied, Reloading } from './pushRaw.js';

/**
 * Brings an endpoint from what was found to what is wanted, without a reload where that can be done
 * (design D5): every difference is a run-time change, and what was found is proved to run.
 */
export function applyPlan(attempt: Attempt, { found, runtime }: Extract<Look, { kind: 'differs' }>): Observable<Applied | Reloading> {
  if (!runtime) return pushRaw(attempt, found);
  return isRunning(attempt, found).pipe(concatMap((runs) => (runs ? applyRuntime(attempt, found, runtime) : pushRaw(attempt, found))));
}
