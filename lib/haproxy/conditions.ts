import { digest } from './digest.js';

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
