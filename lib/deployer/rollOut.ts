import { concatMap, connect, defer, from, map, merge, of, take, tap, timer, toArray } from 'rxjs';
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
 * - A canary that fails stops it, and so does the loss of all of them: the rest is `not_attempted`.
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
            const stop = (): Observable<Ended> => from(rest.map(notAttempted));
            if (ends.some(isFailure)) return stop();
            // Canaries that left the fleet have tried nothing; where all is cancelled, the rest ends so, too.
            if (ends.length > 0 && !ends.some(isDeployed)) return merge(aborted$.pipe(map(() => runRest())), of(stop())).pipe(take(1), concatMap((rest$) => rest$));
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
    hints: ['See how the endpoints before it ended; it goes on with new content, or when a retry of the canaries succeeds.'],
  };
  return untried({ ...assignment, contentChecksum: content.checksum }, error, false);
}

const isDeployed = ({ event }: Ended): boolean => event.type === 'InstanceDeployedEvent';

/** A cancel is none: either all else is cancelled along with it, or the endpoint left. */
function isFailure({ event }: Ended): boolean {
  return event.type === 'InstanceDeploymentFailedEvent' && event.error.code !== 'cancelled' && event.error.code !== 'not_attempted';
}
