import type { OperatorFunction } from 'rxjs';
import type { PipelineEvent } from '../events/types.js';
import { foldWithWakeups } from '../operators/foldWithWakeups.js';
import { askOncePerPair } from './askOncePerPair.js';
import { resolveSchedulerOptions } from './options.js';
import type { SchedulerOptions } from './options.js';
import { reduce } from './reduce.js';
import { initialState } from './state.js';
import type { SchedulerOutput } from './state.js';

/**
 * Decides when to deploy and for whom: one deployment at a time, the newest validated
 * configuration, a minimum interval after each end (design 3).
 *
 * ```text
 * source:  -r-v-e------------C--r-v------C-     r render, v validation, e endpoints, C completed
 * result:  ---w-S-----------------w·S-------     S scheduled, w waits: for endpoints, then for the interval
 * ```
 *
 * Feed it everything: input events, its own output and that of `executeDeployments` and
 * `driftTriggers`; what does not concern it is ignored. `runPipeline` does that wiring.
 *
 * - At most one deployment is in flight and at most one request waits, whatever comes in.
 * - Completes when its source does, or after an `InputEndedEvent` as soon as all is done (design S12);
 *   its last event is then a `SchedulingCompletedEvent`.
 * - Errors only with its source's error, or a bug.
 * - Sets one timer at a time, on `options.scheduler`; unsubscribing stops it.
 *
 * @example What a deployer of your own is told
 * ```ts
 * import { from } from 'rxjs';
 * import { ofType, scheduleDeployments } from 'haproxy-deployer';
 * import type { PipelineEvent } from 'haproxy-deployer';
 *
 * from<PipelineEvent[]>([
 *   { type: 'TemplateRenderedEvent', haproxyConfig: 'global\n' },
 *   { type: 'ValidationCompletedEvent' },
 *   { type: 'HAProxyPodsDiscoveredEvent', endpoints: [{ url: 'http://a.example:5555' }] },
 * ])
 *   .pipe(scheduleDeployments(), ofType('DeploymentScheduledEvent'))
 *   .subscribe(({ reason, targets }) => console.log(reason, targets.length));
 * // → pod_discovery 1
 * ```
 *
 * @throws RangeError at once when an option is out of range, TypeError when one is unknown.
 */
export function scheduleDeployments(options: SchedulerOptions = {}): OperatorFunction<PipelineEvent, SchedulerOutput> {
  const given = resolveSchedulerOptions(options);
  const resolved = { ...given, isRuntimeOnly: askOncePerPair(given.isRuntimeOnly) };
  return foldWithWakeups(initialState(resolved.leading), (state, event, now) => reduce(state, event, now, resolved), resolved.scheduler);
}
