import { toRef } from '../../lib/events/toRef.js';
import type { EndpointRef, ErrorInfo } from '../../lib/events/types.js';
import type { Looked } from '../lookAtFleet.js';
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
export function describeFleet(contentChecksum: string, looked: readonly Looked<Drift>[]): FleetDrift {
  const groups = new Map<string, SharedDrift>();
  for (const { endpoint, result } of looked) {
    if (!('seen' in result)) continue;
    const key = JSON.stringify(result.seen);
    groups.set(key, { endpoints: [...(groups.get(key)?.endpoints ?? []), toRef(endpoint)], ...result.seen });
  }
  const found = [...groups.values()];
  const failures = looked.flatMap(({ endpoint, result }) => ('error' in result ? [{ endpoint: toRef(endpoint), error: result.error }] : []));
  const count = (verdict: Drift['verdict']): number => found.filter((drift) => drift.verdict === verdict).reduce((sum, { endpoints }) => sum + endpoints.length, 0);
  return {
    contentChecksum,
    found,
    failures,
    summary: { total: looked.length, clean: count('clean'), drifted: count('drifted'), differs: count('differs'), failed: failures.length },
  };
}
