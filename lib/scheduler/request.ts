import type { DeploymentReason, TriggerReason } from '../events/types.js';

/** What waits in the slot: why to deploy and to whom; what is deployed is taken when it leaves (design S3). */
export interface Request {
  /** United over all that merged, retries first, then by age: the last is what the deployment is about. */
  readonly reasons: readonly DeploymentReason[];
  /** Compare everything; sticky. */
  readonly force: boolean;
  /** All current endpoints, but for those in back-off or parked. */
  readonly all: boolean;
  /** URLs that are meant whatever their state. */
  readonly only: ReadonlySet<string>;
  /** Endpoints in back-off are taken along (design S9). */
  readonly withBackoff: boolean;
  /** Parked endpoints are taken along: a drift check looks whether the cause is gone. */
  readonly withParked: boolean;
  /** Of the newest trigger that had one. */
  readonly correlationId: string | undefined;
}

/** Makes a request: all endpoints, or just `only`. */
export function request(
  reason: DeploymentReason,
  correlationId: string | undefined,
  more: { readonly force?: boolean; readonly only?: Iterable<string>; readonly withBackoff?: boolean; readonly withParked?: boolean } = {},
): Request {
  return {
    reasons: [reason],
    force: more.force ?? false,
    all: more.only === undefined,
    only: new Set(more.only),
    withBackoff: more.withBackoff ?? false,
    withParked: more.withParked ?? false,
    correlationId,
  };
}

/** One request of a waiting and a newer one: reasons and endpoints are united. */
export function mergeRequests(waiting: Request, newer: Request): Request {
  const reasons = [...waiting.reasons.filter((reason) => !newer.reasons.includes(reason)), ...newer.reasons];
  return {
    // A retry that goes along is never what a deployment is about.
    reasons: [...reasons.filter(isRetry), ...reasons.filter((reason) => !isRetry(reason))],
    force: waiting.force || newer.force,
    all: waiting.all || newer.all,
    only: newer.only.size === 0 ? waiting.only : new Set([...waiting.only, ...newer.only]),
    withBackoff: waiting.withBackoff || newer.withBackoff,
    withParked: waiting.withParked || newer.withParked,
    // Of the newest that is about content or the fleet: a failed validation speaks of another render.
    correlationId: (isAside(newer) ? waiting.correlationId : undefined) ?? newer.correlationId ?? waiting.correlationId,
  };
}

/** Whether it is made on the occasion of something else. */
function isAside({ reasons }: Request): boolean {
  return reasons.every((reason) => isRetry(reason) || reason === 'validation_fallback');
}

/** What a deployment is about: its newest reason. */
export function reasonOf({ reasons }: Request): DeploymentReason {
  // A request is made with one reason and only ever gains some.
  return reasons.at(-1) ?? 'retry';
}

/** The reason with `_timeout_retry` added once (design S6). */
export function afterTimeout(reason: DeploymentReason): DeploymentReason {
  return isTimeoutRetry(reason) ? reason : `${reason}_timeout_retry`;
}

/** Whether it was made by retries alone: it gives way (design S9). */
export function isRetryOnly(reasons: readonly DeploymentReason[]): boolean {
  return reasons.every(isRetry);
}

/** Whether it was made by the drift monitor alone. */
export function isDriftCheck({ reasons }: Request): boolean {
  return reasons.every((reason) => reason === 'drift_prevention');
}

/** Reasons that ask for the wanted content, not for a look at the endpoint: nothing to do where it is confirmed (design S7, S8). */
const contentReasons: ReadonlySet<DeploymentReason> = new Set(['config_validation', 'validation_fallback', 'retry']);

export function asksForContentOnly({ reasons, force }: Request): boolean {
  return !force && reasons.every((reason) => contentReasons.has(reason));
}

function isRetry(reason: DeploymentReason): boolean {
  return reason === 'retry' || reason === 'retry_timeout_retry';
}

function isTimeoutRetry(reason: DeploymentReason): reason is `${TriggerReason}_timeout_retry` {
  return reason.endsWith('_timeout_retry');
}
