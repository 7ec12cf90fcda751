import { isUtf8 } from 'node:buffer';

/** Takes the lines as they are found, numbered from 1, blank ones included. */
export interface LineSink {
  /** One line without its end, whether `\n` or `\r\n`. */
  line(text: string, number: number): void;
  /** A line that is not UTF-8. */
  notUtf8(number: number): void;
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
/** Lines are decoded together in blocks of about this size, in bytes: larger ones survive a collection, and memory grows. */
const blockBytes = 8 * 1024;
/** A buffer grown beyond this is given back after its line. */
const keptBytes = 1024 * 1024;

/**
 * Cuts a stream of bytes into lines of text, calling `sink` for each within `push`.
 *
 * Keeps at most twice `maxLineBytes`, however the bytes are cut into chunks and whether or not a
 * newline ever comes. Whole lines are decoded together, which takes half the time.
 *
 * @param maxLineBytes Longest line without its end, in bytes.
 */
export function splitLines(maxLineBytes: number, sink: LineSink): LineSplitter {
  let number = 1;
  let held = Buffer.alloc(0);
  let heldBytes = 0;
  let discarding = false;

  const release = (): void => {
    heldBytes = 0;
    if (held.length > keptBytes) held = Buffer.alloc(0);
  };

  const hold = (bytes: Buffer): void => {
    const wanted = heldBytes + bytes.length;
    // One more for a carriage return that may turn out to belong to the line's end.
    if (wanted > maxLineBytes + 1) {
      discarding = true;
      release();
      sink.tooLong(number);
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

  const deliver = (bytes: Buffer): void => {
    const line = bytes.at(-1) === carriageReturn ? bytes.subarray(0, -1) : bytes;
    if (line.length > maxLineBytes) sink.tooLong(number);
    else if (isUtf8(line)) sink.line(line.toString(), number);
    else sink.notUtf8(number);
    number += 1;
  };

  const deliverHeld = (rest: Buffer): void => {
    if (!discarding) hold(rest);
    if (discarding) number += 1;
    else deliver(held.subarray(0, heldBytes));
    discarding = false;
    release();
  };

  /** Lines that are whole, the last one's newline included. */
  const deliverBlock = (block: Buffer): void => {
    if (block.length <= maxLineBytes && isUtf8(block)) {
      const lines = block.toString().split('\n');
      // What follows the last newline is no line.
      lines.pop();
      for (const line of lines) {
        sink.line(line.charCodeAt(line.length - 1) === carriageReturn ? line.slice(0, -1) : line, number);
        number += 1;
      }
      return;
    }
    let start = 0;
    for (let end = block.indexOf(newline); end >= 0; end = block.indexOf(newline, start)) {
      deliver(block.subarray(start, end));
      start = end + 1;
    }
  };

  return {
    push: (chunk) => {
      let start = 0;
      if (heldBytes > 0 || discarding) {
        const end = chunk.indexOf(newline);
        if (end >= 0) {
          deliverHeld(chunk.subarray(0, end));
          start = end + 1;
        }
      }
      const last = chunk.lastIndexOf(newline);
      while (start <= last) {
        const end = start + blockBytes < last ? chunk.indexOf(newline, start + blockBytes) : last;
        deliverBlock(chunk.subarray(start, end + 1));
        start = end + 1;
      }
      if (start < chunk.length && !discarding) hold(chunk.subarray(start));
    },
    end: () => {
      if (heldBytes > 0) deliverHeld(Buffer.alloc(0));
    },
  };
}
