import type { Paint } from './paint.js';

/** How much is shown. */
export interface Extent {
  /** Operations, or lines of a whole section, that one section shows; the others are counted. */
  readonly maxOperations: number;
  readonly maxSections: number;
}

/** Enough to see what a change is about, and little enough to be read. */
export const cut: Extent = { maxOperations: 20, maxSections: 40 };
export const uncut: Extent = { maxOperations: Infinity, maxSections: Infinity };

/** A list cut to a length, with how many are left out; one more than that is shown rather than counted. */
export function limited(items: readonly (readonly string[])[], max: number, paint: Paint): readonly (readonly string[])[] {
  if (items.length <= max + 1) return items;
  return [...items.slice(0, max), [paint('dim', `and ${items.length - max} more; --full shows all`)]];
}
