import type { DeploymentCancelRequestEvent, DriftPreventionTriggeredEvent } from './inputEvents.js';
import type { Content, DeploymentReason, Endpoint, EndpointRef, ErrorCode, ErrorInfo, EventMeta, FailureOutcome, OperationCounts, Strategy } from './shapes.js';

/** Events that the pipeline makes (design 6). */

/** One endpoint of a deployment and what it is to get. */
export interface DeploymentTarget {
  /** With its credentials: for the deployer, not to be shown. */
  readonly endpoint: Endpoint;
  /** Key into {@link DeploymentScheduledEvent.contents}. */
  readonly contentChecksum: string;
}

/** The stages of a deployment: canaries, a wait, the rest (design D11). */
export interface Rollout {
  /** URLs of the endpoints that go first. */
  readonly canaries: readonly string[];
  /** From the end of the canaries to the start of the rest, in milliseconds. */
  readonly canaryWaitMs: number;
  /** Failures after the canaries that are borne, one more stops; absent: any number. */
  readonly maxFailures?: number;
}

/**
 * A deployment starts now; it carries all that a deployer needs (design D3).
 *
 * Whole configurations and credentials are in it: `toWire` makes of it what may be shown.
 */
export interface DeploymentScheduledEvent extends EventMeta {
  readonly type: 'DeploymentScheduledEvent';
  /** Unique for the life of the process; all events of the deployment carry it (design S5). */
  readonly deploymentId: string;
  /** The newest of `reasons`. */
  readonly reason: DeploymentReason;
  /** All of them, retries first: a waiting request takes up those of newer ones (design S3). */
  readonly reasons: readonly DeploymentReason[];
  /** In the order in which they are to be begun: those whose last attempt did not succeed come last (design D1). */
  readonly targets: readonly DeploymentTarget[];
  /** By checksum: the newest candidate and, where some endpoint is to get it, the last good one (design S14). */
  readonly contents: Readonly<Record<string, Content>>;
  /** Of the newest candidate. */
  readonly contentChecksum: string;
  /** Size of the newest candidate's configuration in bytes of UTF-8. */
  readonly configBytes: number;
  /** Compare everything, past every cache (design R4). */
  readonly force: boolean;
  /** Absent: all within the limit of parallel work. */
  readonly rollout?: Rollout;
  /** Whether `targets` are all current endpoints or only some (design R2). */
  readonly coverage: 'all' | 'some';
}

/** A request begins to wait, or waits for something else now (design S3). */
export interface DeploymentDelayedEvent extends EventMeta {
  readonly type: 'DeploymentDelayedEvent';
  /** Why a deployment is wanted. */
  readonly reason: DeploymentReason;
  /** What it waits for. */
  readonly because: 'min_deployment_interval' | 'deployment_in_progress' | 'no_endpoints' | 'no_validated_configuration' | 'paused';
  /** When it will start, in milliseconds since the epoch, where that is known. */
  readonly untilMs?: number;
  /** From now to `untilMs`, in milliseconds. */
  readonly delayMs?: number;
}

/** A request needs no deployment (design S7, S8). */
export interface DeploymentSkippedEvent extends EventMeta {
  readonly type: 'DeploymentSkippedEvent';
  /** Why a deployment was asked for. */
  readonly reason: DeploymentReason;
  /** Why none is made. */
  readonly because: 'already_deployed' | 'left_to_retry' | 'nothing_validated' | 'no_eligible_endpoint';
}

/** A deployer has taken a deployment. */
export interface DeploymentStartedEvent extends EventMeta {
  readonly type: 'DeploymentStartedEvent';
  /** That of the {@link DeploymentScheduledEvent}. */
  readonly deploymentId: string;
  /** All that it is for. */
  readonly endpoints: readonly EndpointRef[];
}

/** One endpoint was proved to run the content: the only thing that confirms an endpoint (design S7, D8). */
export interface InstanceDeployedEvent extends EventMeta {
  readonly type: 'InstanceDeployedEvent';
  /** That of the {@link DeploymentScheduledEvent}. */
  readonly deploymentId: string;
  /** Who. */
  readonly endpoint: EndpointRef;
  /** Checksum of what it runs. */
  readonly contentChecksum: string;
  /** From its turn to its end, in milliseconds. */
  readonly durationMs: number;
  /** How it got there. */
  readonly strategy: Strategy;
  /** Whether HAProxy was reloaded for it. */
  readonly reloadRequired: boolean;
  /** The API's id of that reload, where it gave one. */
  readonly reloadId?: string;
  /** What differed. */
  readonly operations: OperationCounts;
  /** Configuration version of the endpoint after the deployment. */
  readonly version: number;
  /** Attempts beyond the first after a version conflict (design D7). */
  readonly retries: number;
  /** How the API stored it (design D5b); `unchecked` where nothing was written. */
  readonly fidelity: 'equal' | 'reshaped' | 'altered' | 'unchecked';
  /** With `altered`: what was lost, added or moved, masked; the first 20. */
  readonly altered?: readonly string[];
  /** Whether the text was read or written in this deployment (design R2). */
  readonly compared: 'full' | 'cached';
}

