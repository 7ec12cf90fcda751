import { toRef } from '../../lib/events/toRef.js';
import type { EndpointRef, ErrorInfo } from '../../lib/events/types.js';
import { groupAlike } from '../looking/groupAlike.js';
import type { Looked } from '../looking/lookAtFleet.js';
import type { EndpointPlan } from './EndpointPlan.js';
import type { Planned } from './lookForPlan.js';

/** What `plan --json` writes. */
export interface FleetPlan {
  /** Of what is wanted. */
  readonly contentChecksum: string;
  /** Each distinct plan once, in the order of its first endpoint. */
  readonly plans: readonly SharedPlan[];
  readonly failures: readonly { readonly endpoint: EndpointRef; readonly error: ErrorInfo }[];
  readonly summary: FleetSummary;
}

export interface SharedPlan extends EndpointPlan {
  readonly endpoints: readonly (EndpointRef & { readonly apiVersion: string })[];
}

/** Endpoints by what `push` would do; the counts but `differing` add up to `total`. */
export interface FleetSummary {
  readonly total: number;
  readonly noop: number;
  readonly runtime: number;
  readonly reload: number;
  /** Of whatever strategy. */
  readonly refused: number;
  /** Not looked at, for they did not answer as they should. */
  readonly failed: number;
  readonly differing: number;
}

/** Puts together what was seen of each endpoint; those with equal plans share one. */
export function describeFleetPlan(contentChecksum: string, looked: readonly Looked<Planned>[]): FleetPlan {
  const keyOf = createKeyOf();
  const { groups, failures } = groupAlike(looked, ({ plan }) => keyOf(plan));
  const plans = groups.map(({ first, members }) => ({ endpoints: members.map(({ endpoint, seen }) => ({ ...toRef(endpoint), apiVersion: seen.apiVersion })), ...first.plan }));
  return { contentChecksum, plans, failures, summary: summarise(plans, failures.length) };
}

function summarise(plans: readonly SharedPlan[], failed: number): FleetSummary {
  const count = (isMeant: (plan: SharedPlan) => boolean): number => plans.filter(isMeant).reduce((sum, { endpoints }) => sum + endpoints.length, 0);
  const would = (strategy: EndpointPlan['strategy']): number => count((plan) => plan.refusals.length === 0 && plan.strategy === strategy);
  return {
    total: count(() => true) + failed,
    noop: would('noop'),
    runtime: would('runtime'),
    reload: would('reload'),
    refused: count(({ refusals }) => refusals.length > 0),
    failed,
    differing: count(({ differs }) => differs),
  };
}

/** Equal strings for equal plans. The sections, which are long, are written once for each distinct object. */
function createKeyOf(): (plan: EndpointPlan) => string {
  const known = new Map<EndpointPlan['sections'], string>();
  return ({ sections, ...plan }) => {
    const text = known.get(sections) ?? JSON.stringify(sections);
    known.set(sections, text);
    return JSON.stringify(plan) + text;
  };
}
