import { finishEvent } from '../lib/events/finishEvent.js';
import { InputError } from '../lib/events/InputError.js';
import { isPlainEvent } from '../lib/events/isPlainEvent.js';
import { parseEvent } from '../lib/events/parseEvent.js';
import type { InputEvent } from '../lib/events/types.js';

/** Turns one line of NDJSON into the event that it holds, or says why it holds none; never throws. */
export function parseLine(line: string): InputEvent | InputError {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    if (line.includes('\0')) return new InputError('is no JSON: it has NUL bytes, as UTF-16 has; write UTF-8');
    return new InputError(error instanceof Error ? whatIsWrong(error) : 'is no JSON');
  }
  return isPlainEvent(value) ? finishEvent(value) : parseEvent(value);
}

/** The error's own words quote the line, which may hold a secret: only the position is taken from them. */
function whatIsWrong({ message }: Error): string {
  const position = /at position (\d+)/.exec(message)?.[1];
  const column = position === undefined ? '' : ` at column ${Number(position) + 1}`;
  if (message.includes('after JSON')) return `has more than one JSON value, the second${column}; write one event a line`;
  if (message.includes('end of JSON')) return 'is cut off: the JSON does not end';
  return `is no JSON${column}`;
}
