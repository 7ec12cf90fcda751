import type { Content, DeploymentDelayedEvent, DeploymentSkippedEvent, Rollout } from '../events/types.js';
import { ended, remainingMs, tick } from '../operators/slot.js';
import { cancelInFlight } from './cancelInFlight.js';
import { chooseTargets, isEligible, isMeant, splitRuntimeOnly } from './chooseTargets.js';
import type { Chosen } from './chooseTargets.js';
import { dueForRetry, inBackoff, nextRetryAt, updateAll } from './fleet.js';
import type { Fleet } from './fleet.js';
import { isBetweenStages } from './inFlight.js';
import { offerRequest } from './offerRequest.js';
import { isRetryOnly, reasonOf, request } from './request.js';
import type { Request } from './request.js';
import { giveUp } from './results.js';
import { chooseCanaries, isOnTrial, wantedFor } from './rollout.js';
import { isDrainOver, patch } from './state.js';
import type { Step } from './state.js';

/**
 * Does what time has made due and starts what may start.
 *
 * @returns when to settle again, in milliseconds; `undefined`: not by time.
 */
export function settle(step: Step): number | undefined {
  limitSilence(step);
  offerDueRetries(step);
  return earliest([startPending(step), silenceEndsAt(step), retryAt(step), drainEndsAt(step)]);
}

/** Whether nothing is left to be done after the end of input (design S12). */
export function isDrained(step: Step): boolean {
  const { drainUntil, inFlight, leading, paused, slot, fleet, contents } = step.state;
  if (drainUntil === undefined) return false;
  if (!leading) return true;
  if (inFlight) return false;
  const canStart = !paused && fleet.size > 0 && contents.candidate !== undefined;
  if (!canStart) return true;
  return slot.pending === undefined && (isDrainOver(step) || ![...fleet.values()].some(inBackoff));
}

/** Cancels a deployment that has been silent for too long, and gives up on one that does not end when cancelled (design S6). */
function limitSilence(step: Step): void {
  const { inFlight } = step.state;
  if (!inFlight || silenceEndsAt(step) !== step.now) return;
  if (inFlight.cancelled) giveUp(step, inFlight);
  else cancelInFlight(step, 'deployment_timeout');
}

function silenceEndsAt({ state: { inFlight }, now, options }: Step): number | undefined {
  if (!inFlight) return undefined;
  const { cancelled, progressAt, rollout } = inFlight;
  if (cancelled) return now + remainingMs(cancelled.at, now, options.cancelGraceMs);
  // The wait after the canaries is no silence.
  const waitMs = rollout && isBetweenStages(inFlight) ? rollout.canaryWaitMs : 0;
  return now + remainingMs(progressAt, now, options.deploymentTimeoutMs + waitMs);
}

/** Offers a retry for the endpoints that are due, but for those that the pending request takes along anyway. */
function offerDueRetries(step: Step): void {
  if (!canRetry(step)) return;
  const { fleet, slot } = step.state;
  const covers = slot.pending?.request;
  const due = dueForRetry(fleet, step.now).filter((url) => {
    const record = fleet.get(url);
    return record && !(covers && isMeant(record, covers) && isEligible(record, covers, step.now));
  });
  if (due.length > 0) offerRequest(step, request('retry', undefined, { only: due }));
}

/** When the next endpoint falls due. What is due already waits in the slot, not for time. */
function retryAt(step: Step): number | undefined {
  return canRetry(step) ? nextRetryAt(step.state.fleet, step.now) : undefined;
}

/** Not while something runs: its end may settle them; nor while following, paused or after the drain (design S10, S12, S15). */
function canRetry(step: Step): boolean {
  const { inFlight, leading, paused } = step.state;
  return !inFlight && leading && !paused && !isDrainOver(step);
}

function drainEndsAt({ state: { drainUntil }, now }: Step): number | undefined {
  return drainUntil !== undefined && drainUntil > now ? drainUntil : undefined;
}

/** Starts the pending request, or says why it waits; tells when it can start if only time is missing. */
function startPending(step: Step): number | undefined {
  const { minDeploymentIntervalMs: heavyMs, minRuntimeIntervalMs: lightMs, isRuntimeOnly } = step.options;
  for (;;) {
    const { slot, paused, inFlight, contents: { candidate }, fleet } = step.state;
    if (!slot.pending) {
      if (step.state.announced !== undefined) patch(step, { announced: undefined });
      return undefined;
    }
    const waiting = slot.pending.request;
    if (paused) return wait(step, waiting, 'paused');
    if (inFlight) return wait(step, waiting, 'deployment_in_progress');
    if (!candidate) return wait(step, waiting, 'no_validated_configuration');
    if (fleet.size === 0) return wait(step, waiting, 'no_endpoints');
    const ticked = tick(slot, step.now, { heavyMs, lightMs }, (whole) => splitRuntimeOnly(step.state, whole, isRuntimeOnly));
    if (ticked.slot !== slot) patch(step, { slot: ticked.slot });
    if (!ticked.start) return wait(step, waiting, 'min_deployment_interval', ticked.wakeAt);
    leave(step, ticked.start.request, candidate);
  }
}

