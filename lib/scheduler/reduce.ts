import { defaults } from '../defaults.js';
import type {
  CredentialsChangedEvent,
  DeploymentCancelRequestEvent,
  DriftDetectedEvent,
  Endpoint,
  HAProxyPodsDiscoveredEvent,
  HAProxyPodTerminatedEvent,
  PipelineEvent,
  ReconcileRequestedEvent,
  ValidationCompletedEvent,
  ValidationFailedEvent,
} from '../events/types.js';
import { InputError } from '../events/InputError.js';
import { normaliseUrl } from '../events/normaliseUrl.js';
import type { FoldStep } from '../operators/foldWithWakeups.js';
import { wakeUp } from '../operators/foldWithWakeups.js';
import { withdraw } from '../operators/slot.js';
import { cancelDropped, cancelInFlight } from './cancelInFlight.js';
import { chooseTargets } from './chooseTargets.js';
import { promote, toContent } from './contents.js';
import { discover, findDuplicate, inBackoff, isListed, unpark, updateAll, updateRecord } from './fleet.js';
import type { EndpointRecord } from './fleet.js';
import { isBetweenStages } from './inFlight.js';
import { offerRequest } from './offerRequest.js';
import type { ResolvedSchedulerOptions } from './options.js';
import { addRender, findRender, forget, forgetUpTo } from './renders.js';
import { isRetryOnly, request } from './request.js';
import type { Request } from './request.js';
import { deploymentCompleted, deploymentStarted, instanceEnded } from './results.js';
import { isDrained, settle, skip } from './settle.js';
import { shiftTimes } from './shiftTimes.js';
import { patch, stepTo } from './state.js';
import type { SchedulerOutput, SchedulerState, Step } from './state.js';

/**
 * The scheduler as a pure function: state, event and time to state and events (design 3).
 *
 * Each event changes what is known and may put a request into the slot; then `settle` does what
 * time has made due. Events that do not concern the scheduler, its own among them, change nothing.
 */
export function reduce(
  state: SchedulerState,
  event: PipelineEvent | typeof wakeUp,
  now: number,
  options: ResolvedSchedulerOptions,
): FoldStep<SchedulerState, SchedulerOutput> {
  const steady = now < state.steppedAt ? shiftTimes(state, now - state.steppedAt) : state;
  const step: Step = { state: stepTo(now, steady), now, outputs: [], options };
  if (event !== wakeUp) take(step, event);
  const wakeAt = settle(step);
  const done = isDrained(step);
  if (done) reportFleet(step);
  return { state: step.state, outputs: step.outputs, wakeAt, done };
}

function take(step: Step, event: PipelineEvent): void {
  switch (event.type) {
    case 'TemplateRenderedEvent':
      return patch(step, { renders: addRender(step.state.renders, event) });
    case 'ValidationCompletedEvent':
      return validationCompleted(step, event);
    case 'ValidationFailedEvent':
      return validationFailed(step, event);
    case 'HAProxyPodsDiscoveredEvent':
      return podsDiscovered(step, event);
    case 'HAProxyPodTerminatedEvent':
      return podTerminated(step, event);
    case 'DriftPreventionTriggeredEvent':
      if (step.state.drainUntil === undefined) {
        offerRequest(step, request('drift_prevention', event.correlationId, { force: true, withBackoff: true, withParked: true }));
      }
      return;
    case 'DriftDetectedEvent':
      return driftDetected(step, event);
    case 'ReconcileRequestedEvent':
      return reconcileRequested(step, event);
    case 'CredentialsChangedEvent':
      return credentialsChanged(step, event);
    case 'PauseRequestedEvent':
      return patch(step, { paused: true });
    case 'ResumeRequestedEvent':
      return patch(step, { paused: false });
    case 'BecameLeaderEvent':
      // What a cancelled deployment confirmed while following may have been changed by another leader since.
      patch(step, { leading: true, held: undefined, fleet: updateAll(step.state.fleet, (record) => ({ ...startAfresh(record), confirmed: undefined })) });
      return offerAndSupersede(step, request('leadership_acquired', event.correlationId, { force: true }));
    case 'LostLeadershipEvent':
      cancelInFlight(step, 'lost_leadership');
      return patch(step, {
        leading: false,
        announced: undefined,
        slot: withdraw(step.state.slot),
        fleet: updateAll(step.state.fleet, (record) => ({ ...record, confirmed: undefined, retryAt: undefined })),
      });
    case 'DeploymentCancelRequestEvent':
      return cancelRequested(step, event);
    case 'DeploymentStartedEvent':
      return deploymentStarted(step, event);
    case 'InstanceDeployedEvent':
    case 'InstanceDeploymentFailedEvent':
      return instanceEnded(step, event);
    case 'DeploymentCompletedEvent':
      return deploymentCompleted(step, event);
    case 'InputEndedEvent':
      return inputEnded(step);
    default:
      return;
  }
}

