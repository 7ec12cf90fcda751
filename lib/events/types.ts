/**
 * The events of the pipeline: plain, readonly, JSON-safe facts, told apart by `type` (design 6).
 *
 * Inside the library a {@link DeploymentScheduledEvent} carries the whole configurations and the
 * endpoints with their credentials; `toWire` strips both before an event leaves the process.
 */

/** Fields that every event may carry. */
export interface EventMeta {
  /** ISO 8601. */
  readonly timestamp?: string;
  /** For tracing only; events are matched by `deploymentId` (design S5). */
  readonly correlationId?: string;
  /** Accepted and passed on; it changes nothing here. */
  readonly coalescible?: boolean;
}

/** One auxiliary file. Only the last part of `path` counts (design D6). */
export interface AuxiliaryFile {
  readonly path: string;
  readonly content: string;
}

/** The auxiliary files of a configuration by kind; an absent kind has none. */
export interface AuxiliaryFiles {
  readonly maps?: readonly AuxiliaryFile[];
  readonly sslCertificates?: readonly AuxiliaryFile[];
  readonly sslCaFiles?: readonly AuxiliaryFile[];
  readonly crtListFiles?: readonly AuxiliaryFile[];
  readonly generalFiles?: readonly AuxiliaryFile[];
}

/** What is deployed: one configuration and its files, immutable. */
export interface Content {
  /** The whole haproxy.cfg as rendered. */
  readonly haproxyConfig: string;
  readonly auxiliaryFiles: AuxiliaryFiles;
  /** SHA-256 in hex over the normalised text and the files (design D5a); ours, never the sender's. */
  readonly checksum: string;
  /** The sender's checksum, passed on and never trusted. */
  readonly givenChecksum?: string;
  /** Size of `haproxyConfig` in bytes of UTF-8. */
  readonly configBytes: number;
}

/** TLS settings of one endpoint. Paths are read when a connection is made. */
export interface EndpointTls {
  readonly caFile?: string;
  readonly certFile?: string;
  readonly keyFile?: string;
  readonly serverName?: string;
  readonly insecureSkipVerify?: boolean;
}

/**
 * One HAProxy instance's Data Plane API.
 *
 * `url` is the identity: scheme, lower-case host, explicit port, nothing else (design 3).
 * Everything else is data of the entry.
 */
export interface Endpoint {
  readonly url: string;
  /** `v2` or `v3` where the given URL named it; else it is found out. */
  readonly basePath?: 'v2' | 'v3';
  readonly username?: string;
  readonly password?: string;
  readonly passwordFile?: string;
  readonly passwordEnv?: string;
  readonly podName?: string;
  readonly podNamespace?: string;
  readonly tls?: EndpointTls;
}

/** What output events show of an endpoint: never a credential. */
export interface EndpointRef {
  readonly url: string;
  readonly podName?: string;
  readonly podNamespace?: string;
}

/** Why a deployment was scheduled (design S2); `…_timeout_retry` after a timeout (design S6). */
export type DeploymentReason = TriggerReason | `${TriggerReason}_timeout_retry`;

export type TriggerReason =
  | 'config_validation'
  | 'pod_discovery'
  | 'drift_prevention'
  | 'validation_fallback'
  | 'retry'
  | 'leadership_acquired'
  | 'reconcile_requested';

/** The error codes of design 7. */
export type ErrorCode =
  | 'unreachable'
  | 'timeout'
  | 'api_error'
  | 'conflict'
  | 'unauthorized'
  | 'incompatible'
  | 'rejected'
  | 'altered'
  | 'reload_failed'
  | 'drifted'
  | 'cancelled'
  | 'not_attempted'
  | 'unexpected';

/** Where in a deployment to one endpoint something happened. */
export type Stage = 'local' | 'connect' | 'read' | 'plan' | 'files' | 'apply' | 'reload' | 'verify';

/** What a failed attempt left on the endpoint. */
export type FailureOutcome = 'untouched' | 'unknown' | 'reverted';

/** An error as data, masked. */
export interface ErrorInfo {
  readonly code: ErrorCode;
  readonly message: string;
  readonly stage: Stage;
  /** What an operator can do about it. */
  readonly hints: readonly string[];
}

