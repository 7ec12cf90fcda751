import type { Span } from './findOccurrences.js';

/** Labels are short; the limit keeps a line of dashes from being read again and again. */
const marker = /-----(BEGIN|END) [A-Z0-9 ]{1,64}-----/g;
const bodyCharacter = /[A-Za-z0-9+/=\s\\]/;

/** What stands between PEM markers, and whether it is a private key. */
export interface PemSpan extends Span {
  readonly privateKey: boolean;
}

/**
 * Finds the bodies of PEM blocks, markers excluded.
 *
 * A block that is cut off reaches to the end of the text; one whose beginning is cut off, as far
 * back as the text looks like base64. Line ends may be escaped: only markers count.
 */
export function pemSpans(text: string): PemSpan[] {
  const spans: PemSpan[] = [];
  let free = 0;
  let open: { readonly start: number; readonly privateKey: boolean } | undefined;
  for (const match of text.matchAll(marker)) {
    const start = match.index;
    const end = start + match[0].length;
    const privateKey = match[0].includes('PRIVATE KEY');
    if (match[1] === 'BEGIN') {
      open ??= { start: end, privateKey };
    } else {
      spans.push({ privateKey: open?.privateKey ?? privateKey, start: open?.start ?? bodyStart(text, free, start), end: start });
      open = undefined;
    }
    free = end;
  }
  if (open !== undefined) spans.push({ ...open, end: text.length });
  return spans.filter(({ start, end }) => end > start);
}

function bodyStart(text: string, floor: number, end: number): number {
  let start = end;
  while (start > floor && bodyCharacter.test(text.charAt(start - 1))) start -= 1;
  return start;
}