/** A validation promotes its render; all older ones are forgotten (design S1). */
function validationCompleted(step: Step, { correlationId }: ValidationCompletedEvent): void {
  const render = findRender(step.state.renders, correlationId);
  if (!render) {
    const reason =
      correlationId === undefined
        ? 'is not given, and no render waits for a validation: send its TemplateRenderedEvent first'
        : 'names no render that waits: it was never sent, a newer one was validated before it, or more than could wait came after it';
    step.outputs.push({ type: 'EventRejectedEvent', reason, field: 'correlationId', ...(correlationId === undefined ? {} : { correlationId }) });
    return;
  }
  const content = toContent(render);
  const isNew = step.state.contents.candidate?.checksum !== content.checksum;
  patch(step, { renders: forgetUpTo(step.state.renders, render), contents: promote(step.state.contents, content) });
  const wants = request('config_validation', correlationId ?? render.correlationId, { withBackoff: isNew });
  if (isNew) {
    patch(step, {
      skipped: undefined,
      canaries: [],
      held: undefined,
      fleet: updateAll(step.state.fleet, (record) =>
        unpark({ ...record, checkAt: undefined, refused: record.refused.filter((checksum) => checksum !== content.checksum) }),
      ),
    });
    return offerAndSupersede(step, wants);
  }
  offerUnlessDone(step, wants);
}

/** A failed validation changes nothing that is wanted; it is an occasion to finish what is unfinished (design S8). */
function validationFailed(step: Step, { correlationId }: ValidationFailedEvent): void {
  const render = findRender(step.state.renders, correlationId);
  if (render) patch(step, { renders: forget(step.state.renders, render) });
  const wants = request('validation_fallback', correlationId);
  if (step.state.contents.candidate) offerUnlessDone(step, wants);
  else skip(step, wants, 'nothing_validated');
}

function podsDiscovered(step: Step, { endpoints: given, correlationId }: HAProxyPodsDiscoveredEvent): void {
  const endpoints: Endpoint[] = [];
  for (const [index, endpoint] of given.entries()) {
    const normalised = normaliseUrl(endpoint.url);
    if (normalised instanceof InputError) {
      step.outputs.push({
        type: 'EventRejectedEvent',
        reason: normalised.message,
        field: `endpoints[${index}].url`,
        ...(correlationId === undefined ? {} : { correlationId }),
      });
      return;
    }
    endpoints.push(normalised.url === endpoint.url ? endpoint : { ...endpoint, ...normalised });
  }
  const { fleet, fleetNamed, generation } = step.state;
  // A controller names the same list again and again.
  if (!fleetNamed || !isListed(fleet, endpoints)) {
    const duplicate = findDuplicate(endpoints);
    if (duplicate) {
      step.outputs.push({
        type: 'EventRejectedEvent',
        reason: `${duplicate.url} stands twice in the list: name each endpoint once`,
        field: `endpoints[${duplicate.index}].url`,
        ...(correlationId === undefined ? {} : { correlationId }),
      });
      return;
    }
    patch(step, { generation: generation + 1, fleetNamed: true, fleet: discover(fleet, endpoints, generation + 1) });
    cancelDropped(step);
  }
  if (endpoints.length > 0) offerAndSupersede(step, request('pod_discovery', correlationId));
}

function podTerminated(step: Step, { podName, podNamespace }: HAProxyPodTerminatedEvent): void {
  const left = [...step.state.fleet].filter(([, { endpoint }]) => endpoint.podName !== podName || endpoint.podNamespace !== podNamespace);
  if (left.length === step.state.fleet.size) return;
  patch(step, { fleet: new Map(left) });
  cancelDropped(step);
}

