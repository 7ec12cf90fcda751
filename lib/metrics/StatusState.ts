import type { DeploymentReason, EndpointRef, ErrorCode, Strategy } from '../events/types.js';
import type { Renders } from '../scheduler/renders.js';

/** Counts by a word, or by two of them with a blank between. */
export type Tally = Readonly<Record<string, number>>;

/** What the events tell of one endpoint. Times in milliseconds since the epoch. */
export interface EndpointState {
  readonly ref: EndpointRef;
  /** How the last attempt ended. */
  readonly result: 'deployed' | 'failed' | undefined;
  /** Of the last attempt, where it failed. */
  readonly code: ErrorCode | undefined;
  /** Checksum of the content that it was last proved to run. */
  readonly contentChecksum: string | undefined;
  readonly strategy: Strategy | undefined;
  readonly succeededAt: number | undefined;
  /** The same checksum, as long as it counts: another leader may have changed it since (design S10). */
  readonly confirmed: string | undefined;
  /** Attempts in a row that failed; one that was cancelled or not made is none of them. */
  readonly failuresInARow: number;
  readonly failuresByCode: Tally;
  /** Drifts found, and those of them that keep coming back (design R7). */
  readonly drifts: { readonly once: number; readonly recurring: number };
  readonly retry: { readonly attempt: number; readonly dueAt: number } | undefined;
  readonly parked: ErrorCode | undefined;
}

/** The deployment in flight. */
export interface RunningDeployment {
  readonly deploymentId: string;
  readonly reason: DeploymentReason;
  readonly reasons: readonly DeploymentReason[];
  /** Of the newest candidate. */
  readonly contentChecksum: string;
  /** Checksum by URL of each endpoint. */
  readonly targets: ReadonlyMap<string, string>;
  readonly canaries: readonly string[];
  readonly scheduledAt: number;
  /** Endpoints that have ended. */
  readonly ended: number;
}

/** The newest content, while some endpoint lacks it. */
export interface OpenChange {
  /** When it was validated, or when there was an endpoint at last to bring it to. */
  readonly since: number;
  /** Whether a deployment of it has begun. */
  readonly begun: boolean;
}

/** Totals since the first event. */
export interface StatusCounts {
  /** By type of event. */
  readonly read: Tally;
  /** What was read and is no event, or made no sense. */
  readonly rejected: number;
  /** Contents that became wanted. */
  readonly changes: number;
  /** By cause. */
  readonly superseded: Tally;
  /** Contents that reached everybody. */
  readonly converged: number;
  /** By cause. */
  readonly skipped: Tally;
  /** Requests that waited, by cause. */
  readonly delayed: Tally;
  /** By reason and result. */
  readonly deployments: Tally;
  /** Deployments of which nothing was heard any more (design S6). */
  readonly timeouts: number;
  /** On all endpoints together. */
  readonly reloads: number;
  /** Endpoints that were brought to a content, by strategy. */
  readonly deployed: Tally;
  /** Endpoints that were not, by code. */
  readonly failed: Tally;
  /** By code. */
  readonly retries: Tally;
  /** Checks that were asked for. */
  readonly driftChecks: number;
}

/**
 * Everything that `foldStatus` remembers; bounded by the fleet, never by the number of events.
 *
 * It holds renders that wait for their validation, with all that is in them: show
 * `describeStatus` of it to others, never the state itself.
 */
export interface StatusState {
  /** Those that wait for their validation. */
  readonly renders: Renders;
  /** Of the newest validated content. */
  readonly candidateChecksum: string | undefined;
  /** Of the newest content that some endpoint proved (design S14). */
  readonly goodChecksum: string | undefined;
  /** By URL, in the order of the list that named them. */
  readonly endpoints: ReadonlyMap<string, EndpointState>;
  /** Whether this process leads. */
  readonly leading: boolean;
  /** Whether nothing is started. */
  readonly paused: boolean;
  /** The deployment in flight. */
  readonly running: RunningDeployment | undefined;
  /** The newest content, while some endpoint lacks it. */
  readonly change: OpenChange | undefined;
  /** Since when some endpoint has lacked the newest content, one after the other. */
  readonly behindSince: number | undefined;
  /** From the last change that reached everybody to that moment, in milliseconds. */
  readonly lastConvergenceMs: number | undefined;
  /** Totals since the first event. */
  readonly counts: StatusCounts;
}

/**
 * The state before the first event.
 *
 * @example A process that waits for its leadership
 * ```ts
 * import { describeStatus, initialStatus } from 'haproxy-deployer';
 *
 * console.log(describeStatus(initialStatus(false), 0).leading);
 * // → false
 * ```
 *
 * @param leading False with `--wait-for-leadership`: a follower at first (design S10).
 */
export function initialStatus(leading = true): StatusState {
  return {
    renders: [],
    candidateChecksum: undefined,
    goodChecksum: undefined,
    endpoints: new Map(),
    leading,
    paused: false,
    running: undefined,
    change: undefined,
    behindSince: undefined,
    lastConvergenceMs: undefined,
    counts: {
      read: {},
      rejected: 0,
      changes: 0,
      superseded: {},
      converged: 0,
      skipped: {},
      delayed: {},
      deployments: {},
      timeouts: 0,
      reloads: 0,
      deployed: {},
      failed: {},
      retries: {},
      driftChecks: 0,
    },
  };
}
