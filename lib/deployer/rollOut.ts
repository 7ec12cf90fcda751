import { concatMap, connect, defer, from, merge, take, tap, timer, toArray } from 'rxjs';
import type { Observable, SchedulerLike } from 'rxjs';
import type { ErrorInfo, Rollout } from '../events/types.js';
import type { Assignment, Ended } from './createReporter.js';
import { untried } from './untried.js';

export interface Stages {
  /** Deploys to some endpoints, within the limits of parallel work. */
  readonly run: (assignments: readonly Assignment[], isStopped: () => boolean) => Observable<Ended>;
  /** Its first value means that all is cancelled: nothing is waited for any more. */
  readonly aborted$: Observable<unknown>;
  readonly scheduler: SchedulerLike;
}

/**
 * Deploys in stages: the canaries, a wait, then the rest (design D11).
 *
 * ```text
 * canaries:  -d-d
 * wait:          ···
 * rest:             -d-f-d
 * result:    -d-d----d-f-d|
 * ```
 *
 * - A canary that does not succeed stops it: the rest is `not_attempted`.
 * - More than `maxFailures` failures of the rest stop it, too; who is being deployed to may end.
 * - Without a rest the wait is kept all the same: whoever goes on from here counts on it.
 */
export function rollOut(assignments: readonly Assignment[], { canaries, canaryWaitMs, maxFailures = Infinity }: Rollout, { run, aborted$, scheduler }: Stages): Observable<Ended> {
  const isCanary = ({ endpoint }: Assignment): boolean => canaries.includes(endpoint.url);
  const rest = assignments.filter((assignment) => !isCanary(assignment));
  const runRest = (): Observable<Ended> =>
    defer(() => {
      let failures = 0;
      // Counted where the next one asks whether to begin.
      return run(rest, () => failures > maxFailures).pipe(tap((end) => (failures += isFailure(end) ? 1 : 0)));
    });
  return run(assignments.filter(isCanary), () => false).pipe(
    connect((canary$) =>
      merge(
        canary$,
        canary$.pipe(
          toArray(),
          concatMap((ends) => {
            if (ends.some(isFailure)) return from(rest.map(notAttempted));
            return merge(timer(canaryWaitMs, scheduler), aborted$).pipe(take(1), concatMap(runRest));
          }),
        ),
      ),
    ),
  );
}

/** How an endpoint ends whose turn did not come. */
export function notAttempted({ content, ...assignment }: Assignment): Ended {
  const error: ErrorInfo = {
    code: 'not_attempted',
    message: `the rollout was stopped before the turn of ${assignment.endpoint.url}`,
    stage: 'plan',
    hints: ['See how the endpoints before it failed; it goes on with new content, or when a retry of the canaries succeeds.'],
  };
  return untried({ ...assignment, contentChecksum: content.checksum }, error, false);
}

/** A cancel is none: everything else is cancelled along with it. */
function isFailure({ event }: Ended): boolean {
  return event.type === 'InstanceDeploymentFailedEvent' && event.error.code !== 'cancelled' && event.error.code !== 'not_attempted';
}
