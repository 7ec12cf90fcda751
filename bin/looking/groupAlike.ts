import { toRef } from '../../lib/events/toRef.js';
import type { Endpoint, EndpointRef, ErrorInfo } from '../../lib/events/types.js';
import type { Looked } from './lookAtFleet.js';

/** What was found at the endpoints of a fleet. */
export interface Alike<T> {
  /** Each distinct result once, in the order of its first endpoint. */
  readonly groups: readonly { readonly first: T; readonly members: readonly { readonly endpoint: Endpoint; readonly seen: T }[] }[];
  readonly failures: readonly { readonly endpoint: EndpointRef; readonly error: ErrorInfo }[];
}

/**
 * Puts endpoints together at which the same was found.
 *
 * @param keyOf Equal strings for equal results.
 */
export function groupAlike<T>(looked: readonly Looked<T>[], keyOf: (seen: T) => string): Alike<T> {
  const groups = new Map<string, { readonly first: T; readonly members: { readonly endpoint: Endpoint; readonly seen: T }[] }>();
  const failures: Alike<T>['failures'][number][] = [];
  for (const { endpoint, result } of looked) {
    if ('error' in result) {
      failures.push({ endpoint: toRef(endpoint), error: result.error });
      continue;
    }
    const { seen } = result;
    const key = keyOf(seen);
    const group = groups.get(key) ?? { first: seen, members: [] };
    group.members.push({ endpoint, seen });
    groups.set(key, group);
  }
  return { groups: [...groups.values()], failures };
}
