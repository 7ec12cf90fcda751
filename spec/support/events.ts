import { contentChecksum } from '../../lib/haproxy/contentChecksum.js';
import type {
  BecameLeaderEvent,
  Content,
  DeploymentCancelRequestEvent,
  DeploymentCompletedEvent,
  DeploymentDelayedEvent,
  DeploymentScheduledEvent,
  DeploymentSkippedEvent,
  DeploymentStartedEvent,
  DriftDetectedEvent,
  DriftPreventionTriggeredEvent,
  Endpoint,
  EndpointParkedEvent,
  ErrorCode,
  ErrorInfo,
  EventRejectedEvent,
  HAProxyPodTerminatedEvent,
  HAProxyPodsDiscoveredEvent,
  InputEndedEvent,
  InstanceDeployedEvent,
  InstanceDeploymentFailedEvent,
  LostLeadershipEvent,
  PauseRequestedEvent,
  ReconcileRequestedEvent,
  ReconciliationTriggeredEvent,
  ResumeRequestedEvent,
  RetryScheduledEvent,
  SchedulingCompletedEvent,
  TemplateRenderedEvent,
  ValidationCompletedEvent,
  ValidationFailedEvent,
} from '../../lib/events/types.js';

/** Builders of events and their parts: name what a spec is about, everything else is filled in. */

type Given<Event> = Partial<Omit<Event, 'type'>>;

export const defaultConfig = 'frontend web\n  bind :80\n';

export const url = (host: string): string => `http://${host}:5555`;

export const endpoint = (host = 'h1', given: Partial<Endpoint> = {}): Endpoint => ({ url: url(host), ...given });

export const endpoints = (...hosts: string[]): Endpoint[] => hosts.map((host) => endpoint(host));

export const content = (haproxyConfig: string = defaultConfig, given: Partial<Content> = {}): Content => ({
  haproxyConfig,
  auxiliaryFiles: {},
  checksum: contentChecksum(haproxyConfig, given.auxiliaryFiles ?? {}),
  configBytes: Buffer.byteLength(haproxyConfig),
  ...given,
});

export const errorInfo = (code: ErrorCode = 'unreachable', given: Partial<ErrorInfo> = {}): ErrorInfo => ({
  code,
  message: `the endpoint answered with ${code}`,
  stage: 'connect',
  hints: [],
  ...given,
});

// --- Input -----------------------------------------------------------------------------------

export const rendered = (given: Given<TemplateRenderedEvent> = {}): TemplateRenderedEvent => ({
  type: 'TemplateRenderedEvent',
  haproxyConfig: defaultConfig,
  ...given,
});

export const validated = (given: Given<ValidationCompletedEvent> = {}): ValidationCompletedEvent => ({
  type: 'ValidationCompletedEvent',
  ...given,
});

export const validationFailed = (given: Given<ValidationFailedEvent> = {}): ValidationFailedEvent => ({
  type: 'ValidationFailedEvent',
  errors: ['unknown keyword'],
  ...given,
});

/** The fleet of `h1` alone, by default. */
export const discovered = (given: Given<HAProxyPodsDiscoveredEvent> = {}): HAProxyPodsDiscoveredEvent => ({
  type: 'HAProxyPodsDiscoveredEvent',
  endpoints: [endpoint()],
  ...given,
});

export const podTerminated = (given: Given<HAProxyPodTerminatedEvent> = {}): HAProxyPodTerminatedEvent => ({
  type: 'HAProxyPodTerminatedEvent',
  podName: 'pod1',
  podNamespace: 'default',
  ...given,
});

export const driftTriggered = (given: Given<DriftPreventionTriggeredEvent> = {}): DriftPreventionTriggeredEvent => ({
  type: 'DriftPreventionTriggeredEvent',
  ...given,
});

export const cancelRequested = (given: Given<DeploymentCancelRequestEvent> = {}): DeploymentCancelRequestEvent => ({
  type: 'DeploymentCancelRequestEvent',
  reason: 'requested',
  ...given,
});

export const reconcileRequested = (given: Given<ReconcileRequestedEvent> = {}): ReconcileRequestedEvent => ({
  type: 'ReconcileRequestedEvent',
  ...given,
});

export const pauseRequested = (given: Given<PauseRequestedEvent> = {}): PauseRequestedEvent => ({ type: 'PauseRequestedEvent', ...given });

export const resumeRequested = (given: Given<ResumeRequestedEvent> = {}): ResumeRequestedEvent => ({ type: 'ResumeRequestedEvent', ...given });

export const becameLeader = (given: Given<BecameLeaderEvent> = {}): BecameLeaderEvent => ({ type: 'BecameLeaderEvent', ...given });

export const lostLeadership = (given: Given<LostLeadershipEvent> = {}): LostLeadershipEvent => ({ type: 'LostLeadershipEvent', ...given });

export const inputEnded = (given: Given<InputEndedEvent> = {}): InputEndedEvent => ({ type: 'InputEndedEvent', ...given });

