import type { InputEvent, TemplateRenderedEvent } from '../events/types.js';
import { maskText } from '../haproxy/mask.js';
import { describe, type Description } from './description.js';

/** Enough to see what is wrong; a failed validation may list thousands. */
const maxErrors = 5;
const maxTextLength = 2_000;

const fromOutside = (text: string): string => maskText(text).slice(0, maxTextLength);

/** Whether a render is sent with other ends than it has. */
export function isMended({ haproxyConfig }: TemplateRenderedEvent): boolean {
  return haproxyConfig.startsWith('\uFEFF') || !haproxyConfig.endsWith('\n');
}

/** What the log tells of an event that came in, or that passes as one. */
export function describeInput(event: InputEvent): Description {
  switch (event.type) {
    case 'TemplateRenderedEvent':
      if (isMended(event)) {
        return describe('warn', 'configuration rendered with a byte order mark or without a final newline: HAProxy refuses both, so it is sent without and with', { length: event.haproxyConfig.length });
      }
      return describe('debug', 'configuration rendered', { length: event.haproxyConfig.length });
    case 'ValidationCompletedEvent':
      return describe('debug', 'configuration validated', { warnings: event.warnings?.length ?? 0 });
    case 'ValidationFailedEvent':
      return describe('warn', 'configuration is not valid; what was wanted before stays wanted', {
        errors: event.errors.slice(0, maxErrors).map(fromOutside),
        errorCount: event.errors.length,
      });
    case 'HAProxyPodsDiscoveredEvent':
      return describe('debug', 'endpoints discovered', { endpoints: event.endpoints.length });
    case 'HAProxyPodTerminatedEvent':
      return describe('info', 'instance terminated', { podName: event.podName, podNamespace: event.podNamespace });
    case 'DriftPreventionTriggeredEvent':
      return describe('debug', 'drift check due', { timeSinceLastDeploymentMs: event.timeSinceLastDeploymentMs });
    case 'DeploymentCancelRequestEvent':
      return describe('warn', 'cancelling a deployment', { deploymentId: event.deploymentId, reason: fromOutside(event.reason) });
    case 'ReconcileRequestedEvent':
      return describe('info', 'reconciliation requested', { endpoints: event.endpoints?.length, force: event.force });
    case 'PauseRequestedEvent':
      return describe('info', 'paused');
    case 'ResumeRequestedEvent':
      return describe('info', 'resumed');
    case 'BecameLeaderEvent':
      return describe('info', 'became leader');
    case 'LostLeadershipEvent':
      return describe('info', 'lost leadership');
  }
}
