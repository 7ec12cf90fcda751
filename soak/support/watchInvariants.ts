import { formatEvent } from '../../lib/events/formatEvent.js';
import type { PipelineOutput } from '../../lib/runPipeline.js';

export interface InvariantLimits {
  readonly minDeploymentIntervalMs: number;
  readonly minRuntimeIntervalMs: number;
  /** Must stand in no line of output. */
  readonly secrets: readonly string[];
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
  /** Whether a reload was to be expected when it started: a run-time step that failed turns into one (design D5, S13). */
  meantToReload: boolean;
}

/** Timestamps are whole milliseconds. */
const roundingMs = 2;
const maxViolations = 20;

/** Checks what of the invariants the output and the requests can show (design 9: 1, 2, 5, 6, 7). */
export function watchInvariants({ minDeploymentIntervalMs, minRuntimeIntervalMs, secrets }: InvariantLimits): Watched {
  const violations: string[] = [];
  const failedByCode: Record<string, number> = {};
  let deployments = 0;
  let leads = true;
  let inFlight: InFlight | undefined;
  const endedMs = { light: -Infinity, heavy: -Infinity };
  const violated = (what: string): void => {
    if (violations.length < maxViolations) violations.push(what);
  };
  const count = (id: string, effect: Effect, meantToReload = false): void => {
    if (inFlight?.id !== id) return violated(`5: an end of ${id}, which does not run`);
    inFlight.ends += 1;
    inFlight.meantToReload ||= meantToReload;
    if (effect === 'heavy' || inFlight.effect === 'none') inFlight.effect = effect;
  };
  const complete = ({ id, startedMs, effect, meantToReload }: InFlight, nowMs: number): void => {
    if (effect !== 'none' && startedMs - endedMs.light < minRuntimeIntervalMs - roundingMs) violated(`2: ${id} started ${startedMs - endedMs.light} ms after the last that wrote`);
    if (meantToReload && startedMs - endedMs.heavy < minDeploymentIntervalMs - roundingMs) violated(`2: ${id} started ${startedMs - endedMs.heavy} ms after the last that may have reloaded`);
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
    },
    see: (event) => {
      if (event.type === 'SchedulingCompletedEvent') return;
      const line = formatEvent(event);
      if (secrets.some((secret) => line.includes(secret))) violated(`7: a secret in a ${event.type}`);
      const nowMs = Date.parse(event.timestamp ?? '');
      switch (event.type) {
        case 'DeploymentScheduledEvent':
          if (!leads) violated(`6: ${event.deploymentId} was scheduled while following`);
          return;
        case 'DeploymentStartedEvent':
          if (inFlight) violated(`1: ${event.deploymentId} started while ${inFlight.id} ran`);
          inFlight = { id: event.deploymentId, startedMs: nowMs, total: event.endpoints.length, ends: 0, effect: 'none', meantToReload: false };
          deployments += 1;
          return;
        case 'InstanceDeployedEvent':
          return count(event.deploymentId, event.reloadRequired ? 'heavy' : event.strategy === 'noop' ? 'none' : 'light', event.reloadRequired && Object.keys(event.operations).some((operation) => !operation.startsWith('server_')));
        case 'InstanceDeploymentFailedEvent':
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
