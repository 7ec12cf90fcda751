/**
 * Where a line stands among `.if` blocks. Two lines with equal `mark` stand under equal conditions;
 * the mark is a digest, so nesting of any depth costs one short string.
 */
export interface Condition {
  readonly mark: string;
  /** The block around this one, for `.endif`. */
  readonly outer?: Condition | undefined;
  /** Line of the `.if` or branch that opened this. */
  readonly line: number;
}

/** Under no condition. */
export const unconditional: Condition = { mark: '', line: 0 };

/** The condition after a directive; `undefined` when the words are no conditional directive. A stray `.endif` changes nothing. */
export function afterDirective(now: Condition, words: readonly string[], line: number): Condition | undefined {
  const expression = words.slice(1).join(' ');
  switch (words[0]) {
    case '.if':
      return { mark: digest(`${now.mark}/${expression}`), outer: now, line };
    case '.elif':
    case '.else':
      return now.outer === undefined ? now : { mark: digest(`${now.mark}|${expression}`), outer: now.outer, line };
    case '.endif':
      return now.outer ?? now;
    default:
      return undefined;
  }
}

/** A 53-bit digest of a text, for identity within one process. */
export function digest(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}
