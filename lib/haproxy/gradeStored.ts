import type { Change } from './change.js';
import { diffConfigs } from './diffConfigs.js';
import { collectSecrets } from './mask.js';
import { parseConfig, type ParsedConfig } from './parseConfig.js';
import { pemLines } from './pemSpans.js';
import { toOperations, type Operation } from './planDeployment.js';
import { plainForm, readLines } from './readLines.js';

/** How faithfully the API stored a configuration (design D5b). */
export interface Fidelity {
  /**
   * - `equal`: the same sections and lines in the same order, whatever the blanks and comments.
   * - `reshaped`: another order or spelling that has no meaning.
   * - `altered`: something lost, added, or in another order that has meaning.
   */
  readonly grade: 'equal' | 'reshaped' | 'altered';
  /** What is altered, from the wanted to the stored text, secrets masked. `line` is that of the stored text, of the wanted one for what was lost. */
  readonly differences: readonly Operation[];
}

/**
 * Grades the text that the API stored against the one that it was sent.
 *
 * @example What an API lost
 * ```ts
 * import { gradeStored } from 'haproxy-deployer';
 *
 * console.log(gradeStored('global\n  maxconn 100\n', '# by the API\nglobal\n    maxconn 100\n').grade);
 * // → equal
 * console.log(gradeStored('global\n  maxconn 100\n  nbthread 2\n', 'global\n  maxconn 100\n').differences.map(({ action, before }) => `${action}: ${before}`));
 * // → [ 'delete: nbthread 2' ]
 * ```
 */
export function gradeStored(wanted: string, stored: string, secrets: readonly string[] = []): Fidelity {
  if (wanted === stored) return { grade: 'equal', differences: [] };
  const [from, to] = [parseConfig(wanted), parseConfig(stored)];
  const changes: Change[] = diffConfigs(from, to);
  if (changes.length > 0) return { grade: 'altered', differences: toOperations(changes, [...secrets, ...collectSecrets(wanted)], [...pemLines(wanted), ...pemLines(stored)]) };
  return { grade: sameOrder(from, to) ? 'equal' : 'reshaped', differences: [] };
}

function sameOrder(a: ParsedConfig, b: ParsedConfig): boolean {
  return (
    a.sections.length === b.sections.length &&
    a.sections.every((section, index) => {
      const other = b.sections[index];
      if (other?.key !== section.key || other.name !== section.name || other.from !== section.from) return false;
      const [lines, others] = [readLines(a, section), readLines(b, other)];
      return lines.length === others.length && lines.every(({ text }, at) => text === others[at]?.text || plainForm(text) === plainForm(others[at]?.text ?? ''));
    })
  );
}
