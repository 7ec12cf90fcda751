import type { ApiLine } from './lintFinding.js';
import type { ParsedConfig, Section } from './parseConfig.js';
import { trimBlanks } from './splitWords.js';

/** Sections that have snippet blocks; elsewhere the markers are comments (facts 2.1). */
const withSnippets = new Set(['global', 'defaults', 'frontend', 'backend']);
const marker = /^#\s*##_config-snippet_### (BEGIN|END)$/;

/** Reads the lines that the API's parser meets, and where its snippet blocks begin. */
export function apiLines(config: ParsedConfig): { readonly lines: ApiLine[]; readonly snippets: ApiLine[] } {
  const lines: ApiLine[] = [];
  const snippets: ApiLine[] = [];
  for (const section of config.sections) {
    let count = 0;
    let open = false;
    for (const { text, line } of rawLines(config, section)) {
      const found = text.startsWith('#') && withSnippets.has(section.kind) ? marker.exec(text)?.[1] : undefined;
      if (found === 'BEGIN') {
        count += 1;
        snippets.push({ text, line, section, snippet: count });
      }
      if (found !== undefined) open = found === 'BEGIN';
      if (text !== '' && !text.startsWith('#')) lines.push({ text, line, section, snippet: open ? count : 0 });
    }
  }
  return { lines, snippets };
}

function* rawLines({ text }: ParsedConfig, section: Section): Generator<{ readonly text: string; readonly line: number }> {
  for (const body of section.bodies) {
    let { line } = body;
    for (let at = body.start; at < body.end; line += 1) {
      const newline = text.indexOf('\n', at);
      const end = newline < 0 || newline >= body.end ? body.end : newline;
      yield { text: text.slice(...trimBlanks(text, at, end)), line };
      at = end + 1;
    }
  }
}
