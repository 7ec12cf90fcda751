import type { DriftDetectedEvent, EndpointRef, ErrorCode, InstanceDeployedEvent, InstanceDeploymentFailedEvent } from '../events/types.js';
import type { EndpointState, StatusState } from './StatusState.js';
import { addTo } from './tally.js';

type Endpoints = StatusState['endpoints'];

/** An endpoint of which nothing was heard yet. */
export function newcomer(ref: EndpointRef): EndpointState {
  return {
    ref,
    result: undefined,
    code: undefined,
    contentChecksum: undefined,
    strategy: undefined,
    succeededAt: undefined,
    confirmed: undefined,
    failuresInARow: 0,
    failuresByCode: {},
    drifts: { once: 0, recurring: 0 },
    retry: undefined,
    parked: undefined,
  };
}

/** Endpoints with one of them changed; the same ones where it is not among them. */
export function updateOne(endpoints: Endpoints, url: string, change: (endpoint: EndpointState) => EndpointState): Endpoints {
  const endpoint = endpoints.get(url);
  return endpoint ? new Map(endpoints).set(url, change(endpoint)) : endpoints;
}

/** Endpoints with all of them changed, or those that are named; the same ones where nothing changed, which is usual. */
export function updateEach(endpoints: Endpoints, change: (endpoint: EndpointState) => EndpointState, urls?: readonly string[]): Endpoints {
  let changed: Map<string, EndpointState> | undefined;
  for (const url of urls ?? endpoints.keys()) {
    const endpoint = endpoints.get(url);
    const next = endpoint && change(endpoint);
    if (next === undefined || next === endpoint) continue;
    changed ??= new Map(endpoints);
    changed.set(url, next);
  }
  return changed ?? endpoints;
}

/** It is tried again like any other. */
export const unpark = (endpoint: EndpointState): EndpointState => (endpoint.parked === undefined ? endpoint : { ...endpoint, parked: undefined });

/** It runs a content. */
export function deployedTo(endpoint: EndpointState, { contentChecksum, strategy }: InstanceDeployedEvent, now: number, candidateChecksum: string | undefined): EndpointState {
  return {
    ...confirmedOn(endpoint, contentChecksum, now, candidateChecksum),
    result: 'deployed',
    code: undefined,
    strategy,
  };
}

/** The same, where the completion alone told of it (design S7). */
export function confirmedOn(endpoint: EndpointState, contentChecksum: string, now: number, candidateChecksum: string | undefined): EndpointState {
  // Who refuses the newest content is brought to the last good one and waits for another (design S14).
  const stillRefuses = endpoint.parked !== undefined && refusals.has(endpoint.parked) && contentChecksum !== candidateChecksum;
  return {
    ...endpoint,
    contentChecksum,
    confirmed: contentChecksum,
    succeededAt: now,
    failuresInARow: 0,
    retry: undefined,
    parked: stillRefuses ? endpoint.parked : undefined,
  };
}

/** What it ran before is still the last that is known of it. */
export function failedOn(endpoint: EndpointState, { error: { code } }: InstanceDeploymentFailedEvent): EndpointState {
  return {
    ...endpoint,
    result: 'failed',
    code,
    failuresInARow: endpoint.failuresInARow + (untried.has(code) ? 0 : 1),
    failuresByCode: addTo(endpoint.failuresByCode, code),
  };
}

/** Somebody else changed it. */
export function driftedOn(endpoint: EndpointState, { recurring }: DriftDetectedEvent): EndpointState {
  const { once, recurring: again } = endpoint.drifts;
  return { ...endpoint, drifts: recurring === undefined ? { once: once + 1, recurring: again } : { once, recurring: again + 1 } };
}

/** Refused by this endpoint (design 7). */
const refusals: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['rejected', 'altered', 'reload_failed']);
const untried: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['cancelled', 'not_attempted']);
