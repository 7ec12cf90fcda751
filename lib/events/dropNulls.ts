/** Deeper than any field of any event. */
const maxDepth = 5;

/**
 * Takes members that are `null` out of objects: Go writes a nil slice or pointer so, and means that
 * there is none. Entries of arrays stay as they are.
 *
 * Gives the value itself back where there is nothing to take out. Below five levels nothing is looked
 * at, for no event has fields there.
 */
export function dropNulls(value: unknown): unknown {
  return hasNulls(value, 0) ? withoutNulls(value, 0) : value;
}

const isLookedAt = (value: unknown, depth: number): value is object => typeof value === 'object' && value !== null && depth <= maxDepth;

/** Asked first, as nearly every event has none. */
function hasNulls(value: unknown, depth: number): boolean {
  if (!isLookedAt(value, depth)) return false;
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return (members !== value && members.includes(null)) || members.some((member) => hasNulls(member, depth + 1));
}

function withoutNulls(value: unknown, depth: number): unknown {
  if (!isLookedAt(value, depth)) return value;
  if (Array.isArray(value)) return value.map((entry) => withoutNulls(entry, depth + 1));
  const members = Object.entries(value).filter(([, member]: readonly [string, unknown]) => member !== null);
  return Object.fromEntries(members.map(([key, member]) => [key, withoutNulls(member, depth + 1)]));
}