// --- Output ----------------------------------------------------------------------------------

/** One endpoint, `h1`, that is to get the default configuration. */
export const scheduled = (given: Given<DeploymentScheduledEvent> = {}): DeploymentScheduledEvent => {
  const wanted = content();
  return {
    type: 'DeploymentScheduledEvent',
    deploymentId: 'd1',
    reason: 'config_validation',
    reasons: ['config_validation'],
    targets: [{ endpoint: endpoint(), contentChecksum: wanted.checksum }],
    contents: { [wanted.checksum]: wanted },
    contentChecksum: wanted.checksum,
    configBytes: wanted.configBytes,
    force: false,
    coverage: 'all',
    ...given,
  };
};

export const delayed = (given: Given<DeploymentDelayedEvent> = {}): DeploymentDelayedEvent => ({
  type: 'DeploymentDelayedEvent',
  reason: 'config_validation',
  because: 'deployment_in_progress',
  ...given,
});

export const skipped = (given: Given<DeploymentSkippedEvent> = {}): DeploymentSkippedEvent => ({
  type: 'DeploymentSkippedEvent',
  reason: 'config_validation',
  because: 'already_deployed',
  ...given,
});

export const started = (given: Given<DeploymentStartedEvent> = {}): DeploymentStartedEvent => ({
  type: 'DeploymentStartedEvent',
  deploymentId: 'd1',
  endpoints: [{ url: url('h1') }],
  ...given,
});

export const instanceDeployed = (given: Given<InstanceDeployedEvent> = {}): InstanceDeployedEvent => ({
  type: 'InstanceDeployedEvent',
  deploymentId: 'd1',
  endpoint: { url: url('h1') },
  contentChecksum: content().checksum,
  durationMs: 1,
  strategy: 'raw',
  reloadRequired: true,
  operations: {},
  version: 2,
  retries: 0,
  fidelity: 'equal',
  compared: 'full',
  ...given,
});

export const instanceFailed = (given: Given<InstanceDeploymentFailedEvent> = {}): InstanceDeploymentFailedEvent => ({
  type: 'InstanceDeploymentFailedEvent',
  deploymentId: 'd1',
  endpoint: { url: url('h1') },
  contentChecksum: content().checksum,
  durationMs: 1,
  error: errorInfo(),
  retryable: true,
  outcome: 'untouched',
  ...given,
});

export const retryScheduled = (given: Given<RetryScheduledEvent> = {}): RetryScheduledEvent => ({
  type: 'RetryScheduledEvent',
  endpoint: { url: url('h1') },
  code: 'unreachable',
  attempt: 1,
  delayMs: 1000,
  ...given,
});

export const endpointParked = (given: Given<EndpointParkedEvent> = {}): EndpointParkedEvent => ({
  type: 'EndpointParkedEvent',
  endpoint: { url: url('h1') },
  code: 'unauthorized',
  ...given,
});

export const driftDetected = (given: Given<DriftDetectedEvent> = {}): DriftDetectedEvent => ({
  type: 'DriftDetectedEvent',
  deploymentId: 'd1',
  endpoint: { url: url('h1') },
  operations: { server_update: 1 },
  ...given,
});

/** One endpoint that succeeded, by default. */
export const completed = (given: Given<DeploymentCompletedEvent> = {}): DeploymentCompletedEvent => ({
  type: 'DeploymentCompletedEvent',
  deploymentId: 'd1',
  total: 1,
  succeeded: 1,
  failed: 0,
  cancelled: 0,
  notAttempted: 0,
  failedByCode: {},
  durationMs: 1,
  reloadsTriggered: 1,
  totalApiOperations: 1,
  operationBreakdown: {},
  endpoints: 'all',
  compared: 'full',
  ...given,
});

/** A foreign deployer's, which knows no `deploymentId` (design S5). */
export const foreignCompleted = (given: Given<Omit<DeploymentCompletedEvent, 'deploymentId'>> = {}): DeploymentCompletedEvent => {
  const event: DeploymentCompletedEvent & { deploymentId?: string } = completed(given);
  delete event.deploymentId;
  return event;
};

export const reconciliationTriggered = (given: Given<ReconciliationTriggeredEvent> = {}): ReconciliationTriggeredEvent => ({
  type: 'ReconciliationTriggeredEvent',
  reason: 'deployment_timeout_recovery',
  ...given,
});

export const eventRejected = (given: Given<EventRejectedEvent> = {}): EventRejectedEvent => ({
  type: 'EventRejectedEvent',
  reason: 'this is no JSON',
  ...given,
});

export const schedulingCompleted = (given: Given<SchedulingCompletedEvent> = {}): SchedulingCompletedEvent => ({
  type: 'SchedulingCompletedEvent',
  total: 1,
  confirmed: 1,
  validated: true,
  fleetNamed: true,
  leading: true,
  ...given,
});
