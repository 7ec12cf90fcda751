import type { DeploymentCompletedEvent, DeploymentStartedEvent, ErrorCode, InstanceDeployedEvent, InstanceDeploymentFailedEvent } from '../events/types.js';
import { toRef } from '../events/toRef.js';
import { backoffDelay } from '../operators/backoffDelay.js';
import { ended } from '../operators/slot.js';
import { unpark, updateRecord } from './fleet.js';
import type { EndpointRecord } from './fleet.js';
import { effectAtEnd, effectOf, isCompletionOf, noteEnd } from './inFlight.js';
import type { InFlight, InFlightTarget } from './inFlight.js';
import { afterTimeout, request } from './request.js';
import type { Request } from './request.js';
import { wantedFor } from './rollout.js';
import { isDrainOver, patch } from './state.js';
import type { Step } from './state.js';
import { offerRequest } from './offerRequest.js';

/** What the running deployment tells about its endpoints, and its end. */

/** The deployer has begun: silence counts from now. */
export function deploymentStarted(step: Step, { deploymentId }: DeploymentStartedEvent): void {
  const { inFlight } = step.state;
  if (inFlight?.deploymentId === deploymentId) patch(step, { inFlight: { ...inFlight, progressAt: step.now } });
}

/** Takes the end of one endpoint; that of a deployment that does not run, or of one that left or changed, counts for nothing. */
export function instanceEnded(step: Step, event: InstanceDeployedEvent | InstanceDeploymentFailedEvent): void {
  const { inFlight } = step.state;
  const { url } = event.endpoint;
  const target = inFlight?.targets.get(url);
  if (!inFlight || !target || event.deploymentId !== inFlight.deploymentId || inFlight.ended.has(url)) return;
  patch(step, { inFlight: noteEnd(inFlight, url, effectOf(event), step.now) });
  if (step.state.fleet.get(url)?.generation !== target.generation) return;
  if (event.type === 'InstanceDeployedEvent') confirm(step, inFlight, url, event.contentChecksum);
  else fail(step, url, target.checksum, event);
}

/** Takes a completion: the slot is free; a late or foreign one is counted and ignored (design S5). */
export function deploymentCompleted(step: Step, event: DeploymentCompletedEvent): void {
  const { inFlight } = step.state;
  if (!inFlight || !isCompletionOf(inFlight, event)) {
    patch(step, { ignoredCompletions: step.state.ignoredCompletions + 1 });
    return;
  }
  const failedNone = event.failed === 0 && event.cancelled === 0 && event.notAttempted === 0;
  forEachSilent(step, inFlight, (url, { checksum }) => {
    if (failedNone) confirm(step, inFlight, url, checksum);
    else if (inFlight.cancelled) loseSight(step, url);
    else failTransiently(step, url, 'unexpected');
  });
  if (inFlight.rollout && !inFlight.cancelled) judgeRollout(step, inFlight, event);
  free(step, inFlight, inFlight.request);
}

/**
 * A candidate passes when all its canaries that are still there run it. Else it is held back from
 * the rest: until a retry of the canaries passes or new content comes, or, where too many failed
 * after the canaries, until new content comes (design D11, S14).
 */
function judgeRollout(step: Step, { candidate, rollout }: InFlight, { total, notAttempted }: DeploymentCompletedEvent): void {
  const { contents, fleet, held } = step.state;
  if (contents.candidate?.checksum !== candidate.checksum || held === 'failures') return;
  const canaries = rollout?.canaries ?? [];
  const left = canaries.flatMap((url) => fleet.get(url) ?? []);
  if (left.some(({ confirmed }) => confirmed !== candidate.checksum)) return patch(step, { held: 'canary' });
  // Where some of the rest were begun and some not, too many of them failed.
  if (notAttempted > 0 && notAttempted < total - canaries.length) return patch(step, { held: 'failures' });
  // Where no canary is left, whoever of the rest runs it has told; else others try it next.
  patch(step, { held: undefined, ...(left.length > 0 ? { contents: { ...contents, good: candidate } } : {}) });
}

