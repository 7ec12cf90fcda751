import { concatMap, of } from 'rxjs';
import type { Observable } from 'rxjs';
import { applyRuntime } from './applyRuntime.js';
import type { Attempt } from './attempt.js';
import type { Look } from './look.js';
import { prepareRuntime } from './prepareRuntime.js';
import { pushRaw } from './pushRaw.js';
import type { Applied, Reloading } from './pushRaw.js';
import { refuseHarm } from './refuseHarm.js';
import { syncAuxFiles } from './syncAuxFiles.js';

/**
 * Brings an endpoint from what was found to what is wanted, without a reload where that can be done
 * (design D5): every difference is a run-time change, and what was found is proved to run. Its files
 * go along (design D6); a changed file takes a reload, unless it is a map that the process can follow.
 */
export function applyPlan(attempt: Attempt, { found, runtime, files }: Extract<Look, { kind: 'differs' }>): Observable<Applied | Reloading> {
  return refuseHarm(attempt, found).pipe(
    concatMap(() =>
      syncAuxFiles(attempt, files, found, (now) =>
        (runtime ? prepareRuntime(attempt, now, runtime) : of(undefined)).pipe(
          concatMap((step) => (step ? applyRuntime(attempt, now, step) : pushRaw(attempt, now))),
        ),
      ),
    ),
  );
}