/** Schedules now and forgets why not to (design S15). */
function reconcileRequested(step: Step, { endpoints, force = false, correlationId }: ReconcileRequestedEvent): void {
  const unknown = endpoints?.findIndex((url) => !step.state.fleet.has(url)) ?? -1;
  if (unknown !== -1) {
    step.outputs.push({
      type: 'EventRejectedEvent',
      reason: 'is not in the fleet: name it as its discovery did',
      field: `endpoints[${unknown}]`,
      ...(correlationId === undefined ? {} : { correlationId }),
    });
    return;
  }
  const fleet = endpoints
    ? endpoints.reduce((all, url) => updateRecord(all, url, startAfresh), step.state.fleet)
    : updateAll(step.state.fleet, startAfresh);
  patch(step, { fleet, ...(endpoints ? {} : { held: undefined }) });
  offerRequest(step, request('reconcile_requested', correlationId, { force, ...(endpoints ? { only: endpoints } : {}) }));
}

/** Somebody fights us: each further round, this endpoint is left unchecked for twice as long (design R7). */
function driftDetected(step: Step, { endpoint: { url }, recurring }: DriftDetectedEvent): void {
  const { driftPreventionIntervalMs, maxDriftIntervalMs } = step.options;
  if (recurring === undefined) return;
  const restMs = Math.min(maxDriftIntervalMs, driftPreventionIntervalMs * 2 ** (recurring - defaults.driftCorrectionsBorne + 1));
  patch(step, { fleet: updateRecord(step.state.fleet, url, (record) => ({ ...record, checkAt: step.now + restMs })) });
}

/** A cancel from outside, or our own come back over the bus; it schedules nothing (design D10). */
function cancelRequested(step: Step, { deploymentId, endpoints }: DeploymentCancelRequestEvent): void {
  const { inFlight } = step.state;
  if (!inFlight || inFlight.cancelled || endpoints || (deploymentId ?? inFlight.deploymentId) !== inFlight.deploymentId) return;
  patch(step, { inFlight: { ...inFlight, cancelled: { at: step.now, because: 'requested' } } });
}

/** Retries that wait for their back-off are made at once, then by their back-off, until the drain is over (design S12). */
function inputEnded(step: Step): void {
  const { drainTimeoutMs } = step.options;
  patch(step, {
    drainUntil: step.now + drainTimeoutMs,
    fleet: updateAll(step.state.fleet, (record) => (inBackoff(record) ? { ...record, retryAt: step.now } : record)),
  });
}

/** Who was not let in is tried again at once, with all else as it was (design 7). */
function credentialsChanged(step: Step, { endpoints }: CredentialsChangedEvent): void {
  // While following nothing is tried: the next leader looks at everything (design S10).
  if (!step.state.leading) return;
  const changed = new Set(endpoints);
  patch(step, {
    fleet: updateAll(step.state.fleet, (record) => (record.parked === 'unauthorized' && changed.has(record.endpoint.url) ? { ...record, retryAt: step.now } : record)),
  });
}

/** What leadership and an operator's word undo: refusals, parking and back-offs (design S9). */
const startAfresh = (record: EndpointRecord): EndpointRecord => ({ ...unpark(record), refused: [], retryAt: undefined, checkAt: undefined, failures: 0 });

/** Offers a request that makes a running retry pointless: its endpoints are in the new deployment anyway (design S9). */
function offerAndSupersede(step: Step, wants: Request): void {
  const { inFlight, leading } = step.state;
  // So is the rest of a rollout that newer content replaces, while nothing is being written (design D11).
  const isPointless = inFlight && (isRetryOnly(inFlight.request.reasons) || (isBetweenStages(inFlight) && inFlight.candidate !== step.state.contents.candidate));
  if (leading && isPointless && !inFlight.cancelled) cancelInFlight(step, 'superseded');
  offerRequest(step, wants);
}

/** Offers a request unless there is nothing to do for it already; while a deployment runs only its end can tell. */
function offerUnlessDone(step: Step, wants: Request): void {
  const { inFlight, fleet, leading } = step.state;
  if (leading && !inFlight && fleet.size > 0) {
    const choice = chooseTargets(step.state, wants);
    if (choice.kind === 'skip') return skip(step, wants, choice.because);
  }
  offerRequest(step, wants);
}

function reportFleet(step: Step): void {
  const { fleet, contents, fleetNamed, leading } = step.state;
  const confirmed = [...fleet.values()].filter(({ confirmed: runs, drifted }) => !drifted && runs !== undefined && runs === contents.candidate?.checksum);
  step.outputs.push({
    type: 'SchedulingCompletedEvent',
    total: fleet.size,
    confirmed: confirmed.length,
    validated: contents.candidate !== undefined,
    fleetNamed,
    leading,
  });
}
