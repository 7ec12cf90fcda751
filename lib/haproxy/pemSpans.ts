import type { Span } from './findOccurrences.js';

/**
 * A marker, also one whose beginning is cut off. Labels are short; the
 * limit keeps a line of dashes from being read again and again.
 */
const marker = /-{4,5} ?(BEGIN|END) [^-\r\n\\]{1,64}-{4,5}|(?:KEY|CERTIFICATE|CRL|PARAMETERS|REQUEST)-{5}/g;
const bodyCharacter = /[A-Za-z0-9+/=\s\\]/;

/**
 * Finds the bodies of PEM blocks, markers excluded: keys and certificates alike.
 *
 * A block that is cut off reaches to the end of the text; one whose beginning is cut off, as far
 * back as the text looks like base64. Line ends may be escaped: only markers count.
 */
export function pemSpans(text: string): Span[] {
  const spans: Span[] = [];
  let free = 0;
  let open: number | undefined;
  for (const match of text.matchAll(marker)) {
    const start = match.index;
    const end = start + match[0].length;
    if (match[1] === 'END') {
      spans.push({ start: open ?? bodyStart(text, free, start), end: start });
      open = undefined;
    } else {
      open ??= end;
    }
    free = end;
  }
  if (open !== undefined) spans.push({ start: open, end: text.length });
  return spans.filter(({ start, end }) => end > start);
}

/** The lines between PEM markers, without blanks around them: as a text that quotes one has it. */
export function pemLines(text: string): string[] {
  if (!text.includes('----')) return [];
  const lines = pemSpans(text).flatMap(({ start, end }) => text.slice(start, end).split(/(?:\s|\\+[nr])+/));
  return [...new Set(lines)].filter((line) => line !== '');
}

/** Whether a line between markers can be looked for in other texts: the last one of a block may be too short for that. */
export function isTelling(line: string): boolean {
  return line.length >= 8 || /^(?=.*[^a-z])[\w+/=]{4,}$/.test(line);
}

function bodyStart(text: string, floor: number, end: number): number {
  let start = end;
  while (start > floor && bodyCharacter.test(text.charAt(start - 1))) start -= 1;
  return start;
}
