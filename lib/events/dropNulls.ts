/** Deeper than any field of any event. */
const maxDepth = 5;

/**
 * Takes members that are `null` out of objects: Go writes a nil slice or pointer so, and means that
 * there is none. Entries of arrays stay as they are.
 *
 * Gives the value itself back where there is nothing to take out. Below five levels nothing is looked
 * at, for no event has fields there.
 */
export function dropNulls(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return value;
  if (Array.isArray(value)) {
    const entries = value.map((entry) => dropNulls(entry, depth + 1));
    return entries.every((entry, index) => entry === value[index]) ? value : entries;
  }
  const members = Object.entries(value).map(([key, member]) => [key, dropNulls(member, depth + 1)] as const);
  const isClean = members.every(([key, member]) => member !== null && member === Object.getOwnPropertyDescriptor(value, key)?.value);
  return isClean ? value : Object.fromEntries(members.filter(([, member]) => member !== null));
}
