import { InputError } from '../events/InputError.js';
import { normaliseUrl } from '../events/normaliseUrl.js';
import { toRef } from '../events/toRef.js';
import type { Endpoint, HAProxyPodsDiscoveredEvent, HAProxyPodTerminatedEvent } from '../events/types.js';
import { findDuplicate } from '../scheduler/fleet.js';
import { settleChange } from './foldChange.js';
import { newcomer } from './foldEndpoint.js';
import type { StatusState } from './StatusState.js';

/** Who is in the fleet: who left is forgotten, with all that was counted of it. */

/** The whole fleet; a list that the scheduler rejects changes nothing (design 3). */
export function discovered(state: StatusState, { endpoints: given }: HAProxyPodsDiscoveredEvent, now: number): StatusState {
  const listed: Endpoint[] = [];
  for (const endpoint of given) {
    const normalised = normaliseUrl(endpoint.url);
    if (normalised instanceof InputError) return state;
    listed.push({ ...endpoint, ...normalised });
  }
  if (findDuplicate(listed)) return state;
  const endpoints = new Map(
    listed.map((endpoint) => {
      const ref = toRef(endpoint);
      const known = state.endpoints.get(ref.url);
      const isSame = known?.ref.podName === ref.podName && known?.ref.podNamespace === ref.podNamespace;
      return [ref.url, known && isSame ? known : newcomer(ref)] as const;
    }),
  );
  // Until now there was nobody to bring it to: that was no slowness of ours.
  const change = state.change && state.endpoints.size === 0 ? { ...state.change, since: now } : state.change;
  return settleChange({ ...state, endpoints, change }, now);
}

/** One instance is gone. */
export function terminated(state: StatusState, { podName, podNamespace }: HAProxyPodTerminatedEvent, now: number): StatusState {
  const left = [...state.endpoints].filter(([, { ref }]) => ref.podName !== podName || ref.podNamespace !== podNamespace);
  return left.length === state.endpoints.size ? state : settleChange({ ...state, endpoints: new Map(left) }, now);
}