export type Strategy = 'noop' | 'runtime' | 'raw';

/** Counts of operations by kind, e.g. `{ backend_create: 2, server_update: 10 }`. */
export type OperationCounts = Readonly<Record<string, number>>;

// --- Input -----------------------------------------------------------------------------------

export interface TemplateRenderedEvent extends EventMeta {
  readonly type: 'TemplateRenderedEvent';
  readonly haproxyConfig: string;
  readonly auxiliaryFiles?: AuxiliaryFiles;
  readonly contentChecksum?: string;
  readonly triggerReason?: string;
}

export interface ValidationCompletedEvent extends EventMeta {
  readonly type: 'ValidationCompletedEvent';
  readonly warnings?: readonly string[];
  readonly durationMs?: number;
  readonly triggerReason?: string;
}

export interface ValidationFailedEvent extends EventMeta {
  readonly type: 'ValidationFailedEvent';
  readonly errors: readonly string[];
  readonly triggerReason?: string;
}

/** The whole fleet; an empty list is a fleet of none. */
export interface HAProxyPodsDiscoveredEvent extends EventMeta {
  readonly type: 'HAProxyPodsDiscoveredEvent';
  readonly endpoints: readonly Endpoint[];
}

export interface HAProxyPodTerminatedEvent extends EventMeta {
  readonly type: 'HAProxyPodTerminatedEvent';
  readonly podName: string;
  readonly podNamespace: string;
}

export interface DriftPreventionTriggeredEvent extends EventMeta {
  readonly type: 'DriftPreventionTriggeredEvent';
  /** Since the end of the last deployment, in milliseconds; absent when there was none. */
  readonly timeSinceLastDeploymentMs?: number;
}

export interface DeploymentCancelRequestEvent extends EventMeta {
  readonly type: 'DeploymentCancelRequestEvent';
  readonly reason: string;
  /** Absent: the running one (design D10). */
  readonly deploymentId?: string;
  /** URLs of the only endpoints to abort; absent: all of the deployment. */
  readonly endpoints?: readonly string[];
}

export interface ReconcileRequestedEvent extends EventMeta {
  readonly type: 'ReconcileRequestedEvent';
  /** URLs; absent: all. */
  readonly endpoints?: readonly string[];
  /** Compare everything, past every cache. */
  readonly force?: boolean;
}

export interface PauseRequestedEvent extends EventMeta {
  readonly type: 'PauseRequestedEvent';
}

export interface ResumeRequestedEvent extends EventMeta {
  readonly type: 'ResumeRequestedEvent';
}

export interface BecameLeaderEvent extends EventMeta {
  readonly type: 'BecameLeaderEvent';
}

export interface LostLeadershipEvent extends EventMeta {
  readonly type: 'LostLeadershipEvent';
}

/** The end of the input; on the bus only, never on the wire (design S12). */
export interface InputEndedEvent extends EventMeta {
  readonly type: 'InputEndedEvent';
}

/** How the fleet stood when the scheduler completed; the last event on the bus, never on the wire (design S12). */
export interface SchedulingCompletedEvent extends EventMeta {
  readonly type: 'SchedulingCompletedEvent';
  /** Current endpoints. */
  readonly total: number;
  /** Those that have confirmed the newest validated configuration. */
  readonly confirmed: number;
  /** Whether any configuration was ever validated. */
  readonly validated: boolean;
  /** Whether a list of endpoints, an empty one included, was ever given. */
  readonly fleetNamed: boolean;
  readonly leading: boolean;
}

// --- Output ----------------------------------------------------------------------------------

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

/** Events that come in on the wire. */
export type InputEvent =
  | TemplateRenderedEvent
  | ValidationCompletedEvent
  | ValidationFailedEvent
  | HAProxyPodsDiscoveredEvent
  | HAProxyPodTerminatedEvent
  | DriftPreventionTriggeredEvent
  | DeploymentCancelRequestEvent
  | ReconcileRequestedEvent
  | PauseRequestedEvent
  | ResumeRequestedEvent
  | BecameLeaderEvent
  | LostLeadershipEvent;

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

/** Everything that passes over the bus. */
export type PipelineEvent = InputEvent | OutputEvent | InputEndedEvent | SchedulingCompletedEvent;
