import { defer, distinctUntilChanged, map, NEVER, repeat, scan, startWith, switchMap, timer, withLatestFrom } from 'rxjs';
import type { Observable, OperatorFunction } from 'rxjs';
import { ofType } from '../events/ofType.js';
import type { DeploymentCompletedEvent, DriftPreventionTriggeredEvent, PipelineEvent } from '../events/types.js';
import { endWithSource } from '../operators/endWithSource.js';
import { maxTimerMs } from '../validate.js';
import { resolveDriftOptions } from './options.js';
import type { DriftOptions, ResolvedDriftOptions } from './options.js';

/** Whether checks are due at all, and what starts the interval anew. */
interface Watch {
  readonly leading: boolean;
  readonly paused: boolean;
  readonly inputEnded: boolean;
  /** Counts what starts the interval anew. */
  readonly resets: number;
  /** End of the last deployment, in milliseconds. */
  readonly deployedAt: number | undefined;
}

/**
 * Triggers a check when the whole fleet has not been compared for an interval, and again after each
 * further one (design 5).
 *
 * ```text
 * source:  -C--c---------L----B------      C full comparison of all, c any other completion,
 * timer:    -----t----t---    -----t-      L leadership lost, B leadership gained
 * result:  ------t----t------------t-
 * ```
 *
 * Feed it everything; what does not concern it is ignored.
 *
 * - The interval starts anew with each check and with a deployment that succeeded everywhere,
 *   covered every current endpoint and compared everything (design R2).
 * - Stopped while following or paused and after the end of input (design R3, S12).
 * - Completes and errors with the source. Unsubscribing stops the timer; there is one at most.
 *
 * @example Checks of a fleet that nothing is heard of, in virtual time
 * ```ts
 * import { NEVER, take, VirtualTimeScheduler } from 'rxjs';
 * import { driftTriggers } from 'haproxy-deployer';
 *
 * const scheduler = new VirtualTimeScheduler();
 * NEVER.pipe(driftTriggers({ driftPreventionIntervalMs: 60_000, driftJitter: 0, scheduler }), take(2)).subscribe(() => console.log(scheduler.now()));
 * scheduler.flush();
 * // → 60000
 * // → 120000
 * ```
 *
 * @throws RangeError at once when an option is out of range, TypeError when one is unknown.
 */
export function driftTriggers(options: DriftOptions = {}): OperatorFunction<PipelineEvent, DriftPreventionTriggeredEvent> {
  const resolved = resolveDriftOptions(options);
  const { leading, scheduler } = resolved;
  return (source) =>
    defer(() => {
      const initial: Watch = { leading, paused: false, inputEnded: false, resets: 0, deployedAt: undefined };
      return source.pipe(
        ofType(...followed),
        scan((watch, event) => follow(watch, event, scheduler.now()), initial),
        startWith(initial),
        endWithSource((watch$) =>
          watch$.pipe(
            // Only what matters to the timer may touch it.
            distinctUntilChanged(isSameInterval),
            switchMap((watch) => (isWatching(watch, resolved) ? ticks(resolved) : NEVER)),
            withLatestFrom(watch$),
            map(([, newest]) => trigger(newest, scheduler.now())),
          ),
        ),
      );
    });
}

/** All other events, the bulk of them, go no further. */
const followed = [
  'BecameLeaderEvent',
  'LostLeadershipEvent',
  'PauseRequestedEvent',
  'ResumeRequestedEvent',
  'InputEndedEvent',
  'DeploymentCompletedEvent',
] as const satisfies PipelineEvent['type'][];

type FollowedEvent = Extract<PipelineEvent, { readonly type: (typeof followed)[number] }>;

function follow(watch: Watch, event: FollowedEvent, now: number): Watch {
  switch (event.type) {
    case 'BecameLeaderEvent':
      return { ...watch, leading: true, resets: watch.resets + 1 };
    case 'LostLeadershipEvent':
      return { ...watch, leading: false };
    case 'PauseRequestedEvent':
      return { ...watch, paused: true };
    case 'ResumeRequestedEvent':
      return { ...watch, paused: false };
    case 'InputEndedEvent':
      return { ...watch, inputEnded: true };
    case 'DeploymentCompletedEvent':
      return { ...watch, deployedAt: now, resets: watch.resets + (isFullComparison(event) ? 1 : 0) };
  }
}

/** A fleet of none has nothing to compare; its completion counts like any other that left nothing out. */
export function isFullComparison({ failed, cancelled, notAttempted, endpoints, compared }: DeploymentCompletedEvent): boolean {
  return failed === 0 && cancelled === 0 && notAttempted === 0 && endpoints === 'all' && compared === 'full';
}

function isWatching({ leading, paused, inputEnded }: Watch, { driftPreventionIntervalMs }: ResolvedDriftOptions): boolean {
  return driftPreventionIntervalMs > 0 && leading && !paused && !inputEnded;
}

function isSameInterval(a: Watch, b: Watch): boolean {
  return a.leading === b.leading && a.paused === b.paused && a.inputEnded === b.inputEnded && a.resets === b.resets;
}

/** One tick per interval, each moved by chance anew (design R6). */
function ticks({ driftPreventionIntervalMs, driftJitter, random, scheduler }: ResolvedDriftOptions): Observable<unknown> {
  return defer(() => timer(Math.min(maxTimerMs, driftPreventionIntervalMs * (1 + driftJitter * (2 * random() - 1))), scheduler)).pipe(repeat());
}

function trigger({ deployedAt }: Watch, now: number): DriftPreventionTriggeredEvent {
  // The clock may have been set back since.
  const since = deployedAt === undefined ? {} : { timeSinceLastDeploymentMs: Math.max(0, now - deployedAt) };
  return { type: 'DriftPreventionTriggeredEvent', ...since };
}
