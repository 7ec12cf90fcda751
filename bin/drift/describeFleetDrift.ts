import { toRef } from '../../lib/events/toRef.js';
import type { EndpointRef, ErrorInfo } from '../../lib/events/types.js';
import { groupAlike } from '../looking/groupAlike.js';
import type { Looked } from '../looking/lookAtFleet.js';
import type { Drift } from './Drift.js';

/** What `drift --json` writes. */
export interface FleetDrift {
  /** Of what is wanted. */
  readonly contentChecksum: string;
  /** Each distinct drift once, in the order of its first endpoint. */
  readonly found: readonly SharedDrift[];
  readonly failures: readonly { readonly endpoint: EndpointRef; readonly error: ErrorInfo }[];
  /** Endpoints by verdict; the counts add up to `total`. */
  readonly summary: { readonly total: number; readonly clean: number; readonly drifted: number; readonly differs: number; readonly failed: number };
}

export interface SharedDrift extends Drift {
  readonly endpoints: readonly EndpointRef[];
}

/** Puts together what was seen of each endpoint; those alike share one entry. */
export function describeFleetDrift(contentChecksum: string, looked: readonly Looked<Drift>[]): FleetDrift {
  const { groups, failures } = groupAlike(looked, (drift) => JSON.stringify(drift));
  const found = groups.map(({ first, members }) => ({ endpoints: members.map(({ endpoint }) => toRef(endpoint)), ...first }));
  const count = (verdict: Drift['verdict']): number => found.filter((drift) => drift.verdict === verdict).reduce((sum, { endpoints }) => sum + endpoints.length, 0);
  return {
    contentChecksum,
    found,
    failures,
    summary: { total: looked.length, clean: count('clean'), drifted: count('drifted'), differs: count('differs'), failed: failures.length },
  };
}
