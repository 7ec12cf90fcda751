import type { AuxiliaryFiles, Endpoint, EventMeta } from './shapes.js';

/** Events that come in on the wire (design 6). */

/** A configuration was rendered; it is deployed once a {@link ValidationCompletedEvent} says that it is valid (design S1). */
export interface TemplateRenderedEvent extends EventMeta {
  readonly type: 'TemplateRenderedEvent';
  /** The whole haproxy.cfg. */
  readonly haproxyConfig: string;
  /** Maps, certificates and other files that it names. */
  readonly auxiliaryFiles?: AuxiliaryFiles;
  /** The sender's; passed on, never trusted. */
  readonly contentChecksum?: string;
  /** What made the sender act, in words of its own; passed on. */
  readonly triggerReason?: string;
}

/** The render of the same `correlationId`, or without one the last render, is valid and wanted from now on (design S1, S2). */
export interface ValidationCompletedEvent extends EventMeta {
  readonly type: 'ValidationCompletedEvent';
  /** What the validation found and bore. */
  readonly warnings?: readonly string[];
  /** How long the validation took, in milliseconds. */
  readonly durationMs?: number;
  /** What made the sender act, in words of its own; passed on. */
  readonly triggerReason?: string;
}

/** A render is not valid; what was wanted stays wanted, and is deployed where it is not yet (design S8). */
export interface ValidationFailedEvent extends EventMeta {
  readonly type: 'ValidationFailedEvent';
  /** What the validation found. */
  readonly errors: readonly string[];
  /** What made the sender act, in words of its own; passed on. */
  readonly triggerReason?: string;
}

/** The whole fleet; an empty list is a fleet of none. */
export interface HAProxyPodsDiscoveredEvent extends EventMeta {
  readonly type: 'HAProxyPodsDiscoveredEvent';
  /** Each identity once; who is not listed any more is dropped with all that was known of it (design 3). */
  readonly endpoints: readonly Endpoint[];
}

/** One instance is gone: it is dropped, and a request to it aborted (design 3). */
export interface HAProxyPodTerminatedEvent extends EventMeta {
  readonly type: 'HAProxyPodTerminatedEvent';
  /** As its entry in the list names it. */
  readonly podName: string;
  /** As its entry in the list names it. */
  readonly podNamespace: string;
}

/** The whole fleet is compared now, past every cache (design R1, R4). Made by `driftTriggers`; taken from outside as well. */
export interface DriftPreventionTriggeredEvent extends EventMeta {
  readonly type: 'DriftPreventionTriggeredEvent';
  /** Since the end of the last deployment, in milliseconds; absent when there was none. */
  readonly timeSinceLastDeploymentMs?: number;
}

/** A deployment, or its part for some endpoints, is aborted (design D10). Made by the scheduler; taken from outside as well. */
export interface DeploymentCancelRequestEvent extends EventMeta {
  readonly type: 'DeploymentCancelRequestEvent';
  /** Why, in words. */
  readonly reason: string;
  /** Absent: the running one (design D10). */
  readonly deploymentId?: string;
  /** URLs of the only endpoints to abort; absent: all of the deployment. */
  readonly endpoints?: readonly string[];
}

/** What is wanted is deployed now, to endpoints that are left alone, too (design S15). */
export interface ReconcileRequestedEvent extends EventMeta {
  readonly type: 'ReconcileRequestedEvent';
  /** URLs; absent: all. */
  readonly endpoints?: readonly string[];
  /** Compare everything, past every cache. */
  readonly force?: boolean;
}

/** Nothing is started until a {@link ResumeRequestedEvent}; what runs goes on (design S15). */
export interface PauseRequestedEvent extends EventMeta {
  readonly type: 'PauseRequestedEvent';
}

/** Ends a pause: what came up meanwhile is started (design S15). */
export interface ResumeRequestedEvent extends EventMeta {
  readonly type: 'ResumeRequestedEvent';
}

/** This process leads from now on: the whole fleet is compared first (design S10). */
export interface BecameLeaderEvent extends EventMeta {
  readonly type: 'BecameLeaderEvent';
}

/** This process follows from now on: what runs is cancelled, nothing is started (design S10). */
export interface LostLeadershipEvent extends EventMeta {
  readonly type: 'LostLeadershipEvent';
}

/** Every event that comes in on the wire, told apart by `type` (design 6). */
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

