import { sectionTitle, type Finding } from './lintFinding.js';
import type { ParsedConfig } from './parseConfig.js';

/** A line of this many bytes, and all that follows it, is cut off by the API (facts 2.1). */
export const maxLineBytes = 64 * 1024;

/** Finds the first line that is too long for the API: comments and lines of every kind, also in snippet blocks. */
export function lintText({ text, sections }: ParsedConfig): Finding[] {
  let line = 0;
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    line += 1;
    // A character has 3 bytes at most for each unit of the string.
    if ((end - at) * 3 >= maxLineBytes && Buffer.byteLength(text.slice(at, end)) >= maxLineBytes) {
      const found = line;
      const section = sections.findLast((candidate) => candidate.line <= found);
      return [{
        rule: 'long-line', severity: 'loss', line, section: section === undefined ? '' : sectionTitle(section),
        message: `the API cuts the configuration at the first line of ${maxLineBytes} bytes or more: this line and all after it are lost`,
        mend: 'break the line up, or move its values into a map or list file',
      }];
    }
    at = end + 1;
  }
  return [];
}
