/** How a new content is brought to the fleet: canaries first, then the rest (design D11). */
export interface RolloutPlan {
  /** How many endpoints go first: a count, or a share of the fleet from 0 to 1. */
  readonly canary: { readonly count: number } | { readonly share: number };
  /** From the end of the last canary to the start of the rest, in milliseconds. */
  readonly canaryWaitMs: number;
  /** Failures after the canaries that are borne, one more stops; `undefined`: any number. */
  readonly maxFailures: number | undefined;
}

/**
 * Reads `2` or `10%`.
 *
 * @throws RangeError where it is neither.
 */
export function parseCanary(canary: number | string): RolloutPlan['canary'] {
  const [, amount, percent] = /^(\d+(?:\.\d+)?)(%)?$/.exec(String(canary)) ?? [];
  const value = Number(amount);
  if (percent !== undefined && value > 0 && value <= 100) return { share: value / 100 };
  if (percent === undefined && Number.isSafeInteger(value) && value >= 1) return { count: value };
  throw new RangeError(`canary takes a whole number of at least 1 or a share such as "10%", got ${JSON.stringify(canary)}`);
}
