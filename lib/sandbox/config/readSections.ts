import { splitLine } from './splitLine.js';

export interface Directive {
  /** Comment lines that stand before it. */
  readonly comments: readonly string[];
  /** Empty for comments that close a section and for a snippet. */
  readonly words: readonly string[];
  readonly comment?: string;
  /** Lines of a snippet block, its markers included. */
  readonly snippet?: readonly string[];
}

export interface Section {
  /** Section keyword, e.g. `backend`. */
  readonly type: string;
  /** Empty for sections without a name. */
  readonly name: string;
  readonly header: Directive;
  readonly directives: readonly Directive[];
}

export interface SectionedConfig {
  /** Comments at column 0 before the first blank line. */
  readonly top: readonly string[];
  /** Lines before the first section, which HAProxy refuses. */
  readonly stray: readonly Directive[];
  readonly sections: readonly Section[];
}

/** Longest line that the API reads; from a longer one on the text is lost (facts 2.1). */
const maxLineBytes = 64 * 1024;
const snippetBegin = '###_config-snippet_### BEGIN';
const snippetEnd = '###_config-snippet_### END';

/**
 * Reads a configuration into sections as the API does (facts 2.1): comments at column 0 or behind a
 * tab belong to the next section, others to the next line; a section of a type that is not in
 * `sectionTypes` is taken for lines of the section before it.
 */
export function readSections(text: string, sectionTypes: readonly string[]): SectionedConfig {
  const top: string[] = [];
  const stray: Directive[] = [];
  const sections: { type: string; name: string; header: Directive; directives: Directive[] }[] = [];
  let directives = stray;
  let forSection: string[] = [];
  let forLine: string[] = [];
  let atTop = true;
  let snippet: string[] | undefined;
  const closeSection = (): void => {
    if (forLine.length > 0) directives.push({ comments: forLine, words: [] });
    forLine = [];
  };

  for (const line of readableLines(text)) {
    const trimmed = line.trim();
    if (snippet !== undefined) {
      if (trimmed !== '') snippet.push(trimmed);
      if (trimmed.startsWith(snippetEnd)) {
        directives.push({ comments: forLine, words: [], snippet });
        forLine = [];
        snippet = undefined;
      }
      continue;
    }
    if (trimmed === '') {
      atTop = false;
    } else if (trimmed.startsWith(snippetBegin)) {
      snippet = [trimmed];
    } else if (trimmed.startsWith('#')) {
      if (line.startsWith(' ')) forLine.push(trimmed);
      else (atTop ? top : forSection).push(trimmed);
    } else {
      atTop = false;
      const { words, comment } = splitLine(line);
      const [type = '', name = ''] = words;
      const tail = comment === undefined ? {} : { comment };
      if (sectionTypes.includes(type)) {
        closeSection();
        directives = [];
        sections.push({ type, name, header: { comments: forSection, words, ...tail }, directives });
        forSection = [];
      } else {
        directives.push({ comments: forLine, words, ...tail });
        forLine = [];
      }
    }
  }
  if (snippet !== undefined) directives.push({ comments: [], words: [], snippet: [...snippet, snippetEnd] });
  forLine.push(...forSection);
  closeSection();
  return { top, stray, sections };
}

function readableLines(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.replace(/\r+$/, ''));
  const tooLong = lines.findIndex((line) => line.length >= maxLineBytes || Buffer.byteLength(line) >= maxLineBytes);
  return tooLong < 0 ? lines : lines.slice(0, tooLong);
}