/** Stops waiting for a cancelled deployment that does not complete (design S6). */
export function giveUp(step: Step, inFlight: InFlight): void {
  forEachSilent(step, inFlight, (url) => loseSight(step, url));
  // It may still complete some day, and a foreign deployer's completion is told by its correlation id: the next needs its own.
  free(step, inFlight, { ...inFlight.request, correlationId: undefined });
}

/** Frees the slot; what ran too long is requested again, unless the time for retries is over (design S6, S12). */
function free(step: Step, inFlight: InFlight, again: Request): void {
  // What ran out of time is not begun again without a rest, whatever it did: the cause may be on our side.
  const ranOut = inFlight.cancelled?.because === 'deployment_timeout';
  patch(step, { inFlight: undefined, slot: ended(step.state.slot, step.now, ranOut ? 'heavy' : effectAtEnd(inFlight)) });
  if (ranOut && !isDrainOver(step)) {
    step.outputs.push({ type: 'ReconciliationTriggeredEvent', reason: 'deployment_timeout_recovery', correlationId: inFlight.correlationId });
    offerRequest(step, { ...again, reasons: again.reasons.map(afterTimeout) });
  }
  if (!inFlight.cancelled) bringUp(step, inFlight);
}

/** Endpoints of which nothing was heard and whose entry is still the one that was deployed to. */
function forEachSilent({ state }: Step, inFlight: InFlight, act: (url: string, target: InFlightTarget) => void): void {
  for (const [url, target] of inFlight.targets) {
    if (!inFlight.ended.has(url) && state.fleet.get(url)?.generation === target.generation) act(url, target);
  }
}

/** What an endpoint runs is not known any more. */
function loseSight(step: Step, url: string): void {
  change(step, url, (record) => ({ ...record, confirmed: undefined, unsettled: true }));
  parkAgain(step, url);
}

/**
 * Who refused the candidate, or was left out of its rollout, and does not run the good content gets
 * that one now; and so does the rest when the canaries have passed after all (design S14).
 */
function bringUp(step: Step, { rollout, targets, correlationId }: InFlight): void {
  const { state } = step;
  const behind = [...state.fleet.values()].filter((record) => {
    const { url } = record.endpoint;
    // Who failed for a passing reason is left to its retry, or to nobody when the time for retries is over (design S12).
    const isLeft = record.parked !== undefined || record.retryAt !== undefined || (record.failures > 0 && isDrainOver(step));
    if (isLeft || !(rollout || (targets.has(url) && record.refused.length > 0))) return false;
    const content = wantedFor(state, record);
    // Without a rollout a newer candidate has a request of its own.
    return content !== undefined && content.checksum !== record.confirmed && (rollout ? targets.size < state.fleet.size || targets.has(url) : content !== state.contents.candidate);
  });
  if (behind.length > 0) offerRequest(step, request('retry', correlationId, { only: behind.map(({ endpoint }) => endpoint.url) }));
}

function confirm(step: Step, inFlight: InFlight, url: string, checksum: string): void {
  patch(step, {
    // What was the candidate when the deployment started is newer than any good one.
    contents: proves(inFlight, url, checksum) ? { ...step.state.contents, good: inFlight.candidate } : step.state.contents,
    fleet: updateRecord(step.state.fleet, url, (record) => ({
      ...record,
      confirmed: checksum,
      refused: record.refused.filter((refused) => refused !== checksum),
      failures: 0,
      failedWith: undefined,
      drifted: false,
      retryAt: undefined,
      parked: undefined,
      unsettled: false,
    })),
  });
}

/** A canary alone proves nothing: its rollout has to pass (design S14). */
function proves({ candidate, rollout }: InFlight, url: string, checksum: string): boolean {
  return candidate.checksum === checksum && !rollout?.canaries.includes(url);
}

