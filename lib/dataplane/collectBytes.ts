import type { Follower } from './followKnown.js';

/** Gathers the chunks of an answer. */
export interface Collected<T> {
  push(chunk: Buffer): void;
  /** Bytes so far. */
  length(): number;
  bytes(): Buffer;
  /** What the follower knows of these bytes. */
  found(): T | undefined;
}

/**
 * Gathers chunks, in one piece of memory where the answer told its length: keeping the chunks of many large answers at
 * once, to join them in the end, takes twice the memory and most of the collector's time. What the follower knows is
 * not gathered at all.
 *
 * @param expected What the answer says of its length, in bytes; 0 where it does not. More or less may come.
 */
export function collectBytes<T>(expected: number, follower: Follower<T>): Collected<T> {
  let follows = true;
  let memory: Buffer | undefined;
  let kept = 0;
  let length = 0;
  const chunks: Buffer[] = [];

  const keep = (chunk: Buffer): void => {
    if (kept === 0 && expected > 0) memory = Buffer.allocUnsafe(expected);
    if (memory && kept + chunk.length <= memory.length) {
      chunk.copy(memory, kept);
    } else {
      if (memory) chunks.push(memory.subarray(0, kept));
      memory = undefined;
      chunks.push(chunk);
    }
    kept += chunk.length;
  };
  const gathered = (): Buffer => (memory ? memory.subarray(0, kept) : chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, kept));

  return {
    push: (chunk) => {
      if (follows && !follower.push(chunk)) {
        follows = false;
        if (length > 0) keep(follower.bytes());
      }
      if (!follows) keep(chunk);
      length += chunk.length;
    },
    length: () => length,
    bytes: () => (follows ? follower.bytes() : gathered()),
    found: () => (follows ? follower.found() : undefined),
  };
}
