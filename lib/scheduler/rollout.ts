import type { Content } from '../events/types.js';
import { wanted } from './contents.js';
import type { EndpointRecord, Fleet } from './fleet.js';
import type { RolloutPlan } from './rolloutPlan.js';
import type { SchedulerState } from './state.js';

/** Whether the candidate has not passed its canary yet. */
export function isOnTrial({ contents: { candidate, good } }: SchedulerState): boolean {
  return candidate !== undefined && candidate.checksum !== good?.checksum;
}

/**
 * The canaries of the candidate: those that were, as far as they are still there; else the first
 * confirmed and healthy endpoints, on a first rollout the first of the list (design D11, 11).
 */
export function chooseCanaries(fleet: Fleet, { canary }: RolloutPlan, former: readonly string[]): readonly string[] {
  const left = former.filter((url) => fleet.has(url));
  if (left.length > 0) return left;
  const healthy = [...fleet.values()].filter(({ confirmed, unsettled, parked }) => confirmed !== undefined && !unsettled && parked === undefined);
  const count = 'count' in canary ? canary.count : Math.max(1, Math.ceil(canary.share * fleet.size));
  return (healthy.length > 0 ? healthy : [...fleet.values()]).slice(0, count).map(({ endpoint }) => endpoint.url);
}

/**
 * What is wanted for an endpoint (design S14): the newest candidate, unless it refused it or its
 * canary failed and the endpoint neither is one nor has it already; then the newest good one.
 */
export function wantedFor({ contents, canaries, held }: SchedulerState, { confirmed, endpoint, refused }: EndpointRecord): Content | undefined {
  const { candidate, good } = contents;
  const waits = held !== undefined && confirmed !== candidate?.checksum && !canaries.includes(endpoint.url);
  return wanted(waits ? { candidate: undefined, good } : contents, refused);
}