function fail(step: Step, url: string, checksum: string, { error: { code }, outcome, retryable }: InstanceDeploymentFailedEvent): void {
  const keepsRunning = outcome !== 'unknown' && !retryable;
  change(step, url, (record) => ({
    ...record,
    // Who was not attempted did not fail.
    unsettled: record.unsettled || code !== 'not_attempted',
    confirmed: keepsRunning ? record.confirmed : undefined,
  }));
  switch (code) {
    case 'rejected':
    case 'altered':
    case 'reload_failed':
      return refuse(step, url, checksum, code);
    case 'unauthorized':
    case 'incompatible':
      return park(step, url, code);
    case 'unexpected':
      if (step.state.fleet.get(url)?.failedWith === code) return park(step, url, code);
      return failTransiently(step, url, code);
    case 'drifted':
      return change(step, url, (record) => ({ ...unpark(record), unsettled: false, drifted: true }));
    case 'cancelled':
    case 'not_attempted':
      return parkAgain(step, url);
    default:
      return failTransiently(step, url, code);
  }
}

function refuse(step: Step, url: string, checksum: string, code: ErrorCode): void {
  const { candidate, good } = step.state.contents;
  // Only what can still be wanted is worth remembering: the list stays as short as that.
  const possible = [candidate?.checksum, good?.checksum];
  change(step, url, (record) => ({
    ...record,
    refused: [...record.refused.filter((refused) => refused !== checksum && possible.includes(refused)), checksum],
    failures: 0,
    retryAt: undefined,
    // It was let in and understood: what it was parked for is gone.
    parked: undefined,
  }));
  announceParked(step, url, code);
}

function park(step: Step, url: string, code: ErrorCode): void {
  const already = step.state.fleet.get(url)?.parked === code;
  const delayMs = step.options.parkedRetryIntervalMs;
  change(step, url, (record) => ({
    ...record,
    parked: code,
    confirmed: undefined,
    // While following nothing is tried again: the next leader looks at everything (design S10).
    retryAt: delayMs === 0 || !step.state.leading ? undefined : step.now + delayMs,
    retryDelayMs: delayMs,
  }));
  if (!already) announceParked(step, url, code);
}

/** A parked endpoint whose attempt was not made stays parked and will be tried again. */
function parkAgain(step: Step, url: string): void {
  const parked = step.state.fleet.get(url)?.parked;
  if (parked !== undefined) park(step, url, parked);
}

function failTransiently(step: Step, url: string, code: ErrorCode): void {
  const { retryInitialMs, retryMaxMs, random } = step.options;
  // While following, and after the drain, nothing is tried again (design S10, S12).
  const retries = step.state.leading && !isDrainOver(step);
  const attempt = (step.state.fleet.get(url)?.failures ?? 0) + 1;
  const delayMs = backoffDelay(attempt, { initialMs: retryInitialMs, maxMs: retryMaxMs }, random);
  change(step, url, (record) => ({
    ...record,
    confirmed: undefined,
    unsettled: true,
    parked: undefined,
    failures: attempt,
    failedWith: code,
    retryAt: retries ? step.now + delayMs : undefined,
    retryDelayMs: delayMs,
  }));
  const endpoint = step.state.fleet.get(url)?.endpoint;
  if (endpoint && retries) {
    step.outputs.push({ type: 'RetryScheduledEvent', endpoint: toRef(endpoint), code, attempt, delayMs });
  }
}

function announceParked(step: Step, url: string, code: ErrorCode): void {
  const endpoint = step.state.fleet.get(url)?.endpoint;
  if (endpoint) step.outputs.push({ type: 'EndpointParkedEvent', endpoint: toRef(endpoint), code });
}

function change(step: Step, url: string, update: (record: EndpointRecord) => EndpointRecord): void {
  patch(step, { fleet: updateRecord(step.state.fleet, url, update) });
}
