import { sectionTitle, type Finding, type LintInput } from './lintFinding.js';

/** A second snippet block in a section replaces the first (facts 2.1). */
export function lintSnippets({ lines, snippets }: LintInput): Finding[] {
  const last = new Map(snippets.map(({ section, snippet }) => [section.key, snippet]));
  const filled = new Set(lines.filter(({ snippet }) => snippet > 0).map(({ section, snippet }) => `${section.key}\n${snippet}`));
  return snippets
    .filter(({ section, snippet }) => last.get(section.key) !== snippet && filled.has(`${section.key}\n${snippet}`))
    .map(({ line, section }) => ({
      rule: 'two-snippets', severity: 'loss', line, section: sectionTitle(section),
      message: 'the API keeps one snippet block for each section, the last: the lines of this one are lost',
      mend: 'put all the lines into one block',
    }));
}
