/** How many patterns are looked for all the same, and how long a text is whose parts are not worth listing. */
const few = { patterns: 64, characters: 131_072 } as const;
/** How much of a pattern is compared, in characters. */
const partLength = 4;

/**
 * The distinct patterns whose first characters a short text holds: few of the many that a fleet's
 * users and certificates bring, and all of them for a long text. Empty ones are passed over.
 *
 * @param isFixed Whether these first characters are those of every form in which the pattern may stand; one of which they are not stays.
 */
export function possiblePatterns(text: string, patterns: readonly string[], isFixed: (part: string) => boolean = () => true): string[] {
  const distinct = [...new Set(patterns)].filter((pattern) => pattern !== '');
  if (distinct.length <= few.patterns || text.length > few.characters) return distinct;
  const parts = new Set<string>();
  for (let at = 0; at + partLength <= text.length; at += 1) parts.add(text.slice(at, at + partLength));
  return distinct.filter((pattern) => {
    const part = pattern.slice(0, partLength);
    return part.length < partLength || parts.has(part) || !isFixed(part);
  });
}
