import type { EndpointParkedEvent, PipelineEvent, ReconcileRequestedEvent, RetryScheduledEvent } from '../events/types.js';
import { refused, rendered, settleChange, validated } from './foldChange.js';
import { completed, instanceEnded, scheduled } from './foldDeployment.js';
import { driftedOn, unpark, updateEach, updateOne } from './foldEndpoint.js';
import { discovered, terminated } from './foldFleet.js';
import type { EndpointState, StatusState } from './StatusState.js';
import { count, tally } from './tally.js';

/**
 * What the pipeline's events tell of it: each event once, in the order of the bus, those that come
 * in and those that it makes.
 *
 * Pure; `now` is in milliseconds since the epoch and may be the scheduler's. Endpoints that left
 * the fleet are forgotten. Start with `initialStatus`, show with `describeStatus`.
 *
 * @example The status of a bus of your own
 * ```ts
 * import { createBus, foldStatus, initialStatus } from 'haproxy-deployer';
 * import type { PipelineEvent } from 'haproxy-deployer';
 *
 * const bus = createBus<PipelineEvent>((error) => console.log(error));
 * let state = initialStatus();
 * bus.read((event) => (state = foldStatus(state, event, Date.now())));
 * bus.publish({ type: 'HAProxyPodsDiscoveredEvent', endpoints: [{ url: 'http://a.example:5555' }] });
 * console.log([...state.endpoints.keys()]);
 * // → [ 'http://a.example:5555' ]
 * ```
 */
export function foldStatus(state: StatusState, event: PipelineEvent, now: number): StatusState {
  switch (event.type) {
    case 'TemplateRenderedEvent':
      return rendered(state, event);
    case 'ValidationCompletedEvent':
      return validated(state, event, now);
    case 'ValidationFailedEvent':
      return refused(state, event);
    case 'HAProxyPodsDiscoveredEvent':
      return discovered(state, event, now);
    case 'HAProxyPodTerminatedEvent':
      return terminated(state, event, now);
    case 'BecameLeaderEvent':
      // What another leader did meanwhile is not known (design S10).
      return settleChange({ ...state, leading: true, endpoints: updateEach(state.endpoints, (endpoint) => ({ ...startAfresh(endpoint), confirmed: undefined })) }, now);
    case 'LostLeadershipEvent':
      return settleChange({ ...state, leading: false, change: undefined, endpoints: updateEach(state.endpoints, withoutRetry) }, now);
    case 'PauseRequestedEvent':
      return { ...state, paused: true };
    case 'ResumeRequestedEvent':
      return { ...state, paused: false };
    case 'ReconcileRequestedEvent':
      return reconciled(state, event);
    case 'DeploymentScheduledEvent':
      return scheduled(state, event, now);
    case 'DeploymentDelayedEvent':
      return tally(state, 'delayed', event.because);
    case 'DeploymentSkippedEvent':
      return tally(state, 'skipped', event.because);
    case 'InstanceDeployedEvent':
    case 'InstanceDeploymentFailedEvent':
      return instanceEnded(state, event, now);
    case 'DeploymentCompletedEvent':
      return completed(state, event, now);
    case 'RetryScheduledEvent':
      return retryScheduled(state, event, now);
    case 'EndpointParkedEvent':
      return parked(state, event);
    case 'DriftPreventionTriggeredEvent':
      return count(state, 'driftChecks');
    case 'DriftDetectedEvent':
      return { ...state, endpoints: updateOne(state.endpoints, event.endpoint.url, (endpoint) => driftedOn(endpoint, event)) };
    case 'ReconciliationTriggeredEvent':
      // What did not end when it was cancelled has been given up by now (design S6).
      return { ...count(state, 'timeouts'), running: undefined };
    case 'EventRejectedEvent':
      return count(state, 'rejected');
    default:
      return state;
  }
}

/** What an operator's word undoes; one that names a stranger is rejected as a whole (design S15). */
function reconciled(state: StatusState, { endpoints: urls }: ReconcileRequestedEvent): StatusState {
  if (urls?.some((url) => !state.endpoints.has(url))) return state;
  return { ...state, endpoints: updateEach(state.endpoints, startAfresh, urls) };
}

function retryScheduled(state: StatusState, { endpoint: { url }, code, attempt, delayMs }: RetryScheduledEvent, now: number): StatusState {
  const retry = { attempt, dueAt: now + delayMs };
  return { ...tally(state, 'retries', code), endpoints: updateOne(state.endpoints, url, (endpoint) => ({ ...endpoint, retry, parked: undefined })) };
}

function parked(state: StatusState, { endpoint: { url }, code }: EndpointParkedEvent): StatusState {
  return { ...state, endpoints: updateOne(state.endpoints, url, (endpoint) => ({ ...endpoint, retry: undefined, parked: code })) };
}

const withoutRetry = (endpoint: EndpointState): EndpointState => (endpoint.retry === undefined ? endpoint : { ...endpoint, retry: undefined });

const startAfresh = (endpoint: EndpointState): EndpointState => withoutRetry(unpark(endpoint));
