import { sameLines } from './groupLines.js';
import { sectionTitle, type ApiLine, type Finding, type LintInput } from './lintFinding.js';
import type { ConfigLine } from './readLines.js';

/** A second snippet block in a section replaces the first (facts 2.1). */
export function lintSnippets({ lines, snippets }: LintInput): Finding[] {
  const last = new Map(snippets.map(({ section, snippet }) => [section.key, snippet]));
  const replaced = snippets.filter(({ section, snippet }) => last.get(section.key) !== snippet);
  if (replaced.length === 0) return [];
  const sections = new Set(replaced.map(({ section }) => section.key));
  const own = new Map<string, ApiLine[]>();
  for (const line of lines) {
    const { key } = line.section;
    if (sections.has(key)) own.set(key, own.get(key) ?? []).get(key)?.push(line);
  }
  const losing = new Set([...own].filter(([key, all]) => losesMeaning(all, last.get(key) ?? 0)).map(([key]) => key));
  return replaced
    .filter(({ section }) => losing.has(section.key))
    .map(({ line, section }) => ({
      rule: 'two-snippets', severity: 'loss', line, section: sectionTitle(section),
      message: 'the API keeps one snippet block for each section, the last: the lines of this one are lost',
      mend: 'put all the lines into one block',
    }));
}

/** Whether anything is missed without the blocks before the last one. */
function losesMeaning(all: readonly ApiLine[], last: number): boolean {
  const toLine = ({ text, line }: ApiLine): ConfigLine => ({ text, line, condition: '' });
  const kept = all.filter(({ snippet }) => snippet === 0 || snippet === last);
  return !sameLines(all[0]?.section.kind ?? '', all.map(toLine), kept.map(toLine));
}
