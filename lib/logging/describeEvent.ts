import type { PipelineEvent, SchedulingCompletedEvent } from '../events/types.js';
import { describeInput } from './describeInput.js';
import { describeOutput } from './describeOutput.js';
import { describe, type Description } from './description.js';

/**
 * Says what the log tells of an event; `undefined` for what only the bus needs.
 *
 * What came in and changes nothing by itself is `debug`; what somebody must look at is `error`. No
 * configuration, file or credential is in it, and texts from outside are masked (design 6).
 *
 * @example A line of a log of your own
 * ```ts
 * import { describeEvent } from 'haproxy-deployer';
 *
 * const line = describeEvent({ type: 'EndpointParkedEvent', endpoint: { url: 'http://a.example:5555' }, code: 'unauthorized' });
 * console.log(line?.level, line?.message);
 * // → error endpoint is parked: it is left alone until something about it changes
 * ```
 */
export function describeEvent(event: PipelineEvent): Description | undefined {
  const description = describeByType(event);
  if (description === undefined) return undefined;
  const { level, message, fields } = description;
  const { type, correlationId } = event;
  return { level, message, fields: { event: type, ...(correlationId !== undefined && { correlationId }), ...fields } };
}

function describeByType(event: PipelineEvent): Description | undefined {
  switch (event.type) {
    case 'InputEndedEvent':
      return undefined;
    case 'CredentialsChangedEvent':
      return describe('info', 'the password file of a parked endpoint has changed: it is tried again', { endpoints: event.endpoints });
    case 'SchedulingCompletedEvent':
      return describeEnd(event);
    case 'TemplateRenderedEvent':
    case 'ValidationCompletedEvent':
    case 'ValidationFailedEvent':
    case 'HAProxyPodsDiscoveredEvent':
    case 'HAProxyPodTerminatedEvent':
    case 'DriftPreventionTriggeredEvent':
    case 'DeploymentCancelRequestEvent':
    case 'ReconcileRequestedEvent':
    case 'PauseRequestedEvent':
    case 'ResumeRequestedEvent':
    case 'BecameLeaderEvent':
    case 'LostLeadershipEvent':
      return describeInput(event);
    default:
      return describeOutput(event);
  }
}

function describeEnd({ total, confirmed, validated, fleetNamed, leading }: SchedulingCompletedEvent): Description {
  if (leading && validated && !fleetNamed) return describe('warn', 'ended: no endpoints were ever named, so nothing was deployed', { validated, leading });
  if (leading && !validated) return describe('warn', 'ended: no configuration was validated, so nothing was deployed', { validated, leading });
  const settled = confirmed === total || !leading;
  return describe(settled ? 'info' : 'warn', `ended: ${confirmed} of ${total} endpoints have confirmed what is wanted`, { validated, leading });
}
