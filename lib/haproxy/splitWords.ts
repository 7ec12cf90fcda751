/** One word of a line, as HAProxy understands it and as it is written. */
export interface Word {
  /**
   * Decoded: quotes stripped, escapes replaced. A variable in double quotes, which HAProxy expands,
   * stands between the two noncharacters of {@link expansion}, so that `"$X"` is not `'$X'`.
   */
  readonly value: string;
  /** As written, quotes and escapes included. */
  readonly raw: string;
}

/** Marks where an expanded variable begins and ends. */
export const expansion = { begin: '\uFDD0', end: '\uFDD1' } as const;

const quoting = /[\\"'#]/;
const blanks = /[\t-\r ]+/;
const special = /[\\"'#\t\v\f\r\n]| {2}|^ | $/;
/** The length in braces is bounded, so that a line of nothing but `${` takes no time out of proportion. */
const variable = /\$(?:\{[^}"]{0,200}\}|[A-Za-z_][A-Za-z0-9_]*)/y;
const hexByte = /x[0-9A-Fa-f]{2}/y;
const named: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', ' ': ' ', '\\': '\\', '#': '#', '"': '"', "'": "'" };

/** Whether a trimmed line is its words joined by single blanks, with nothing to decode. */
export function isPlain(line: string): boolean {
  return !special.test(line);
}

/** The decoded words of one line (facts "Reading"): never throws, an unclosed quote ends with the line. */
export function splitWords(line: string): string[] {
  if (isPlain(line)) return line === '' ? [] : line.split(' ');
  if (!quoting.test(line)) return line.split(blanks).filter((word) => word !== '');
  return readWords(line).map(({ value }) => value);
}

/** The words of one line with their written form; a comment ends them. */
export function readWords(line: string): Word[] {
  const words: Word[] = [];
  let at = 0;
  for (;;) {
    while (at < line.length && isBlank(line.charCodeAt(at))) at += 1;
    if (at >= line.length || line[at] === '#') return words;
    const { value, end } = readWord(line, at);
    words.push({ value, raw: line.slice(at, end) });
    at = end;
  }
}

/** Blanks between words; a carriage return is one (facts "Lines"). */
export function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

/** Where the text of a line begins and ends without the blanks around it; an escaped blank at its end is none. */
export function trimBlanks(text: string, start: number, end: number): readonly [first: number, last: number] {
  let first = start;
  let last = end;
  while (first < last && isBlank(text.charCodeAt(first))) first += 1;
  while (last > first && isBlank(text.charCodeAt(last - 1))) {
    if (text.charCodeAt(last - 1) === 32 && endsEscaped(text, first, last - 1)) break;
    last -= 1;
  }
  return [first, last];
}

/** Whether what stands at `end` is escaped: an odd number of backslashes before it. */
function endsEscaped(text: string, start: number, end: number): boolean {
  let at = end;
  while (at > start && text.charCodeAt(at - 1) === 92) at -= 1;
  return (end - at) % 2 === 1;
}

function readWord(line: string, start: number): { readonly value: string; readonly end: number } {
  let value = '';
  let quote = '';
  let at = start;
  while (at < line.length) {
    const char = line.charAt(at);
    if (quote === '' && (char === '#' || isBlank(line.charCodeAt(at)))) break;
    if (char === quote) {
      quote = '';
      at += 1;
    } else if (quote === '' && (char === '"' || char === "'")) {
      quote = char;
      at += 1;
    } else if (char === '\\' && quote !== "'") {
      const { text, length } = readEscape(line, at, quote);
      value += text;
      at += length;
    } else if (char === '$' && quote === '"') {
      const name = matchAt(variable, line, at);
      value += name === undefined ? char : expansion.begin + name + expansion.end;
      at += name?.length ?? 1;
    } else {
      value += char;
      at += 1;
    }
  }
  return { value, end: at };
}

function readEscape(line: string, at: number, quote: string): { readonly text: string; readonly length: number } {
  const next = line.charAt(at + 1);
  const plain = named[next] ?? (next === '$' && quote === '"' ? '$' : undefined);
  if (plain !== undefined) return { text: plain, length: 2 };
  const hex = matchAt(hexByte, line, at + 1);
  if (hex !== undefined) return { text: String.fromCharCode(parseInt(hex.slice(1), 16)), length: 4 };
  return { text: '\\', length: 1 };
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
