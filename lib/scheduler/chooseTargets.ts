import type { Content, DeploymentSkippedEvent } from '../events/types.js';
import type { Split } from '../operators/slot.js';
import { inBackoff } from './fleet.js';
import type { EndpointRecord } from './fleet.js';
import { asksForContentOnly, isDriftCheck } from './request.js';
import type { Request } from './request.js';
import { isOnTrial, wantedFor } from './rollout.js';
import type { SchedulerState } from './state.js';

/** One endpoint of a deployment that is about to start. */
export interface Chosen {
  readonly record: EndpointRecord;
  readonly content: Content;
}

export type Choice =
  | { readonly kind: 'deploy'; readonly targets: readonly Chosen[] }
  | { readonly kind: 'skip'; readonly because: DeploymentSkippedEvent['because'] };

/**
 * Who gets what when a request leaves the slot: each endpoint what is wanted for it now (design S14),
 * those whose last attempt did not succeed last (design D1).
 *
 * A request that only asks for the wanted content is skipped where every endpoint has confirmed it
 * (design S7); endpoints in back-off or parked are left to their retry (design S9).
 */
export function chooseTargets(state: SchedulerState, request: Request): Choice {
  const meant = [...state.fleet.values()].filter((record) => isMeant(record, request));
  const eligible = meant.filter((record) => isEligible(record, request, state.steppedAt));
  // Without a canary among them, nobody else tries what is on trial (design S14).
  const untried = state.canaries.length > 0 && isOnTrial(state) && !eligible.some(({ endpoint }) => state.canaries.includes(endpoint.url));
  const seen = untried ? { ...state, held: 'canary' as const } : state;
  const targets = eligible.flatMap((record) => {
    const content = wantedFor(seen, record);
    return content ? [{ record, content }] : [];
  });
  if (targets.length === 0) {
    return { kind: 'skip', because: eligible.length < meant.length ? 'left_to_retry' : 'no_eligible_endpoint' };
  }
  if (asksForContentOnly(request)) {
    const open = targets.filter(({ record, content }) => record.confirmed !== content.checksum);
    if (open.length === 0) return { kind: 'skip', because: eligible.length < meant.length ? 'left_to_retry' : 'already_deployed' };
    // A retry is for the endpoints that it names; anything else looks at the whole fleet, which is cheap (design D4).
    if (!request.all) return { kind: 'deploy', targets: ordered(open) };
  }
  return { kind: 'deploy', targets: ordered(targets) };
}

/**
 * The part of a request that needs no reload (design S13): the endpoints that are healthy, have
 * confirmed something and differ from what is wanted by run-time changes only. `undefined` unless
 * this holds for every healthy, confirmed endpoint and one at least differs.
 *
 * @param isRuntimeOnly Asked whenever a request waits for the long clock alone.
 */
export function splitRuntimeOnly(
  state: SchedulerState,
  request: Request,
  isRuntimeOnly: (from: Content, to: Content) => boolean,
): Split<Request> | undefined {
  const { candidate, good } = state.contents;
  if (state.canaries.length > 0 || request.force || !request.all || !candidate || !good || candidate.checksum === good.checksum) return undefined;
  const healthy = [...state.fleet.values()].filter(
    ({ confirmed, refused, unsettled }) => confirmed !== undefined && !unsettled && !refused.includes(candidate.checksum),
  );
  const behind = healthy.filter(({ confirmed }) => confirmed !== candidate.checksum);
  if (behind.length === 0 || behind.some(({ confirmed }) => confirmed !== good.checksum) || !isRuntimeOnly(good, candidate)) {
    return undefined;
  }
  const light = new Set(behind.map(({ endpoint }) => endpoint.url));
  return {
    light: { ...request, all: false, only: light },
    // Whoever wants a look at every endpoint, a discovery say, is not served by this part.
    rest: healthy.length < state.fleet.size || !asksForContentOnly(request) ? request : undefined,
  };
}

/** Whether a request speaks of an endpoint at all. */
export function isMeant({ endpoint }: EndpointRecord, { all, only }: Request): boolean {
  return all || only.has(endpoint.url);
}

/** Whether a request that speaks of an endpoint takes it along in its present state at `now` (design S9, R7). */
export function isEligible(record: EndpointRecord, request: Request, now: number): boolean {
  if (request.only.has(record.endpoint.url)) return true;
  if (record.parked !== undefined) return request.withParked;
  if (isDriftCheck(request) && record.checkAt !== undefined && record.checkAt > now) return false;
  return request.withBackoff || !inBackoff(record);
}

const ordered = (targets: readonly Chosen[]): readonly Chosen[] => [
  ...targets.filter(({ record }) => !record.unsettled),
  ...targets.filter(({ record }) => record.unsettled),
];
