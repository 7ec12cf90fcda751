import type { DeploymentReason, EndpointRef, ErrorCode, Strategy } from '../events/types.js';
import type { EndpointState, RunningDeployment, StatusCounts, StatusState } from './StatusState.js';

/** How one endpoint stands. */
export interface EndpointStatus extends EndpointRef {
  /** Whether it was proved to run the newest content. */
  readonly upToDate: boolean;
  /** How the last attempt ended. */
  readonly result?: 'deployed' | 'failed';
  /** Of the last attempt, where it failed. */
  readonly code?: ErrorCode;
  /** Of the last success. */
  readonly contentChecksum?: string;
  /** Of the last success. */
  readonly strategy?: Strategy;
  /** ISO 8601. */
  readonly succeededAt?: string;
  /** Attempts since the last success; one that was cancelled or not made is none of them. */
  readonly failuresInARow: number;
  /** The next attempt of its own. */
  readonly retry?: {
    /** Failed attempts in a row, from 1. */
    readonly attempt: number;
    /** From now to the next attempt, in milliseconds. */
    readonly inMs: number;
  };
  /** Why it is left alone. */
  readonly parked?: ErrorCode;
}

/** How the pipeline stands: plain and JSON-safe, without configurations and credentials. */
export interface PipelineStatus {
  /** Whether this process leads (design S10). */
  readonly leading: boolean;
  /** Whether nothing is started (design S15). */
  readonly paused: boolean;
  /** Of the newest validated content. */
  readonly candidateChecksum?: string;
  /** Of the newest content that some endpoint proved (design S14). */
  readonly goodChecksum?: string;
  /** For how long some endpoint has lacked the newest content, in milliseconds; 0: none does. */
  readonly behindMs: number;
  /** The deployment in flight. */
  readonly running?: {
    /** As in its events. */
    readonly deploymentId: string;
    /** The newest of `reasons`. */
    readonly reason: DeploymentReason;
    /** Why it was scheduled. */
    readonly reasons: readonly DeploymentReason[];
    /** Of the newest candidate when it was scheduled. */
    readonly contentChecksum: string;
    /** Endpoints that it is for. */
    readonly total: number;
    /** Endpoints that have ended. */
    readonly ended: number;
    /** Since it was scheduled, in milliseconds. */
    readonly forMs: number;
  };
  /** In the order of the list that named them. */
  readonly endpoints: readonly EndpointStatus[];
  /** Totals since the first event. */
  readonly counts: StatusCounts;
}

/**
 * What may be shown of the state at a moment.
 *
 * @example What a status page may show
 * ```ts
 * import { describeStatus, foldStatus, initialStatus } from 'haproxy-deployer';
 *
 * const endpoints = [{ url: 'http://a.example:5555', password: 'example' }];
 * const state = foldStatus(initialStatus(), { type: 'HAProxyPodsDiscoveredEvent', endpoints }, 0);
 * console.log(JSON.stringify(describeStatus(state, 1_000).endpoints));
 * // → [{"url":"http://a.example:5555","upToDate":false,"failuresInARow":0}]
 * ```
 */
export function describeStatus(state: StatusState, now: number): PipelineStatus {
  const { leading, paused, candidateChecksum, goodChecksum, running, endpoints, counts } = state;
  return {
    leading,
    paused,
    ...(candidateChecksum !== undefined && { candidateChecksum }),
    ...(goodChecksum !== undefined && { goodChecksum }),
    behindMs: behindMs(state, now),
    ...(running && { running: describeRunning(running, now) }),
    endpoints: [...endpoints.values()].map((endpoint) => describeEndpoint(endpoint, candidateChecksum, now)),
    counts,
  };
}

/** For how long some endpoint has lacked the newest content, in milliseconds. The clock may have been set back. */
export function behindMs({ behindSince }: StatusState, now: number): number {
  return behindSince === undefined ? 0 : Math.max(0, now - behindSince);
}

/** Whether it was proved to run the newest content. */
export function isUpToDate({ confirmed }: EndpointState, candidateChecksum: string | undefined): boolean {
  return confirmed !== undefined && confirmed === candidateChecksum;
}

function describeRunning({ deploymentId, reason, reasons, contentChecksum, targets, ended, scheduledAt }: RunningDeployment, now: number): PipelineStatus['running'] & object {
  return { deploymentId, reason, reasons, contentChecksum, total: targets.size, ended, forMs: Math.max(0, now - scheduledAt) };
}

function describeEndpoint(endpoint: EndpointState, candidateChecksum: string | undefined, now: number): EndpointStatus {
  const { ref, result, code, contentChecksum, strategy, succeededAt, failuresInARow, retry, parked } = endpoint;
  return {
    ...ref,
    upToDate: isUpToDate(endpoint, candidateChecksum),
    ...(result !== undefined && { result }),
    ...(code !== undefined && { code }),
    ...(contentChecksum !== undefined && { contentChecksum }),
    ...(strategy !== undefined && { strategy }),
    ...(succeededAt !== undefined && { succeededAt: new Date(succeededAt).toISOString() }),
    failuresInARow,
    ...(retry && { retry: { attempt: retry.attempt, inMs: Math.max(0, retry.dueAt - now) } }),
    ...(parked !== undefined && { parked }),
  };
}
