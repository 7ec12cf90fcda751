import { afterDirective } from './conditions.js';
import type { ParsedConfig, Section } from './parseConfig.js';
import { isPlain, splitWords, trimBlanks } from './splitWords.js';

/** One line with words in it. */
export interface ConfigLine {
  /** As written, without the blanks around it; a comment at its end is still there. */
  readonly text: string;
  /** From 1, in the whole text. */
  readonly line: number;
  /** Mark of the `.if` blocks around it; empty for none. */
  readonly condition: string;
}

/** Lines of a section that mean something: no blank lines, comments or conditional directives. */
export function readLines({ text }: Pick<ParsedConfig, 'text'>, section: Section): ConfigLine[] {
  const lines: ConfigLine[] = [];
  for (const body of section.bodies) {
    let { condition, line } = body;
    for (let at = body.start; at < body.end; line += 1) {
      const newline = text.indexOf('\n', at);
      const next = newline < 0 || newline >= body.end ? body.end : newline;
      const [first, last] = trimBlanks(text, at, next);
      at = next + 1;
      const code = first < last ? text.charCodeAt(first) : 35;
      if (code === 35) continue;
      const content = text.slice(first, last);
      if (code === 46) {
        const after = afterDirective(condition, splitWords(content), line);
        condition = after ?? condition;
        if (after !== undefined) continue;
      }
      // An empty first word makes HAProxy ignore the line (facts "Lines").
      if ((code === 34 || code === 39) && splitWords(content)[0] === '') continue;
      lines.push({ text: content, line, condition: condition.mark });
    }
  }
  return lines;
}

/** Words joined so that equal results mean equal words: what belongs to a word and not between two is escaped. */
export function joinWords(words: readonly string[]): string {
  return words.map((word) => (word === '' ? '""' : word.replace(/[\\ "']/g, '\\$&'))).join(' ');
}

/** A line's words in one string that is equal for equal words, however they are quoted; the text itself where it is plain. */
export function plainForm(text: string): string {
  return isPlain(text) ? text : joinWords(splitWords(text));
}