function leave(step: Step, leaving: Request, candidate: Content): void {
  patch(step, { announced: undefined });
  const { rollout } = step.options;
  if (rollout && isOnTrial(step.state)) patch(step, { canaries: chooseCanaries(step.state.fleet, rollout, step.state.canaries) });
  const choice = chooseTargets(step.state, leaving);
  if (choice.kind === 'deploy') return start(step, leaving, candidate, choice.targets);
  patch(step, { slot: ended(step.state.slot, step.now, 'none'), fleet: dropPointlessRetries(step) });
  skip(step, leaving, choice.because);
}

/** A due endpoint for which nothing is wanted, since it refused all there is, waits for new content, not for time (design S14). */
function dropPointlessRetries({ state, now }: Step): Fleet {
  return updateAll(state.fleet, (record) =>
    record.retryAt !== undefined && record.retryAt <= now && !wantedFor(state, record) ? { ...record, retryAt: undefined } : record,
  );
}

/** Says once per content that a request was not scheduled (design S7); a retry that has become pointless goes without a word. */
export function skip(step: Step, skipped: Request, because: DeploymentSkippedEvent['because']): void {
  const key = `${because} ${step.state.contents.candidate?.checksum ?? ''}`;
  if (isRetryOnly(skipped.reasons) || step.state.skipped === key) return;
  patch(step, { skipped: key });
  step.outputs.push({ type: 'DeploymentSkippedEvent', reason: reasonOf(skipped), because, ...correlated(skipped) });
}

function start(step: Step, leaving: Request, candidate: Content, targets: readonly Chosen[]): void {
  const { fleet } = step.state;
  const deploymentId = step.options.nextId();
  const correlationId = leaving.correlationId ?? step.options.nextId();
  const rollout = rolloutOf(step, candidate, targets);
  const targeted = new Map(
    targets.map(({ record, content }) => [record.endpoint.url, { checksum: content.checksum, generation: record.generation }]),
  );
  patch(step, {
    inFlight: {
      deploymentId,
      correlationId,
      request: leaving,
      candidate,
      targets: targeted,
      ended: new Set(),
      progressAt: step.now,
      rollout,
      cancelled: undefined,
      effect: 'none',
    },
    fleet: updateAll(fleet, (record) => (targeted.has(record.endpoint.url) ? { ...record, retryAt: undefined } : record)),
  });
  step.outputs.push({
    type: 'DeploymentScheduledEvent',
    deploymentId,
    correlationId,
    reason: reasonOf(leaving),
    reasons: leaving.reasons,
    targets: targets.map(({ record, content }) => ({ endpoint: record.endpoint, contentChecksum: content.checksum })),
    contents: Object.fromEntries(targets.map(({ content }) => [content.checksum, content])),
    contentChecksum: candidate.checksum,
    configBytes: candidate.configBytes,
    force: leaving.force,
    ...(rollout ? { rollout } : {}),
    coverage: targets.length === fleet.size ? 'all' : 'some',
  });
}

/** The stages of a deployment by which a candidate on trial comes to its canaries (design D11). */
function rolloutOf({ state, options: { rollout } }: Step, candidate: Content, targets: readonly Chosen[]): Rollout | undefined {
  if (!rollout || !isOnTrial(state)) return undefined;
  const canaries = targets.flatMap(({ record, content }) => (content === candidate && state.canaries.includes(record.endpoint.url) ? [record.endpoint.url] : []));
  const { canaryWaitMs, maxFailures } = rollout;
  return canaries.length === 0 ? undefined : { canaries, canaryWaitMs, ...(maxFailures === undefined ? {} : { maxFailures }) };
}

/** Says why a request waits, when that is new. */
function wait(step: Step, waiting: Request, because: DeploymentDelayedEvent['because'], untilMs?: number): number | undefined {
  if (step.state.announced !== because) {
    patch(step, { announced: because });
    const until = untilMs === undefined ? {} : { untilMs, delayMs: untilMs - step.now };
    step.outputs.push({ type: 'DeploymentDelayedEvent', reason: reasonOf(waiting), because, ...until, ...correlated(waiting) });
  }
  return untilMs;
}

const correlated = ({ correlationId }: Request): { readonly correlationId?: string } => (correlationId === undefined ? {} : { correlationId });

const earliest = (times: readonly (number | undefined)[]): number | undefined =>
  times.reduce((first, time) => (first === undefined || (time !== undefined && time < first) ? time : first), undefined);
