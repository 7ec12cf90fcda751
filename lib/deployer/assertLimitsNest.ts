import { defaults } from '../defaults.js';
import { assertDuration } from '../validate.js';

/** Limits of a deployment, in milliseconds. */
export interface NestedLimits {
  /** @defaultValue 10000 */
  readonly requestTimeoutMs?: number;
  /** @defaultValue 25000 */
  readonly instanceTimeoutMs?: number;
  /** @defaultValue 10000 */
  readonly reloadTimeoutMs?: number;
  /**
   * `Infinity` where nobody limits the whole.
   *
   * @defaultValue 30000
   */
  readonly deploymentTimeoutMs?: number;
}

/**
 * Limits nest, so that the inner one always speaks first and says more (design D2).
 *
 * @throws RangeError that names the limit which is too long.
 */
export function assertLimitsNest({
  requestTimeoutMs = defaults.requestTimeoutMs,
  instanceTimeoutMs = defaults.instanceTimeoutMs,
  reloadTimeoutMs = defaults.reloadTimeoutMs,
  deploymentTimeoutMs = defaults.deploymentTimeoutMs,
}: NestedLimits): void {
  assertDuration('requestTimeoutMs', requestTimeoutMs, 1);
  if (requestTimeoutMs > instanceTimeoutMs - reloadTimeoutMs) {
    throw new RangeError(
      `requestTimeoutMs takes at most instanceTimeoutMs - reloadTimeoutMs (${instanceTimeoutMs} - ${reloadTimeoutMs}), got ${requestTimeoutMs}`,
    );
  }
  if (instanceTimeoutMs >= deploymentTimeoutMs) {
    throw new RangeError(`instanceTimeoutMs takes less than deploymentTimeoutMs (${deploymentTimeoutMs}), got ${instanceTimeoutMs}`);
  }
}
