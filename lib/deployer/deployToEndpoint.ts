import { catchError, concatMap, defer, map, merge, of, retry, take, throwError, throwIfEmpty, timeout, timer } from 'rxjs';
import type { Observable } from 'rxjs';
import { applyPlan } from '../dataplane/applyPlan.js';
import type { Attempt } from '../dataplane/attempt.js';
import { DataPlaneError } from '../dataplane/errors.js';
import { lookAt } from '../dataplane/lookAt.js';
import type { Look } from '../dataplane/look.js';
import type { Applied, Reloading } from '../dataplane/pushRaw.js';
import { tidyFiles } from '../dataplane/syncAuxFiles.js';
import { defaults } from '../defaults.js';
import type { Content } from '../events/types.js';
import { wantedFiles } from '../haproxy/wantedFiles.js';
import { createReporter, outcomeOf } from './createReporter.js';
import type { Assignment, Ended, Reporter } from './createReporter.js';
import type { ResolvedDeployerOptions } from './options.js';

/** Written, and waiting for its reload: holds no slot (design D1). */
export interface Waiting {
  readonly kind: 'waiting';
  readonly end$: Observable<Ended>;
}

/** The delay before the attempt that follows a conflict, in milliseconds: chance keeps two writers from meeting again (design D7). */
const conflictDelayMs = { min: 50, max: 500 };
const maxConflicts = 3;

/**
 * Deploys to one endpoint; the only place that turns an error into an event.
 *
 * Emits once: how it ended, or that it waits for its reload. Never errors: whatever goes wrong ends
 * this endpoint alone (design D2). Its limit counts from the subscription, when it got its slot.
 *
 * @param abort$ The first value aborts the requests under way and ends it as `cancelled` (design D10).
 */
export function deployToEndpoint(assignment: Assignment, abort$: Observable<unknown>, options: ResolvedDeployerOptions): Observable<Ended | Waiting> {
  const { scheduler } = options.attempt;
  return defer(() => {
    const startedAt = scheduler.now();
    const reporter = createReporter(assignment, startedAt, options);
    const attempt: Attempt = {
      settings: options.attempt,
      client: options.connect(assignment.endpoint, {
        // Four times the wanted size (design D2).
        maxAnswerBytes: Math.max(defaults.minAnswerBytes, 4 * largestPart(assignment.content)),
        secrets: assignment.secrets,
      }),
      url: assignment.endpoint.url,
      content: assignment.content,
      force: assignment.force,
      deadline: startedAt + options.instanceTimeoutMs,
      progress: reporter.progress,
    };
    const bounded = <T>(work$: Observable<T>, end: (value: T) => Ended | Waiting): Observable<Ended | Waiting> =>
      merge(
        abort$.pipe(map(() => reporter.cancelled())),
        work$.pipe(
          timeout({ first: Math.max(0, attempt.deadline - scheduler.now()), scheduler, with: () => throwError(() => outOfTime(attempt, options.instanceTimeoutMs)) }),
          throwIfEmpty(() => new Error(`the client of ${attempt.url} gave no answer`)),
          map(end),
          catchError((error: unknown) => of(reporter.failed(error))),
        ),
      ).pipe(take(1));

    return bounded(lookAndWrite(attempt, reporter, options), (step) =>
      'proof$' in step
        ? {
            kind: 'waiting',
            end$: defer(() => bounded(step.proof$, (applied) => reporter.applied(applied))).pipe(
              concatMap((ended) => (ended.kind === 'ended' ? of(ended) : ended.end$)),
            ),
          }
        : 'kind' in step
          ? reporter.unchanged(step)
          : reporter.applied(step),
    );
  }).pipe(catchError((error: unknown) => of(createReporter(assignment, scheduler.now(), options).failed(error))));
}

/** Size in bytes of the configuration or the largest file: no answer holds more than one of them. */
function largestPart({ auxiliaryFiles, configBytes }: Content): number {
  return wantedFiles(auxiliaryFiles).reduce((largest, { bytes }) => Math.max(largest, bytes), configBytes);
}

type Step = Applied | Reloading | Extract<Look, { kind: 'proved' }>;

/** Looks, and writes where something differs; after a version conflict anew, from the look on (design D7). */
function lookAndWrite(attempt: Attempt, reporter: Reporter, { driftMode }: ResolvedDeployerOptions): Observable<Step> {
  const { progress, settings, url } = attempt;
  return defer(() => lookAt(attempt)).pipe(
    concatMap((look): Observable<Step> => {
      if (look.kind === 'proved') {
        const { files } = look;
        // Nothing is written by a check that only warns.
        return files && !(attempt.force && driftMode === 'warn') ? tidyFiles(attempt, files).pipe(map(() => look)) : of(look);
      }
      reporter.found(look);
      if (look.drifted && driftMode === 'warn') return throwError(() => drifted(url));
      return applyPlan(attempt, look);
    }),
    retry({
      count: maxConflicts,
      delay: (error: unknown) => {
        if (!(error instanceof DataPlaneError && error.code === 'conflict' && error.outcome !== 'unknown')) return throwError(() => error);
        progress.retries += 1;
        return timer(conflictDelayMs.min + settings.random() * (conflictDelayMs.max - conflictDelayMs.min), settings.scheduler);
      },
    }),
  );
}

function outOfTime({ progress, url }: Attempt, instanceTimeoutMs: number): DataPlaneError {
  return progress.verdict ?? new DataPlaneError(`${url} was not done within ${instanceTimeoutMs} ms`, {
    code: 'timeout',
    endpoint: url,
    stage: progress.stage,
    retryable: true,
    outcome: outcomeOf(progress),
    hints: ['See whether the Data Plane API or HAProxy is overloaded, or raise --instance-timeout (library: instanceTimeoutMs).'],
  });
}

function drifted(url: string): DataPlaneError {
  return new DataPlaneError(`the configuration at ${url} was changed by somebody else; drift mode "warn" leaves it`, {
    code: 'drifted',
    endpoint: url,
    stage: 'plan',
    retryable: false,
    outcome: 'untouched',
    hints: ['Deploy a new configuration, or use drift mode "correct", to put it right.'],
  });
}
