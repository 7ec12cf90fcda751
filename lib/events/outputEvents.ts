import type { DeploymentCancelRequestEvent, DriftPreventionTriggeredEvent } from './inputEvents.js';
import type { Content, DeploymentReason, Endpoint, EndpointRef, ErrorCode, ErrorInfo, EventMeta, FailureOutcome, OperationCounts, Strategy } from './shapes.js';

/** Events that the pipeline makes (design 6). */

/** One endpoint of a deployment and what it is to get. */
export interface DeploymentTarget {
  readonly endpoint: Endpoint;
  /** Key into {@link DeploymentScheduledEvent.contents}. */
  readonly contentChecksum: string;
}

/** The stages of a deployment: canaries, a wait, the rest (design D11). */
export interface Rollout {
  /** URLs of the endpoints that go first. */
  readonly canaries: readonly string[];
  readonly canaryWaitMs: number;
  /** Failures after the canaries that are borne, one more stops; absent: any number. */
  readonly maxFailures?: number;
}

export interface DeploymentScheduledEvent extends EventMeta {
  readonly type: 'DeploymentScheduledEvent';
  readonly deploymentId: string;
  /** The newest of `reasons`. */
  readonly reason: DeploymentReason;
  readonly reasons: readonly DeploymentReason[];
  /** In the order in which they are to be begun: those whose last attempt did not succeed come last (design D1). */
  readonly targets: readonly DeploymentTarget[];
  /** By checksum: the newest candidate and, where some endpoint is to get it, the last good one (design S14). */
  readonly contents: Readonly<Record<string, Content>>;
  /** Checksum and size of the newest candidate. */
  readonly contentChecksum: string;
  readonly configBytes: number;
  /** Compare everything, past every cache (design R4). */
  readonly force: boolean;
  /** Absent: all within the limit of parallel work. */
  readonly rollout?: Rollout;
  /** Whether `targets` are all current endpoints or only some (design R2). */
  readonly coverage: 'all' | 'some';
}

export interface DeploymentDelayedEvent extends EventMeta {
  readonly type: 'DeploymentDelayedEvent';
  readonly reason: DeploymentReason;
  readonly because: 'min_deployment_interval' | 'deployment_in_progress' | 'no_endpoints' | 'no_validated_configuration' | 'paused';
  /** When it will start, in milliseconds since the epoch, where that is known. */
  readonly untilMs?: number;
  /** From now to `untilMs`, in milliseconds. */
  readonly delayMs?: number;
}

export interface DeploymentSkippedEvent extends EventMeta {
  readonly type: 'DeploymentSkippedEvent';
  readonly reason: DeploymentReason;
  readonly because: 'already_deployed' | 'left_to_retry' | 'nothing_validated' | 'no_eligible_endpoint';
}

export interface DeploymentStartedEvent extends EventMeta {
  readonly type: 'DeploymentStartedEvent';
  readonly deploymentId: string;
  readonly endpoints: readonly EndpointRef[];
}

export interface InstanceDeployedEvent extends EventMeta {
  readonly type: 'InstanceDeployedEvent';
  readonly deploymentId: string;
  readonly endpoint: EndpointRef;
  readonly contentChecksum: string;
  readonly durationMs: number;
  readonly strategy: Strategy;
  readonly reloadRequired: boolean;
  readonly reloadId?: string;
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

export interface InstanceDeploymentFailedEvent extends EventMeta {
  readonly type: 'InstanceDeploymentFailedEvent';
  readonly deploymentId: string;
  readonly endpoint: EndpointRef;
  readonly contentChecksum: string;
  readonly durationMs: number;
  readonly error: ErrorInfo;
  readonly retryable: boolean;
  readonly outcome: FailureOutcome;
}

export interface RetryScheduledEvent extends EventMeta {
  readonly type: 'RetryScheduledEvent';
  readonly endpoint: EndpointRef;
  readonly code: ErrorCode;
  /** Failed attempts in a row, from 1. */
  readonly attempt: number;
  readonly delayMs: number;
}

export interface EndpointParkedEvent extends EventMeta {
  readonly type: 'EndpointParkedEvent';
  readonly endpoint: EndpointRef;
  readonly code: ErrorCode;
}

export interface DriftDetectedEvent extends EventMeta {
  readonly type: 'DriftDetectedEvent';
  readonly deploymentId: string;
  readonly endpoint: EndpointRef;
  readonly operations: OperationCounts;
  /** Corrections of the same drift in a row, from the third (design R7). */
  readonly recurring?: number;
}

export interface DeploymentCompletedEvent extends EventMeta {
  readonly type: 'DeploymentCompletedEvent';
  /** Absent only from foreign deployers, which are then matched by `correlationId` (design S5). */
  readonly deploymentId?: string;
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly notAttempted: number;
  readonly failedByCode: Readonly<Partial<Record<ErrorCode, number>>>;
  readonly durationMs: number;
  readonly reloadsTriggered: number;
  readonly totalApiOperations: number;
  readonly operationBreakdown: OperationCounts;
  readonly endpoints: 'all' | 'some';
  readonly compared: 'full' | 'cached';
}

export interface ReconciliationTriggeredEvent extends EventMeta {
  readonly type: 'ReconciliationTriggeredEvent';
  readonly reason: 'deployment_timeout_recovery';
}

export interface EventRejectedEvent extends EventMeta {
  readonly type: 'EventRejectedEvent';
  /** Line of the input, from 1, blank lines included; absent for events that did not come by line. */
  readonly line?: number;
  readonly reason: string;
  /** Path of the field at fault, e.g. `endpoints[1].url`. */
  readonly field?: string;
}
/** Events that the pipeline makes. */
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
