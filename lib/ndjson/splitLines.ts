/** Takes the lines as they are found, numbered from 1, blank ones included. */
export interface LineSink {
  /**
   * One line without its end, whether `\n` or `\r\n`.
   *
   * @param bytes Valid during the call only: the memory is used again.
   */
  line(bytes: Buffer, number: number): void;
  /** A line longer than allowed, told as soon as it is known; what is left of it is passed over. */
  tooLong(number: number): void;
}

export interface LineSplitter {
  push(chunk: Buffer): void;
  /** The last line may have no end. */
  end(): void;
}

const newline = 0x0a;
const carriageReturn = 0x0d;
/** A buffer grown beyond this is given back after its line. */
const keptBytes = 1024 * 1024;

/**
 * Cuts a stream of bytes into lines, calling `sink` for each within `push`.
 *
 * Keeps at most twice `maxLineBytes`, however the bytes are cut into chunks and whether or not a
 * newline ever comes. A line that lies in one chunk is not copied.
 *
 * @param maxLineBytes Longest line without its end, in bytes.
 */
export function splitLines(maxLineBytes: number, sink: LineSink): LineSplitter {
  let number = 1;
  let held = Buffer.alloc(0);
  let heldBytes = 0;
  let discarding = false;

  const hold = (bytes: Buffer): void => {
    const wanted = heldBytes + bytes.length;
    // One more for a carriage return that may turn out to belong to the line's end.
    if (wanted > maxLineBytes + 1) {
      discard();
      return;
    }
    if (wanted > held.length) {
      const grown = Buffer.allocUnsafe(Math.min(Math.max(2 * wanted, 1024), maxLineBytes + 1));
      held.copy(grown, 0, 0, heldBytes);
      held = grown;
    }
    bytes.copy(held, heldBytes);
    heldBytes = wanted;
  };

  const discard = (): void => {
    discarding = true;
    release();
    sink.tooLong(number);
  };

  const release = (): void => {
    heldBytes = 0;
    if (held.length > keptBytes) held = Buffer.alloc(0);
  };

  /** Delivers what `bytes` has from `start` up to the newline at `end`. */
  const deliver = (bytes: Buffer, start: number, end: number): void => {
    const last = end > start && bytes[end - 1] === carriageReturn ? end - 1 : end;
    if (last - start > maxLineBytes) sink.tooLong(number);
    else sink.line(bytes.subarray(start, last), number);
  };

  const finishLine = (bytes: Buffer, start: number, end: number): void => {
    if (!discarding && heldBytes === 0) {
      deliver(bytes, start, end);
    } else {
      if (!discarding) hold(bytes.subarray(start, end));
      if (!discarding) deliver(held, 0, heldBytes);
      discarding = false;
      release();
    }
    number += 1;
  };

  return {
    push: (chunk) => {
      let start = 0;
      for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
        finishLine(chunk, start, end);
        start = end + 1;
      }
      if (start < chunk.length && !discarding) hold(chunk.subarray(start));
    },
    end: () => {
      if (heldBytes > 0) finishLine(held, 0, 0);
    },
  };
}
