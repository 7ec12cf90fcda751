/** Gathers the chunks of an answer. */
export interface Collected {
  push(chunk: Buffer): void;
  /** Bytes so far. */
  length(): number;
  bytes(): Buffer;
}

/**
 * Gathers chunks, in one piece of memory where the answer told its length: keeping the chunks of many large answers at
 * once, to join them in the end, takes twice the memory and most of the collector's time.
 *
 * @param expected What the answer says of its length, in bytes; 0 where it does not. More or less may come.
 */
export function collectBytes(expected: number): Collected {
  let memory = expected > 0 ? Buffer.allocUnsafe(expected) : undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  return {
    push: (chunk) => {
      if (memory && length + chunk.length <= memory.length) {
        chunk.copy(memory, length);
      } else {
        if (memory) chunks.push(memory.subarray(0, length));
        memory = undefined;
        chunks.push(chunk);
      }
      length += chunk.length;
    },
    length: () => length,
    bytes: () => (memory ? memory.subarray(0, length) : chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length)),
  };
}
