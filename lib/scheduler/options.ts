import { asyncScheduler } from 'rxjs';
import type { SchedulerLike } from 'rxjs';
import { defaults } from '../defaults.js';
import type { Content } from '../events/types.js';
import { defaultRandom } from '../operators/defaultRandom.js';
import { optionNames } from '../optionNames.js';
import { assertDuration, assertKnownOptions, assertWholeAtLeast } from '../validate.js';
import { parseCanary } from './rolloutPlan.js';
import type { RolloutPlan } from './rolloutPlan.js';

/** When to deploy, and to whom first; durations are milliseconds. */
export interface SchedulerOptions {
  /**
   * From the end of a deployment in which an endpoint reloaded, or may have, to the start of the next
   * one, in milliseconds; 0 = none (design S4).
   *
   * @defaultValue 2000
   */
  readonly minDeploymentIntervalMs?: number;
  /**
   * From the end of any deployment that wrote to the start of the next one, in milliseconds (design S13).
   *
   * @defaultValue `minDeploymentIntervalMs`
   */
  readonly minRuntimeIntervalMs?: number;
  /**
   * Silence of a running deployment after which it is cancelled, in milliseconds (design S6).
   *
   * @defaultValue 30000
   */
  readonly deploymentTimeoutMs?: number;
  /**
   * How long the completion of a cancelled deployment is waited for, in milliseconds (design S6).
   *
   * @defaultValue 5000
   */
  readonly cancelGraceMs?: number;
  /**
   * First back-off of an endpoint that failed for a transient reason, in milliseconds (design S9).
   *
   * @defaultValue 1000
   */
  readonly retryInitialMs?: number;
  /**
   * Longest back-off, in milliseconds.
   *
   * @defaultValue 30000
   */
  readonly retryMaxMs?: number;
  /**
   * How often a parked endpoint is tried again, in milliseconds; 0 = never.
   *
   * @defaultValue 600000
   */
  readonly parkedRetryIntervalMs?: number;
  /**
   * After the end of input, how long failed endpoints are retried, in milliseconds; 0 = no retries (design S12).
   *
   * @defaultValue 30000
   */
  readonly drainTimeoutMs?: number;
  /**
   * How many endpoints try new content first: a count, or a share such as `10%` (design D11).
   *
   * @defaultValue all at once
   */
  readonly canary?: number | string;
  /**
   * From the end of the canaries to the start of the rest, in milliseconds.
   *
   * @defaultValue 0
   */
  readonly canaryWaitMs?: number;
  /**
   * Failures after the canaries that are borne; one more stops the rollout. Only with `canary`.
   *
   * @defaultValue any number
   */
  readonly maxFailures?: number;
  /**
   * The drift monitor's interval, in milliseconds: an endpoint on which somebody fights us rests for
   * multiples of it (design R7).
   *
   * @defaultValue 60000
   */
  readonly driftPreventionIntervalMs?: number;
  /**
   * Whether this process leads before any leadership event (design S10).
   *
   * @defaultValue true
   */
  readonly leading?: boolean;
  /**
   * Whether the step from one content to another can be made in a running HAProxy; asked once per
   * pair (design S13).
   *
   * @defaultValue every step needs a reload
   */
  readonly isRuntimeOnly?: (from: Content, to: Content) => boolean;
  /**
   * Source of time and timers.
   *
   * @defaultValue `asyncScheduler`
   */
  readonly scheduler?: SchedulerLike;
  /**
   * Chance for the jitter of back-offs: numbers from 0 to below 1.
   *
   * @defaultValue the system's
   */
  readonly random?: () => number;
  /**
   * Makes ids of deployments, and correlation ids where none came in; unique for the life of the process.
   *
   * @defaultValue random UUIDs
   */
  readonly nextId?: () => string;
}

export interface ResolvedSchedulerOptions extends Required<Omit<SchedulerOptions, 'canary' | 'canaryWaitMs' | 'maxFailures'>> {
  /** `undefined`: all at once. */
  readonly rollout: RolloutPlan | undefined;
  /** Longest rest of an endpoint between two drift checks, in milliseconds (design R7). */
  readonly maxDriftIntervalMs: number;
}

/** Fills in the defaults and throws a `RangeError` naming the first option that is out of range, a `TypeError` for one that is unknown. */
export function resolveSchedulerOptions({
  minDeploymentIntervalMs = defaults.minDeploymentIntervalMs,
  minRuntimeIntervalMs = minDeploymentIntervalMs,
  deploymentTimeoutMs = defaults.deploymentTimeoutMs,
  cancelGraceMs = defaults.cancelGraceMs,
  retryInitialMs = defaults.retryInitialMs,
  retryMaxMs = Math.max(defaults.retryMaxMs, retryInitialMs),
  parkedRetryIntervalMs = defaults.parkedRetryIntervalMs,
  drainTimeoutMs = defaults.drainTimeoutMs,
  canary,
  canaryWaitMs = defaults.canaryWaitMs,
  maxFailures,
  driftPreventionIntervalMs = defaults.driftPreventionIntervalMs,
  leading = true,
  isRuntimeOnly = () => false,
  scheduler = asyncScheduler,
  random = defaultRandom,
  nextId = () => crypto.randomUUID(),
  ...others
}: SchedulerOptions = {}): ResolvedSchedulerOptions {
  assertKnownOptions(others, optionNames);
  assertDuration('minDeploymentIntervalMs', minDeploymentIntervalMs);
  assertDuration('minRuntimeIntervalMs', minRuntimeIntervalMs);
  assertDuration('deploymentTimeoutMs', deploymentTimeoutMs, 1);
  assertDuration('cancelGraceMs', cancelGraceMs);
  assertDuration('retryInitialMs', retryInitialMs, 1);
  assertDuration('retryMaxMs', retryMaxMs, retryInitialMs);
  assertDuration('parkedRetryIntervalMs', parkedRetryIntervalMs);
  assertDuration('drainTimeoutMs', drainTimeoutMs);
  assertDuration('canaryWaitMs', canaryWaitMs);
  assertDuration('driftPreventionIntervalMs', driftPreventionIntervalMs);
  if (maxFailures !== undefined) assertWholeAtLeast('maxFailures', maxFailures, 0);
  return {
    minDeploymentIntervalMs,
    minRuntimeIntervalMs,
    deploymentTimeoutMs,
    cancelGraceMs,
    retryInitialMs,
    retryMaxMs,
    parkedRetryIntervalMs,
    drainTimeoutMs,
    rollout: canary === undefined ? undefined : { canary: parseCanary(canary), canaryWaitMs, maxFailures },
    driftPreventionIntervalMs,
    maxDriftIntervalMs: defaults.maxDriftIntervalMs,
    leading,
    isRuntimeOnly,
    scheduler,
    random,
    nextId,
  };
}
