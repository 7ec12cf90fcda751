import type { Readable } from 'node:stream';
import { Observable } from 'rxjs';
import { InputError } from '../lib/events/InputError.js';
import type { EventRejectedEvent, InputEvent } from '../lib/events/types.js';
import { splitLines } from '../lib/ndjson/splitLines.js';
import { parseLine } from './parseLine.js';

export interface ReadEventsOptions {
  /** Longest line in bytes; a longer one is passed over as it comes and rejected. */
  readonly maxLineBytes: number;
  /** Asked after each part of a chunk: while the promise that it gives is pending, no more than two other chunks are read. */
  readonly gate?: () => Promise<void> | undefined;
}

const byteOrderMark = '\ufeff';
const blank = /^[ \t\r]*$/;

/**
 * Emits the events of an NDJSON stream, and an `EventRejectedEvent` with its line number for each
 * line that is none (design 6).
 *
 * ```text
 * input:   -{…}\n{…}\n---nonsense\n-\n--{…}-|
 *          readEvents
 * result:  -(ee)---------r--------------e|
 * ```
 *
 * Blank lines count and are passed over, a byte order mark at the start is dropped, `\r\n` ends a
 * line as well, and the last line needs no end.
 *
 * - The events of one chunk are emitted together, in order, in a later turn than it came in; those of
 *   many short lines some hundreds a turn.
 * - Completes when the input has ended or was closed, errors when it errors: after what was read before.
 * - Unsubscribing stops reading: the input is paused, not destroyed.
 * - Holds at most twice `maxLineBytes` and three chunks. Sets no timers.
 */
export function readEvents(input: Readable, { maxLineBytes, gate }: ReadEventsOptions): Observable<InputEvent | EventRejectedEvent> {
  return new Observable((subscriber) => {
    const reject = (line: number, reason: string, field?: string): void =>
      subscriber.next({ type: 'EventRejectedEvent', line, reason, ...(field !== undefined && { field }) });

    const splitter = splitLines(maxLineBytes, {
      line: (text, number) => {
        if (subscriber.closed) return;
        const line = number === 1 && text.startsWith(byteOrderMark) ? text.slice(1) : text;
        // Nearly every line begins so, and to ask that is cheap.
        if (!line.startsWith('{') && blank.test(line)) return;
        const result = parseLine(line);
        if (result instanceof InputError) reject(number, result.message, result.field);
        else subscriber.next(result);
      },
      notUtf8: (number) => reject(number, 'is not UTF-8'),
      tooLong: (number) => reject(number, `is longer than ${maxLineBytes} bytes, the most that a line may have`),
    });

    const waiting: Buffer[] = [];
    let delivering = false;
    let isOver = false;
    let failure: Error | undefined;
    const isOpen = (): boolean => !subscriber.closed;
    const finish = (): void => {
      if (!isOpen()) return;
      if (failure) {
        subscriber.error(failure);
        return;
      }
      splitter.end();
      subscriber.complete();
    };
    // A part a turn: a flood of lines must not keep requests, timers and signals from theirs.
    const deliver = async (): Promise<void> => {
      delivering = true;
      // By then the next chunk is being read.
      await nextTurn();
      for (let chunk = waiting.shift(); chunk !== undefined && isOpen(); chunk = waiting.shift()) {
        input.resume();
        for (const part of partsOf(chunk)) {
          splitter.push(part);
          await (gate?.() ?? nextTurn());
          if (!isOpen()) return;
        }
      }
      delivering = false;
      if (isOver) finish();
    };
    const onData = (chunk: Buffer | string): void => {
      waiting.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
      if (waiting.length >= chunksAhead) input.pause();
      if (!delivering) deliver().catch((error: unknown) => subscriber.error(error));
    };
    // What was read before its end, or before it broke, still counts.
    const onEnd = (): void => {
      isOver = true;
      if (!delivering) finish();
    };
    const onError = (error: Error): void => {
      failure = error;
      onEnd();
    };

    subscriber.add(() => {
      // Errors are still heard: without anybody who hears them they would end the process.
      input.off('data', onData).off('end', onEnd).off('close', onEnd);
      input.pause();
    });
    if (input.errored) onError(input.errored);
    else if (input.readableEnded || input.destroyed) onEnd();
    else input.on('error', onError).on('end', onEnd).on('close', onEnd).on('data', onData);
  });
}

/** Chunks that are read while one is being taken in: one that is there, and one that is on its way. */
const chunksAhead = 2;

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const linesPerTurn = 500;
const lineFeed = 0x0a;

/** A chunk of many short lines in parts of so many; any other whole. */
function partsOf(chunk: Buffer): readonly Buffer[] {
  const parts: Buffer[] = [];
  let start = 0;
  let lines = 0;
  for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, at + 1)) {
    lines += 1;
    if (lines < linesPerTurn) continue;
    parts.push(chunk.subarray(start, at + 1));
    start = at + 1;
    lines = 0;
  }
  return start < chunk.length ? [...parts, chunk.subarray(start)] : parts;
}
