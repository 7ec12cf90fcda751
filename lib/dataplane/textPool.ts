import { isAscii, isUtf8 } from 'node:buffer';

/** A configuration as an API stores it. */
export interface StoredText {
  /** All of it. */
  readonly text: string;
  /**
   * The text after its head of comments and blank lines: one object for equal bodies, so that
   * comparing and looking up cost nothing. Absent: `text` alone is known.
   */
  readonly body?: string;
  /** How it was read where it is no UTF-8: each byte as one character, so that it can be written back as it was. */
  readonly encoding?: 'latin1';
}

/** Shares the bodies of texts: a fleet has one configuration, each endpoint with a head of its own (facts 2.1). */
export interface TextPool {
  /** The text of an answer. */
  take(bytes: Buffer): StoredText;
}

/** Bodies that are remembered: what a fleet has, what it is to have, and some to spare. */
const maxBodies = 4;
/** Smaller texts are not worth it, in bytes. */
const minBytes = 16 * 1024;
const maxHeadLines = 16;
const [lineFeed, hash, carriageReturn] = [0x0a, 0x23, 0x0d];

export function createTextPool(): TextPool {
  let bodies: readonly { readonly bytes: Buffer; readonly text: string }[] = [];
  return {
    take: (bytes) => {
      if (!isUtf8(bytes)) return { text: bytes.toString('latin1'), encoding: 'latin1' };
      if (bytes.length < minBytes) return { text: decode(bytes) };
      const start = headLength(bytes);
      const rest = bytes.subarray(start);
      // Comparing bytes takes a tenth of decoding them.
      const body = bodies.find((known) => known.bytes.equals(rest)) ?? { bytes: rest, text: decode(rest) };
      bodies = [body, ...bodies.filter((known) => known !== body)].slice(0, maxBodies);
      return { text: decode(bytes.subarray(0, start)) + body.text, body: body.text };
    },
  };
}

/** Most texts are ASCII, which is copied: decoding takes many times as long. */
export function decode(bytes: Buffer): string {
  return bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
}

/** Bytes of the first lines that are comments or blank. */
function headLength(bytes: Buffer): number {
  let start = 0;
  for (let line = 0; line < maxHeadLines; line += 1) {
    const first = bytes[start];
    if (first !== hash && first !== lineFeed && first !== carriageReturn) break;
    const end = bytes.indexOf(lineFeed, start);
    if (end === -1) break;
    start = end + 1;
  }
  return start;
}