/** One endpoint did not get the content, or was not proved to run it (design 7). */
export interface InstanceDeploymentFailedEvent extends EventMeta {
  readonly type: 'InstanceDeploymentFailedEvent';
  /** That of the {@link DeploymentScheduledEvent}. */
  readonly deploymentId: string;
  /** Who. */
  readonly endpoint: EndpointRef;
  /** Checksum of what it was to run. */
  readonly contentChecksum: string;
  /** From its turn to its end, in milliseconds. */
  readonly durationMs: number;
  /** What went wrong, where, and what an operator can do. */
  readonly error: ErrorInfo;
  /** Whether the scheduler tries it again by itself (design S9). */
  readonly retryable: boolean;
  /** What the attempt left behind. */
  readonly outcome: FailureOutcome;
}

/** An endpoint that failed will be tried again, alone or with others that are due (design S9). */
export interface RetryScheduledEvent extends EventMeta {
  readonly type: 'RetryScheduledEvent';
  /** Who. */
  readonly endpoint: EndpointRef;
  /** Why its last attempt failed. */
  readonly code: ErrorCode;
  /** Failed attempts in a row, from 1. */
  readonly attempt: number;
  /** From now to the next attempt, in milliseconds. */
  readonly delayMs: number;
}

/** An endpoint is left alone until something about it changes (design S9, S14). */
export interface EndpointParkedEvent extends EventMeta {
  readonly type: 'EndpointParkedEvent';
  /** Who. */
  readonly endpoint: EndpointRef;
  /** Why its last attempt failed. */
  readonly code: ErrorCode;
}

/** An endpoint was found changed by somebody else (design R5). */
export interface DriftDetectedEvent extends EventMeta {
  readonly type: 'DriftDetectedEvent';
  /** That of the {@link DeploymentScheduledEvent}. */
  readonly deploymentId: string;
  /** Who. */
  readonly endpoint: EndpointRef;
  /** What differs from what it was proved to run. */
  readonly operations: OperationCounts;
  /** Corrections of the same drift in a row, from the third (design R7). */
  readonly recurring?: number;
}

/** All endpoints of a deployment have ended (design D1): `total = succeeded + failed + cancelled + notAttempted`. */
export interface DeploymentCompletedEvent extends EventMeta {
  readonly type: 'DeploymentCompletedEvent';
  /** Absent only from foreign deployers, which are then matched by `correlationId` (design S5). */
  readonly deploymentId?: string;
  /** Endpoints. */
  readonly total: number;
  /** Those that run the content. */
  readonly succeeded: number;
  /** Those that failed. */
  readonly failed: number;
  /** Those whose part was aborted (design D10). */
  readonly cancelled: number;
  /** Those that a stopped rollout did not come to (design D11). */
  readonly notAttempted: number;
  /** The failed ones by code. */
  readonly failedByCode: Readonly<Partial<Record<ErrorCode, number>>>;
  /** From the start to the last end, in milliseconds. */
  readonly durationMs: number;
  /** Reloads on all endpoints together. */
  readonly reloadsTriggered: number;
  /** Requests that write, sent to all endpoints together. */
  readonly totalApiOperations: number;
  /** What differed on the endpoints that succeeded, summed up. */
  readonly operationBreakdown: OperationCounts;
  /** Whether they were all current endpoints or only some (design R2). */
  readonly endpoints: 'all' | 'some';
  /** `full` when every endpoint succeeded and its text was read or written in this deployment (design R2). */
  readonly compared: 'full' | 'cached';
}

/** What is wanted is scheduled again after a deployment of which nothing was heard any more (design S6). */
export interface ReconciliationTriggeredEvent extends EventMeta {
  readonly type: 'ReconciliationTriggeredEvent';
  /** The only one that there is. */
  readonly reason: 'deployment_timeout_recovery';
}

/** Something that came in is no event, or makes no sense now; everything else goes on (design 6). */
export interface EventRejectedEvent extends EventMeta {
  readonly type: 'EventRejectedEvent';
  /** Line of the input, from 1, blank lines included; absent for events that did not come by line. */
  readonly line?: number;
  /** What is wrong with it, in words; quotes nothing that may be a secret. */
  readonly reason: string;
  /** Path of the field at fault, e.g. `endpoints[1].url`. */
  readonly field?: string;
}

/** Every event that is written on the wire, told apart by `type` (design 6). */
export type OutputEvent =
  | DeploymentScheduledEvent
  | DeploymentDelayedEvent
  | DeploymentSkippedEvent
  | DeploymentCancelRequestEvent
  | DriftPreventionTriggeredEvent
  | DeploymentStartedEvent
  | InstanceDeployedEvent
  | InstanceDeploymentFailedEvent
  | RetryScheduledEvent
  | EndpointParkedEvent
  | DriftDetectedEvent
  | DeploymentCompletedEvent
  | ReconciliationTriggeredEvent
  | EventRejectedEvent;
