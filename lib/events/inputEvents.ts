import type { AuxiliaryFiles, Endpoint, EventMeta } from './shapes.js';

/** Events that come in on the wire (design 6). */

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

