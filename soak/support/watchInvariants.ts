import { formatEvent } from '../../lib/events/formatEvent.js';
import type { Content, DeploymentScheduledEvent } from '../../lib/events/types.js';
import type { PipelineOutput } from '../../lib/runPipeline.js';
import { isRuntimeStep } from './wanted.js';
import type { TransactionLedger } from './watchTransactions.js';

export interface InvariantLimits {
  readonly minDeploymentIntervalMs: number;
  readonly minRuntimeIntervalMs: number;
  /** Must stand in no line of output. */
  readonly secrets: readonly string[];
  readonly ledger: TransactionLedger;
}

export interface Watched {
  readonly violations: readonly string[];
  readonly deployments: number;
  readonly failedByCode: Readonly<Record<string, number>>;
  see(event: PipelineOutput): void;
  /** A request begins. */
  request(): void;
  leading(leads: boolean): void;
}

type Effect = 'none' | 'light' | 'heavy';

interface InFlight {
  readonly id: string;
  readonly startedMs: number;
  readonly total: number;
  ends: number;
  effect: Effect;
  /** By the scheduler's event: what it brings, and to whom. */
  readonly scheduled: DeploymentScheduledEvent;
}

/** Timestamps are whole milliseconds. */
const roundingMs = 2;
const maxViolations = 20;

/** Checks what of the invariants the output and the requests can show (design 9: 1, 2, 5, 6, 7), and D9. */
export function watchInvariants({ minDeploymentIntervalMs, minRuntimeIntervalMs, secrets, ledger }: InvariantLimits): Watched {
  const violations: string[] = [];
  const failedByCode: Record<string, number> = {};
  let deployments = 0;
  let leads = true;
  let inFlight: InFlight | undefined;
  let scheduled: DeploymentScheduledEvent | undefined;
  /** The newest candidate that an endpoint proved, and what each was last heard to run. */
  let good: Content | undefined;
  const runs = new Map<string, string>();
  const endedMs = { light: -Infinity, heavy: -Infinity };
  const violated = (what: string): void => {
    if (violations.length < maxViolations) violations.push(what);
  };
  const count = (id: string, effect: Effect): void => {
    if (inFlight?.id !== id) return violated(`5: an end of ${id}, which does not run`);
    inFlight.ends += 1;
    if (effect === 'heavy' || inFlight.effect === 'none') inFlight.effect = effect;
  };
  /** Whether it may start under the short clock, though a step that fails turns into a reload: from the good content by run-time commands alone, where that runs (design S13). */
  const isLight = ({ contents, contentChecksum, targets }: DeploymentScheduledEvent): boolean => {
    const candidate = contents[contentChecksum];
    if (!candidate || !good || !isRuntimeStep(good, candidate)) return false;
    return targets.every((target) => target.contentChecksum === contentChecksum && [good?.checksum, contentChecksum].includes(runs.get(target.endpoint.url)));
  };
  const start = (deployment: DeploymentScheduledEvent, nowMs: number): void => {
    const { deploymentId, targets } = deployment;
    if (inFlight) violated(`1: ${deploymentId} started while ${inFlight.id} ran`);
    const sinceHeavy = nowMs - endedMs.heavy;
    if (sinceHeavy < minDeploymentIntervalMs - roundingMs && !isLight(deployment)) violated(`2: ${deploymentId} started ${sinceHeavy} ms after the last that may have reloaded`);
    inFlight = { id: deploymentId, startedMs: nowMs, total: targets.length, ends: 0, effect: 'none', scheduled: deployment };
    deployments += 1;
  };
  const complete = ({ id, startedMs, effect }: InFlight, nowMs: number): void => {
    for (const transaction of ledger.open) violated(`D9: ${id} left the failed transaction ${transaction}`);
    if (effect !== 'none' && startedMs - endedMs.light < minRuntimeIntervalMs - roundingMs) violated(`2: ${id} started ${startedMs - endedMs.light} ms after the last that wrote`);
    if (effect !== 'none') endedMs.light = nowMs;
    if (effect === 'heavy') endedMs.heavy = nowMs;
    inFlight = undefined;
  };
  return {
    violations,
    get deployments() {
      return deployments;
    },
    failedByCode,
    request: () => {
      if (!leads) violated('6: a request started while following');
    },
    leading: (now) => {
      leads = now;
      runs.clear();
    },
    see: (event) => {
      if (event.type === 'SchedulingCompletedEvent') return;
      const line = formatEvent(event);
      if (secrets.some((secret) => line.includes(secret))) violated(`7: a secret in a ${event.type}`);
      const nowMs = Date.parse(event.timestamp ?? '');
      switch (event.type) {
        case 'DeploymentScheduledEvent':
          if (!leads) violated(`6: ${event.deploymentId} was scheduled while following`);
          scheduled = event;
          return;
        case 'DeploymentStartedEvent':
          if (scheduled?.deploymentId !== event.deploymentId) return violated(`5: ${event.deploymentId} started, which was not the last scheduled`);
          return start(scheduled, nowMs);
        case 'InstanceDeployedEvent':
          runs.set(event.endpoint.url, event.contentChecksum);
          if (event.contentChecksum === inFlight?.scheduled.contentChecksum) good = inFlight.scheduled.contents[event.contentChecksum];
          return count(event.deploymentId, event.reloadRequired ? 'heavy' : event.strategy === 'noop' ? 'none' : 'light');
        case 'InstanceDeploymentFailedEvent':
          if (event.retryable || event.outcome === 'unknown') runs.delete(event.endpoint.url);
          failedByCode[event.error.code] = (failedByCode[event.error.code] ?? 0) + 1;
          return count(event.deploymentId, event.outcome === 'untouched' ? 'none' : 'heavy');
        case 'DeploymentCompletedEvent': {
          const { deploymentId, total, succeeded, failed, cancelled, notAttempted } = event;
          const running = inFlight;
          if (running === undefined || running.id !== deploymentId) return violated(`5: ${deploymentId} completed though it does not run`);
          if (total !== succeeded + failed + cancelled + notAttempted || total !== running.total || total !== running.ends) violated(`5: the counts of ${deploymentId} do not add up`);
          return complete(running, nowMs);
        }
        default:
          return;
      }
    },
  };
}
