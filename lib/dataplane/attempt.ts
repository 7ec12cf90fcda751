import type { SchedulerLike } from 'rxjs';
import type { Content, OperationCounts, Stage } from '../events/types.js';
import type { ConfigurationChecks } from '../haproxy/createChecks.js';
import type { Fingerprint } from '../haproxy/fingerprint.js';
import type { RunningMap } from '../haproxy/runningMaps.js';
import type { RuntimeAction } from '../haproxy/runtimeActions.js';
import type { DataPlaneClient, RawConfiguration } from './DataPlaneClient.js';
import type { Pushed } from './createPushed.js';
import type { EndpointMemory } from './endpointMemory.js';
import type { DataPlaneError } from './errors.js';

/** What differs between a stored text and the wanted one. */
export interface Comparison {
  /** Equal in meaning, whatever the texts look like. */
  readonly same: boolean;
  /** What differs, by kind. */
  readonly operations: OperationCounts;
  /** How to make every difference in the running process; absent where a reload is needed. */
  readonly runtime?: RuntimeStep;
}

/** Commands for the running process. */
export interface RuntimeStep {
  /** Value of `X-Runtime-Actions`. */
  readonly header: string;
  /** The same one by one. */
  readonly actions: readonly RuntimeAction[];
  /** Maps whose running entries are to follow their stored files; absent: none. */
  readonly maps?: readonly RunningMap[];
}

/** What holds for every attempt of a deployer. */
export interface AttemptSettings {
  /** The fleet's name in the fingerprint (design D5a). */
  readonly name: string;
  /** Write to endpoints that bear another fleet's name (design D13). */
  readonly takeOver: boolean;
  readonly reload: 'forced' | 'scheduled';
  /** How long a reload may be invisible in the worker, in milliseconds (design D8). */
  readonly reloadTimeoutMs: number;
  /** Between two looks at a reload or worker, in milliseconds. */
  readonly pollMs: number;
  readonly checks: ConfigurationChecks;
  /** Write what the API is known to lose something of (design D5b). */
  readonly allowLossy: boolean;
  /** Write what takes away the API's own users or socket (design D13). */
  readonly allowLockout: boolean;
  /** What becomes of a configuration that was stored with another meaning (design D5b). */
  readonly fidelity: 'warn' | 'strict';
  /** What becomes of a drain or maintenance that somebody set at run time (design R5). */
  readonly driftAdminState: 'leave' | 'correct';
  /** Most run-time changes of one deployment with maps that are made instead of a reload; 0 for no limit but the usual ones (design D5). */
  readonly rawPushThreshold: number;
  readonly compare: (stored: string, wanted: string) => Comparison;
  readonly memory: EndpointMemory;
  readonly pushed: Pushed;
  readonly scheduler: SchedulerLike;
  /** Chance for the delay after a conflict: numbers from 0 to below 1. */
  readonly random: () => number;
}

/** One endpoint's part in one deployment. */
export interface Attempt {
  readonly settings: AttemptSettings;
  readonly client: DataPlaneClient;
  readonly url: string;
  readonly content: Content;
  /** Past every cache (design R4). */
  readonly force: boolean;
  /** When its time is over, in milliseconds of the scheduler's clock (design D2). */
  readonly deadline: number;
  /** How far it has come: what a limit or a cancel from outside finds. */
  readonly progress: Progress;
}

export interface Progress {
  stage: Stage;
  /** From the moment a write is sent until its outcome is known. */
  inDoubt: boolean;
  /** A write of this attempt that is not done with: whatever comes after it, the endpoint is not as it was. */
  touched: boolean;
  /** Requests sent that write. */
  writes: number;
  /** Entries of running maps were changed: they are those of the stored files no longer, should these be put back. */
  mapsTouched: boolean;
  /** Attempts beyond the first after a version conflict. */
  retries: number;
  /** Whether the configuration was read or written, so that a full comparison took place. */
  compared: 'full' | 'cached';
  /** What it ends in even if its time runs out: only tidying up is left. */
  verdict: DataPlaneError | undefined;
}

/** The state of an attempt that has not begun. */
export function noProgress(): Progress {
  return { stage: 'connect', inDoubt: false, touched: false, writes: 0, mapsTouched: false, retries: 0, compared: 'cached', verdict: undefined };
}

/** What is left of the attempt's time, in milliseconds. */
export function remainingOf({ deadline, settings }: Attempt): number {
  return Math.max(0, deadline - settings.scheduler.now());
}

/**
 * The fingerprint of what this attempt is about to write over what it found (design D5a).
 *
 * @param more What only the way of writing knows; `notBefore` is the least `at`, in Unix seconds.
 */
export function fingerprintOf({ content, settings }: Attempt, found: RawConfiguration, by: Fingerprint['by'], { notBefore = 0, ...more }: Pick<Fingerprint, 'before' | 'unseen'> & { readonly notBefore?: number } = {}): Fingerprint {
  const at = Math.max(notBefore, Math.floor((found.dateMs ?? settings.scheduler.now()) / 1_000));
  // A write makes the next version (facts 2).
  return { checksum: content.checksum, name: settings.name, at, by, version: found.version + 1, ...more };
}

/** Whether a fingerprint found is the one that this attempt wrote. */
export function isSameWrite(found: Fingerprint | undefined, written: Fingerprint): boolean {
  return found?.checksum === written.checksum && found.name === written.name && found.at === written.at;
}
