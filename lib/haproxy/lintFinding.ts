import type { Section } from './parseConfig.js';
import type { ApiVersion } from './sectionKinds.js';

/** What the API would do to a configuration, found before it is sent (design D5b). */
export interface Finding {
  /** What was found. */
  readonly rule:
    | 'conditional'
    | 'duplicate-section'
    | 'implicit-defaults'
    | 'unnamed-defaults'
    | 'long-line'
    | 'unknown-section'
    | 'dropped-option'
    | 'endless-loop'
    | 'two-snippets'
    | 'moved-line'
    | 'dropped-words'
    | 'dropped-line';
  /** `loss`: the stored configuration has another meaning, or is never stored. `harmless`: only its shape changes. */
  readonly severity: 'loss' | 'harmless';
  /** From 1. */
  readonly line: number;
  /** The section that the line is in, as `backend app`. */
  readonly section: string;
  /** What would happen, without quoting values. */
  readonly message: string;
  /** What to write instead. */
  readonly mend: string;
}

/** One line with words, as the API's parser meets it. */
export interface ApiLine {
  readonly text: string;
  readonly line: number;
  readonly section: Section;
  /** Number of the snippet block around it in its section, from 1; 0 for none. */
  readonly snippet: number;
}

/** What a rule of the lint looks at. */
export interface LintInput {
  readonly sections: readonly Section[];
  /** All lines but section lines, comments and blank ones; conditional directives included. */
  readonly lines: readonly ApiLine[];
  /** Where snippet blocks begin. */
  readonly snippets: readonly ApiLine[];
  readonly api: ApiVersion;
}

export type LintRule = (input: LintInput) => Finding[];

/** A section as a person names it. */
export function sectionTitle({ kind, name }: Pick<Section, 'kind' | 'name'>): string {
  return name === '' ? kind : `${kind} ${name}`;
}
