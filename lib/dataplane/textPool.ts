import { isUtf8 } from 'node:buffer';
import { decode } from './decode.js';
import { followKnown } from './followKnown.js';
import type { Follower, KnownBody } from './followKnown.js';
import { headLength } from './headLength.js';

/** A configuration as an API stores it. */
export interface StoredText {
  /** All of it. */
  readonly text: string;
  /** What stands before `body`, so that nobody needs `text` for it, which is put together when it is read. Absent where `body` is. */
  readonly head?: string;
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
  /** For an answer that has still to come: one whose body is known need not be gathered. */
  follow(): Follower<StoredText>;
}

/** Bodies that are remembered: what a fleet has, what it is to have, and some to spare. */
const maxBodies = 4;
/** Smaller texts are not worth it, in bytes. */
const minBytes = 16 * 1024;

export function createTextPool(): TextPool {
  let bodies: readonly KnownBody[] = [];
  const share = (head: string, body: KnownBody): StoredText => {
    if (body !== bodies[0]) bodies = [body, ...bodies.filter((known) => known !== body)].slice(0, maxBodies);
    return { text: head + body.text, head, body: body.text };
  };
  return {
    take: (bytes) => {
      if (!isUtf8(bytes)) return { text: bytes.toString('latin1'), encoding: 'latin1' };
      if (bytes.length < minBytes) return { text: decode(bytes) };
      const start = headLength(bytes);
      const rest = bytes.subarray(start);
      // Comparing bytes takes a tenth of decoding them.
      return share(decode(bytes.subarray(0, start)), bodies.find((known) => known.bytes.equals(rest)) ?? { bytes: rest, text: decode(rest) });
    },
    follow: () => followKnown(bodies, share),
  };
}
