import { isUtf8 } from 'node:buffer';
import { decode } from './decode.js';
import { headLength } from './headLength.js';

/** A body that is remembered. */
export interface KnownBody {
  readonly bytes: Buffer;
  readonly text: string;
}

/** Follows an answer while it comes. */
export interface Follower<T> {
  /** Whether the answer, with this chunk, still begins like a known one; after a `false` nothing may be pushed any more. */
  push(chunk: Buffer): boolean;
  /** What has come, but for a chunk that was told `false`. */
  bytes(): Buffer;
  /** The answer, if it ends here and is a known one. */
  found(): T | undefined;
}

/**
 * Compares an answer with known bodies while it comes: a fleet sends one large text many times, and gathering each of
 * them takes several times as long as comparing it.
 *
 * The head, comments and blank lines of its own (facts 2.1), must come within the first chunk.
 *
 * @param found Makes the result of a head and the body known by it.
 */
export function followKnown<T>(bodies: readonly KnownBody[], found: (head: string, body: KnownBody) => T): Follower<T> {
  let head: string | undefined;
  let body: KnownBody | undefined;
  let length = 0;

  const goesOn = ({ bytes }: KnownBody, chunk: Buffer): boolean =>
    length + chunk.length <= bytes.length && bytes.compare(chunk, 0, chunk.length, length, length + chunk.length) === 0;
  const beginsAlike = ({ bytes }: KnownBody): boolean => body === undefined || bytes.compare(body.bytes, 0, length, 0, length) === 0;
  const follow = (chunk: Buffer): boolean => {
    const known = body && goesOn(body, chunk) ? body : bodies.find((other) => other !== body && goesOn(other, chunk) && beginsAlike(other));
    if (!known) return false;
    body = known;
    length += chunk.length;
    return true;
  };

  return {
    push: (chunk) => {
      if (head !== undefined) return follow(chunk);
      const start = headLength(chunk);
      const first = chunk.subarray(0, start);
      if (start === chunk.length || !isUtf8(first) || first.includes(0) || !follow(chunk.subarray(start))) return false;
      head = decode(first);
      return true;
    },
    bytes: () => Buffer.concat([Buffer.from(head ?? ''), body?.bytes.subarray(0, length) ?? Buffer.alloc(0)]),
    found: () => (head !== undefined && body?.bytes.length === length ? found(head, body) : undefined),
  };
}
