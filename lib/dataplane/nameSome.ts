/** Problems that a message names; the others are counted. */
export const maxNamed = 5;

/** Joins the first of many problems and tells how many more there are. */
export function nameSome(problems: readonly string[], separator: string): string {
  const more = problems.length > maxNamed ? ` (and ${problems.length - maxNamed} more)` : '';
  return `${problems.slice(0, maxNamed).join(separator)}${more}`;
}
