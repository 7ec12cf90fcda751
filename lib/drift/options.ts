import { asyncScheduler } from 'rxjs';
import type { SchedulerLike } from 'rxjs';
import { defaults } from '../defaults.js';
import { defaultRandom } from '../operators/defaultRandom.js';
import { optionNames } from '../optionNames.js';
import { assertDuration, assertKnownOptions } from '../validate.js';

/** When to look for drift; durations are milliseconds. */
export interface DriftOptions {
  /**
   * Without a full comparison of the whole fleet for this long, a check is triggered, in
   * milliseconds; 0 = never (design R1).
   *
   * @defaultValue 60000
   */
  readonly driftPreventionIntervalMs?: number;
  /**
   * Share of the interval by which chance moves each check either way, from 0 to below 1 (design R6).
   *
   * @defaultValue 0.1
   */
  readonly driftJitter?: number;
  /**
   * Whether this process leads before any leadership event (design S10).
   *
   * @defaultValue true
   */
  readonly leading?: boolean;
  /**
   * Source of time and timers.
   *
   * @defaultValue `asyncScheduler`
   */
  readonly scheduler?: SchedulerLike;
  /**
   * Chance for the jitter: numbers from 0 to below 1; 0.5 is no jitter.
   *
   * @defaultValue the system's
   */
  readonly random?: () => number;
}

export type ResolvedDriftOptions = Required<DriftOptions>;

/** Fills in the defaults and throws a `RangeError` naming the first option that is out of range, a `TypeError` for one that is unknown. */
export function resolveDriftOptions({
  driftPreventionIntervalMs = defaults.driftPreventionIntervalMs,
  driftJitter = defaults.driftJitter,
  leading = true,
  scheduler = asyncScheduler,
  random = defaultRandom,
  ...others
}: DriftOptions = {}): ResolvedDriftOptions {
  assertKnownOptions(others, optionNames);
  assertDuration('driftPreventionIntervalMs', driftPreventionIntervalMs);
  if (!(driftJitter >= 0 && driftJitter < 1)) {
    throw new RangeError(`driftJitter takes a number from 0 to below 1, got ${driftJitter}`);
  }
  return { driftPreventionIntervalMs, driftJitter, leading, scheduler, random };
}
