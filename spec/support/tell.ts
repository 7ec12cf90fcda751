import type { DeploymentScheduledEvent, PipelineEvent } from '../../lib/events/types.js';

/** `h1` of `http://h1:5555`. */
export const host = (url: string): string => new URL(url).hostname;

/** `h1=a h2=b`: which endpoint is to get which content; a content is called by its text. */
export const tellTargets = ({ targets, contents }: DeploymentScheduledEvent): string =>
  targets.map(({ endpoint, contentChecksum }) => `${host(endpoint.url)}=${contents[contentChecksum]?.haproxyConfig ?? '?'}`).join(' ');

/** An event of the scheduler in a few words, so that a diagram's legend can be read aloud. */
export function tell(event: PipelineEvent): string {
  switch (event.type) {
    case 'DeploymentScheduledEvent':
      return `deploy ${event.reasons.join('+')}: ${tellTargets(event)}${event.force ? ' (full)' : ''}`;
    case 'DeploymentDelayedEvent':
      return `wait ${event.because}${event.delayMs === undefined ? '' : ` ${event.delayMs}`}`;
    case 'DeploymentSkippedEvent':
      return `skip ${event.reason}: ${event.because}`;
    case 'DeploymentCancelRequestEvent':
      return `cancel ${event.reason}${event.endpoints ? `: ${event.endpoints.map(host).join(' ')}` : ''}`;
    case 'ReconciliationTriggeredEvent':
      return 'recover';
    case 'RetryScheduledEvent':
      return `retry ${host(event.endpoint.url)} ${event.code} ${event.attempt} in ${event.delayMs}`;
    case 'EndpointParkedEvent':
      return `park ${host(event.endpoint.url)} ${event.code}`;
    case 'EventRejectedEvent':
      return `reject ${event.field ?? ''}`;
    case 'SchedulingCompletedEvent':
      return `end ${event.confirmed} of ${event.total}`;
    default:
      return event.type;
  }
}
