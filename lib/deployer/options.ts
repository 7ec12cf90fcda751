import { asyncScheduler } from 'rxjs';
import type { SchedulerLike } from 'rxjs';
import type { AttemptSettings, Comparison } from '../dataplane/attempt.js';
import type { DataPlaneClient } from '../dataplane/DataPlaneClient.js';
import { createPushed } from '../dataplane/createPushed.js';
import { createEndpointMemory } from '../dataplane/endpointMemory.js';
import { defaults } from '../defaults.js';
import type { Endpoint } from '../events/types.js';
import { createChecks } from '../haproxy/createChecks.js';
import type { ConfigurationChecks } from '../haproxy/createChecks.js';
import { fleetNamePattern } from '../haproxy/fingerprint.js';
import { defaultRandom } from '../operators/defaultRandom.js';
import { optionNames } from '../optionNames.js';
import { assertDuration, assertKnownOptions, assertWholeAtLeast } from '../validate.js';
import { createComparisons } from './createComparisons.js';

/** What a client is to keep to in one deployment. */
export interface ClientNeeds {
  /** Longest answer to be read, in bytes: four times the wanted size, at least 16 MiB (design D2). */
  readonly maxAnswerBytes: number;
  /** Values of the wanted configuration that no error may quote. */
  readonly secrets: () => readonly string[];
}

/** How to deploy; durations are milliseconds. */
export interface DeployerOptions {
  /** Makes the client of one endpoint; called once per endpoint and deployment. */
  readonly connect: (endpoint: Endpoint, needs: ClientNeeds) => DataPlaneClient;
  /**
   * Tells a stored text from a wanted one by meaning.
   *
   * @defaultValue `createComparisons({ rawPushThreshold }).compare`, which asks the plan once per pair of texts
   */
  readonly compare?: (stored: string, wanted: string) => Comparison;
  /**
   * Endpoints being read, planned or written at a time; 0 = unlimited (design D1).
   *
   * @defaultValue 16
   */
  readonly maxParallel?: number;
  /**
   * Everything that one endpoint may take from the moment it gets its slot, in milliseconds (design D2).
   *
   * @defaultValue 25000
   */
  readonly instanceTimeoutMs?: number;
  /**
   * How long a reload may be invisible in the worker, in milliseconds (design D8).
   *
   * @defaultValue 10000
   */
  readonly reloadTimeoutMs?: number;
  /**
   * `forced`: the answer tells the outcome; `scheduled`: the API gathers reloads in its delay (design D5).
   *
   * @defaultValue `forced`
   */
  readonly reload?: 'forced' | 'scheduled';
  /**
   * What a check does about a drift: put it right, or report it and change nothing (design R5).
   *
   * @defaultValue `correct`
   */
  readonly driftMode?: 'correct' | 'warn';
  /**
   * What a check does about a drain or maintenance that somebody set at run time: report it and
   * leave it alone, or undo it (design R5).
   *
   * @defaultValue `leave`
   */
  readonly driftAdminState?: 'leave' | 'correct';
  /**
   * Most run-time changes, entries of maps among them, that are made instead of a reload; 0 for what
   * one request can hold, and 100 entries of maps (design D5). `compare` keeps to one of its own.
   *
   * @defaultValue 0
   */
  readonly rawPushThreshold?: number;
  /**
   * The fleet's name in the fingerprint: up to 64 letters, digits, `.`, `_`, `-` (design D5a).
   *
   * @defaultValue `default`
   */
  readonly name?: string;
  /**
   * Write to endpoints that bear another fleet's name (design D13).
   *
   * @defaultValue false
   */
  readonly takeOver?: boolean;
  /**
   * Write what the API is known to lose something of (design D5b).
   *
   * @defaultValue false
   */
  readonly allowLossy?: boolean;
  /**
   * Write what takes away the API's own users or socket (design D13).
   *
   * @defaultValue false
   */
  readonly allowLockout?: boolean;
  /**
   * What becomes of a configuration that the API stored with another meaning: `warn` tells, `strict`
   * puts the one from before back and ends the endpoint as `altered` (design D5b).
   *
   * @defaultValue `warn`
   */
  readonly fidelity?: 'warn' | 'strict';
  /**
   * Asked before a write and about its stored form.
   *
   * @defaultValue `createChecks()`
   */
  readonly checks?: ConfigurationChecks;
  /**
   * Between two looks at a reload or worker, in milliseconds.
   *
   * @defaultValue 250
   */
  readonly pollMs?: number;
  /**
   * Source of time and timers.
   *
   * @defaultValue `asyncScheduler`
   */
  readonly scheduler?: SchedulerLike;
  /**
   * Chance for the delay after a conflict: numbers from 0 to below 1.
   *
   * @defaultValue the system's
   */
  readonly random?: () => number;
  /** Told of errors that are a bug of ours, with their stack; the endpoint ends with code `unexpected`. */
  readonly onUnexpectedError?: (error: unknown) => void;
}

export interface ResolvedDeployerOptions {
  readonly connect: DeployerOptions['connect'];
  /** `Infinity` for unlimited. */
  readonly maxParallel: number;
  readonly instanceTimeoutMs: number;
  readonly driftMode: 'correct' | 'warn';
  readonly attempt: AttemptSettings;
  readonly onUnexpectedError: (error: unknown) => void;
}

/** Fills in the defaults and throws a `RangeError` naming the first option that is out of range, a `TypeError` for one that is unknown. */
export function resolveDeployerOptions({
  connect,
  rawPushThreshold = defaults.rawPushThreshold,
  compare = createComparisons({ rawPushThreshold }).compare,
  maxParallel = defaults.maxParallel,
  instanceTimeoutMs = defaults.instanceTimeoutMs,
  reloadTimeoutMs = defaults.reloadTimeoutMs,
  reload = defaults.reload,
  driftMode = defaults.driftMode,
  driftAdminState = defaults.driftAdminState,
  name = defaults.name,
  takeOver = false,
  allowLossy = false,
  allowLockout = false,
  fidelity = defaults.fidelity,
  checks = createChecks(),
  pollMs = defaults.reloadPollMs,
  scheduler = asyncScheduler,
  random = defaultRandom,
  onUnexpectedError = () => undefined,
  ...others
}: DeployerOptions): ResolvedDeployerOptions {
  assertKnownOptions(others, optionNames);
  assertWholeAtLeast('maxParallel', maxParallel, 0);
  assertDuration('instanceTimeoutMs', instanceTimeoutMs, 1);
  assertDuration('reloadTimeoutMs', reloadTimeoutMs, 1);
  assertDuration('pollMs', pollMs, 1);
  assertWholeAtLeast('rawPushThreshold', rawPushThreshold, 0);
  if (!fleetNamePattern.test(name)) {
    throw new RangeError(`name takes 1 to 64 letters, digits, ".", "_" and "-", got ${JSON.stringify(name)}`);
  }
  return {
    connect,
    maxParallel: maxParallel === 0 ? Infinity : maxParallel,
    instanceTimeoutMs,
    driftMode,
    attempt: { name, takeOver, allowLossy, allowLockout, fidelity, checks, driftAdminState, rawPushThreshold, reload, reloadTimeoutMs, pollMs, compare, memory: createEndpointMemory(), pushed: createPushed(), scheduler, random },
    onUnexpectedError,
  };
}
