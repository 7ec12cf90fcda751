import type { Span } from './findOccurrences.js';
import { maskWith } from './mask.js';

/** Masks lines in one go, so that a secret found in one of them is masked in all. */
export function maskLines(lines: readonly string[], secrets: readonly string[]): readonly string[] {
  if (lines.length === 0) return lines;
  // A name may hold the line end that was an escape in the text.
  const text = lines.map((line) => line.replaceAll('\n', ' ')).join('\n');
  return maskWith(text, secrets, (found) => found.flatMap((span) => byLine(text, span))).split('\n');
}

/** Parts a stretch at the ends of lines, so that there are as many lines afterwards. */
function byLine(text: string, { start, end }: Span): Span[] {
  const spans: Span[] = [];
  for (let at = start; at < end; ) {
    const newline = text.indexOf('\n', at);
    const until = newline < 0 || newline > end ? end : newline;
    if (until > at) spans.push({ start: at, end: until });
    at = until + 1;
  }
  return spans;
}
