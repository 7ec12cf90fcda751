import { sectionKinds } from '../../lib/haproxy/sectionKinds.js';
import { readWords, type Word } from '../../lib/haproxy/splitWords.js';

/**
 * Writes a configuration in one shape: words as written with one blank between them, a blank line
 * before each section, two blanks before its lines, no comments, LF. Reading it gives the same model.
 */
export function printConfig(text: string): string {
  const printed: string[] = [];
  for (const line of text.replace(/^\uFEFF/, '').split('\n')) {
    const words = readWords(line);
    if (words.length === 0) continue;
    printed.push(sectionKinds.has(words[0]?.value ?? '') ? '\n' : '  ', ...words.map(asWritten), '\n');
  }
  return printed.join('');
}

/** A backslash at the end of a word would escape the blank that follows it now, where a tab followed before. */
function asWritten({ raw }: Word, index: number, words: readonly Word[]): string {
  if (index === words.length - 1) return raw;
  const backslashes = /\\*$/.exec(raw.slice(-64))?.[0].length ?? 0;
  return backslashes % 2 === 1 ? `${raw}\\ ` : `${raw} `;
}
