import type { DeploymentCompletedEvent, DeploymentScheduledEvent, InstanceDeployedEvent, InstanceDeploymentFailedEvent } from '../events/types.js';
import { settleChange } from './foldChange.js';
import { confirmedOn, deployedTo, failedOn, updateEach, updateOne } from './foldEndpoint.js';
import type { StatusState } from './StatusState.js';
import { count, tally } from './tally.js';

/** One deployment from its schedule to its end. */

export function scheduled(state: StatusState, event: DeploymentScheduledEvent, now: number): StatusState {
  const { deploymentId, reason, reasons, contentChecksum } = event;
  const targets = new Map(event.targets.map(({ endpoint, contentChecksum: checksum }) => [endpoint.url, checksum]));
  return {
    ...state,
    running: { deploymentId, reason, reasons, contentChecksum, targets, canaries: event.rollout?.canaries ?? [], scheduledAt: now, ended: 0 },
    change: state.change && contentChecksum === state.candidateChecksum ? { ...state.change, begun: true } : state.change,
    endpoints: updateEach(state.endpoints, (endpoint) => (endpoint.retry ? { ...endpoint, retry: undefined } : endpoint), [...targets.keys()]),
  };
}

/** The end of one endpoint; that of a deployment that does not run is counted and changes nothing (design S5). */
export function instanceEnded(before: StatusState, event: InstanceDeployedEvent | InstanceDeploymentFailedEvent, now: number): StatusState {
  const state = counted(before, event);
  const { running, candidateChecksum } = state;
  if (running?.deploymentId !== event.deploymentId) return state;
  const { url } = event.endpoint;
  const endpoints = updateOne(state.endpoints, url, (endpoint) =>
    event.type === 'InstanceDeployedEvent' ? deployedTo(endpoint, event, now, candidateChecksum) : failedOn(endpoint, event),
  );
  // A canary alone proves nothing: its rollout has to pass (design S14).
  const isProof = event.type === 'InstanceDeployedEvent' && event.contentChecksum === running.contentChecksum && !running.canaries.includes(url);
  return settleChange(
    { ...state, endpoints, running: { ...running, ended: running.ended + 1 }, goodChecksum: isProof ? event.contentChecksum : state.goodChecksum },
    now,
  );
}

function counted(state: StatusState, event: InstanceDeployedEvent | InstanceDeploymentFailedEvent): StatusState {
  if (event.type === 'InstanceDeploymentFailedEvent') return tally(state, 'failed', event.error.code);
  const deployed = tally(state, 'deployed', event.strategy);
  return event.reloadRequired ? count(deployed, 'reloads') : deployed;
}

/** The end of a deployment; one that was given up, or of somebody else, has no reason that is known. */
export function completed(state: StatusState, event: DeploymentCompletedEvent, now: number): StatusState {
  const { running } = state;
  // A foreign deployer's completion may have no id; one deployment runs at a time (design S5).
  const isOurs = running && (event.deploymentId === undefined || event.deploymentId === running.deploymentId);
  if (!isOurs) return tally(state, 'deployments', `unmatched ${resultOf(event)}`);
  const done: StatusState = { ...tally(state, 'deployments', `${running.reason} ${resultOf(event)}`), running: undefined };
  if (resultOf(event) !== 'succeeded') return done;
  const goodChecksum = [...running.targets.values()].includes(running.contentChecksum) ? running.contentChecksum : state.goodChecksum;
  return running.ended > 0 ? { ...done, goodChecksum } : confirmAll({ ...done, goodChecksum }, running.targets, now);
}

/** A deployer that tells of no endpoint confirms them all by an end without failures (design S7). */
function confirmAll(state: StatusState, targets: ReadonlyMap<string, string>, now: number): StatusState {
  const endpoints = updateEach(
    state.endpoints,
    (endpoint) => confirmedOn(endpoint, targets.get(endpoint.ref.url) ?? '', now, state.candidateChecksum),
    [...targets.keys()],
  );
  return settleChange({ ...state, endpoints }, now);
}

/** How a deployment ended as a whole. */
function resultOf({ succeeded, failed, cancelled, notAttempted }: DeploymentCompletedEvent): 'succeeded' | 'partial' | 'failed' | 'cancelled' {
  if (failed > 0) return succeeded > 0 ? 'partial' : 'failed';
  return cancelled > 0 || notAttempted > 0 ? 'cancelled' : 'succeeded';
}
