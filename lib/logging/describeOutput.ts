import type {
  DeploymentCompletedEvent,
  DeploymentSkippedEvent,
  InstanceDeployedEvent,
  InstanceDeploymentFailedEvent,
  OutputEvent,
} from '../events/types.js';
import { describe, type Description } from './description.js';

/** Events that are only ever made here; the others may as well come in. */
export type OwnEvent = Exclude<OutputEvent, { readonly type: 'DeploymentCancelRequestEvent' | 'DriftPreventionTriggeredEvent' }>;

/** What the log tells of an event that the pipeline made. */
export function describeOutput(event: OwnEvent): Description {
  switch (event.type) {
    case 'DeploymentScheduledEvent':
      return describe('info', 'deployment scheduled', {
        deploymentId: event.deploymentId,
        reasons: event.reasons,
        endpoints: event.targets.length,
        configBytes: event.configBytes,
        contentChecksum: event.contentChecksum,
        force: event.force,
      });
    case 'DeploymentDelayedEvent':
      return describe('debug', `deployment waits: ${words(event.because)}`, { reason: event.reason, delayMs: event.delayMs });
    case 'DeploymentSkippedEvent':
      return describeSkipped(event);
    case 'DeploymentStartedEvent':
      return describe('debug', 'deployment started', { deploymentId: event.deploymentId, endpoints: event.endpoints.length });
    case 'InstanceDeployedEvent':
      return describeDeployed(event);
    case 'InstanceDeploymentFailedEvent':
      return describeFailed(event);
    case 'RetryScheduledEvent':
      return describe('info', 'endpoint will be tried again', {
        endpoint: event.endpoint.url,
        code: event.code,
        attempt: event.attempt,
        delayMs: event.delayMs,
      });
    case 'EndpointParkedEvent':
      return describe('error', 'endpoint is parked: it is left alone until something about it changes', {
        endpoint: event.endpoint.url,
        code: event.code,
      });
    case 'DriftDetectedEvent':
      return describe('warn', event.recurring === undefined ? 'drift detected' : 'the same drift again: somebody else writes to this endpoint', {
        deploymentId: event.deploymentId,
        endpoint: event.endpoint.url,
        operations: event.operations,
        recurring: event.recurring,
      });
    case 'DeploymentCompletedEvent':
      return describeCompleted(event);
    case 'ReconciliationTriggeredEvent':
      return describe('warn', 'reconciling after a deployment that took too long', { reason: event.reason });
    case 'EventRejectedEvent':
      return describe('warn', `event rejected: ${event.field ?? 'it'} ${event.reason}`, { line: event.line, field: event.field });
  }
}

const words = (code: string): string => code.replaceAll('_', ' ');

/** A failed validation before the first good one leaves the fleet with nothing: somebody must act (design S8). */
function describeSkipped({ because, reason }: DeploymentSkippedEvent): Description {
  return because === 'nothing_validated'
    ? describe('error', 'no configuration was ever validated: there is nothing to deploy', { reason })
    : describe('debug', `no deployment needed: ${words(because)}`, { reason });
}

function describeDeployed(event: InstanceDeployedEvent): Description {
  const { deploymentId, endpoint, strategy, reloadRequired, durationMs, version, retries, fidelity, operations } = event;
  const fields = { deploymentId, endpoint: endpoint.url, strategy, reloadRequired, durationMs, version, retries, fidelity, operations };
  if (fidelity === 'altered') return describe('warn', 'instance deployed, but its API stored another meaning', { ...fields, altered: event.altered });
  return strategy === 'noop' ? describe('debug', 'instance is up to date', fields) : describe('info', 'instance deployed', fields);
}

function describeFailed({ deploymentId, endpoint, error, retryable, outcome, durationMs }: InstanceDeploymentFailedEvent): Description {
  const { code, message, stage, hints } = error;
  const fields = { deploymentId, endpoint: endpoint.url, code, stage, hints, retryable, outcome, durationMs };
  if (code === 'cancelled' || code === 'not_attempted') return describe('info', `instance ${words(code)}`, fields);
  return describe(retryable ? 'warn' : 'error', `instance failed: ${message}`, fields);
}

function describeCompleted(event: DeploymentCompletedEvent): Description {
  const { deploymentId, total, succeeded, failed, cancelled, notAttempted, failedByCode, durationMs, reloadsTriggered } = event;
  const fields = { deploymentId, total, succeeded, failed, cancelled, notAttempted, failedByCode, durationMs, reloadsTriggered };
  return succeeded === total
    ? describe('info', 'deployment completed', fields)
    : describe('warn', `deployment completed: ${succeeded} of ${total} succeeded`, fields);
}
