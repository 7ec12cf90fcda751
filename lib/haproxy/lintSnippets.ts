import { sectionTitle, type Finding, type LintInput } from './lintFinding.js';
import { plainForm } from './readLines.js';

/** A second snippet block in a section replaces the first (facts 2.1). */
export function lintSnippets({ lines, snippets }: LintInput): Finding[] {
  const last = new Map(snippets.map(({ section, snippet }) => [section.key, snippet]));
  const contents = new Map<string, string>();
  for (const { section, snippet, text } of lines) {
    const key = `${section.key}\n${snippet}`;
    if (snippet > 0) contents.set(key, `${contents.get(key) ?? ''}\n${plainForm(text)}`);
  }
  return snippets
    .filter(({ section, snippet }) => {
      const content = contents.get(`${section.key}\n${snippet}`);
      return content !== undefined && content !== contents.get(`${section.key}\n${last.get(section.key) ?? 0}`);
    })
    .map(({ line, section }) => ({
      rule: 'two-snippets', severity: 'loss', line, section: sectionTitle(section),
      message: 'the API keeps one snippet block for each section, the last: the lines of this one are lost',
      mend: 'put all the lines into one block',
    }));
}
