import type { Content, DeploymentCompletedEvent, InstanceDeployedEvent, InstanceDeploymentFailedEvent } from '../events/types.js';
import type { Effect } from '../operators/slot.js';
import type { Request } from './request.js';

/** The deployment that runs, or that was cancelled and has not completed yet (design S5, S6). */
export interface InFlight {
  readonly deploymentId: string;
  readonly correlationId: string;
  readonly request: Request;
  /** The candidate when it started. */
  readonly candidate: Content;
  /** By URL. */
  readonly targets: ReadonlyMap<string, InFlightTarget>;
  /** URLs of the endpoints that have ended. */
  readonly ended: ReadonlySet<string>;
  /** When an endpoint last ended, or when it started, in milliseconds. */
  readonly progressAt: number;
  /** Where the candidate goes to canaries first (design D11). */
  readonly rollout: { readonly canaries: readonly string[]; readonly canaryWaitMs: number } | undefined;
  readonly cancelled: { readonly at: number; readonly because: CancelCause } | undefined;
  /** What the endpoints that have ended did. */
  readonly effect: Effect;
}

export interface InFlightTarget {
  readonly checksum: string;
  /** Generation of the record when the deployment started. */
  readonly generation: number;
}

export type CancelCause = 'deployment_timeout' | 'lost_leadership' | 'superseded' | 'requested';

/** Whether its canaries have ended and nobody else has: it waits before it goes on to the rest (design D11). */
export function isBetweenStages({ rollout, ended, targets }: InFlight): boolean {
  return rollout !== undefined && ended.size === rollout.canaries.length && ended.size < targets.size && rollout.canaries.every((url) => ended.has(url));
}

/**
 * Whether a completion is the running deployment's: by `deploymentId` alone; a foreign deployer's
 * without one by `correlationId` (design S5).
 */
export function isCompletionOf(inFlight: InFlight, { deploymentId, correlationId }: DeploymentCompletedEvent): boolean {
  return deploymentId === undefined ? correlationId === inFlight.correlationId : deploymentId === inFlight.deploymentId;
}

/** Notes that an endpoint ended: the silence starts anew. */
export function noteEnd(inFlight: InFlight, url: string, effect: Effect, now: number): InFlight {
  return {
    ...inFlight,
    ended: new Set(inFlight.ended).add(url),
    progressAt: now,
    effect: strongest(inFlight.effect, effect),
  };
}

/** What one endpoint's end means for the intervals: only what was written, or may have been, counts (design S13). */
export function effectOf(event: InstanceDeployedEvent | InstanceDeploymentFailedEvent): Effect {
  if (event.type === 'InstanceDeploymentFailedEvent') return event.outcome === 'untouched' ? 'none' : 'heavy';
  if (event.reloadRequired) return 'heavy';
  return event.strategy === 'noop' ? 'none' : 'light';
}

/** The effect of a whole deployment; one of whose endpoints nothing was heard may have reloaded any of them. */
export function effectAtEnd({ effect, ended, targets }: InFlight): Effect {
  return ended.size < targets.size ? 'heavy' : effect;
}

const strength: readonly Effect[] = ['none', 'light', 'heavy'];

const strongest = (a: Effect, b: Effect): Effect => (strength.indexOf(a) > strength.indexOf(b) ? a : b);
