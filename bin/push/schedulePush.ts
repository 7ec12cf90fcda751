import type { Content, DeploymentScheduledEvent, Endpoint, Rollout } from '../../lib/events/types.js';
import { parseCanary } from '../../lib/scheduler/rolloutPlan.js';
import { assertDuration, assertWholeAtLeast } from '../../lib/validate.js';

/** In which steps to deploy (design D11). */
export interface Steps {
  /** A count, or a share such as `10%`. */
  readonly canary: string | undefined;
  readonly canaryWaitMs: number;
  readonly maxFailures: number | undefined;
}

/**
 * The one deployment of a push: all endpoints get the content. Nothing is known of them, so the
 * canaries are the first of the list.
 *
 * @throws RangeError where a step is out of range.
 */
export function schedulePush(deploymentId: string, content: Content, endpoints: readonly Endpoint[], steps: Steps): DeploymentScheduledEvent {
  const rollout = rolloutOf(endpoints, steps);
  return {
    type: 'DeploymentScheduledEvent',
    deploymentId,
    reason: 'config_validation',
    reasons: ['config_validation'],
    targets: endpoints.map((endpoint) => ({ endpoint, contentChecksum: content.checksum })),
    contents: { [content.checksum]: content },
    contentChecksum: content.checksum,
    configBytes: content.configBytes,
    force: false,
    ...(rollout && { rollout }),
    coverage: 'all',
  };
}

function rolloutOf(endpoints: readonly Endpoint[], { canary, canaryWaitMs, maxFailures }: Steps): Rollout | undefined {
  assertDuration('canaryWaitMs', canaryWaitMs);
  if (maxFailures !== undefined) assertWholeAtLeast('maxFailures', maxFailures, 0);
  const stop = maxFailures === undefined ? {} : { maxFailures };
  // A stop after so many failures makes sense without canaries, too.
  if (canary === undefined) return maxFailures === undefined ? undefined : { canaries: [], canaryWaitMs: 0, ...stop };
  const size = parseCanary(canary);
  const count = 'count' in size ? size.count : Math.max(1, Math.ceil(size.share * endpoints.length));
  return { canaries: endpoints.slice(0, count).map(({ url }) => url), canaryWaitMs, ...stop };
}
