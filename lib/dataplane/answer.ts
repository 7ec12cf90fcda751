import type { StoredText, TextPool } from './textPool.js';

const [openBrace, quote] = [0x7b, 0x22];

/** What an API answered, and how its parts are read: by content, for the headers can't be trusted to name it (facts 1). */
export interface Answer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
  /** The same before it was decoded. */
  readonly bytes?: Buffer;
  /** The same as a text that many endpoints have; absent where it is new. */
  readonly known?: StoredText;
}

/** The first value of a header, whatever its case on the wire. */
export function headerOf({ headers }: Answer, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return typeof value === 'string' ? value : value?.[0];
}

/** `Configuration-Version`: in memory, after the operation; the only version that never lies (facts 10.3). */
export function versionOf(answer: Answer): number | undefined {
  const value = headerOf(answer, 'configuration-version');
  return value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}

/** The API's own clock in milliseconds since the epoch, whole seconds. */
export function dateMsOf(answer: Answer): number | undefined {
  const dateMs = Date.parse(headerOf(answer, 'date') ?? '');
  return Number.isNaN(dateMs) ? undefined : dateMs;
}

/** The body as JSON; `undefined` where it is none. */
export function jsonOf({ body }: Answer): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The API's words in an error answer: `message` of its JSON, which may come as `text/plain`, or else the text itself (facts 10.36). */
export function wordsOf(answer: Answer): string {
  const json = jsonOf(answer);
  const words =
    typeof json === 'object' && json !== null && 'message' in json && typeof json.message === 'string' ? json.message : answer.body;
  return words.trim();
}

/**
 * The configuration in an answer of `configuration/raw`: an object with `data` (2.x and 3.0.0), a
 * JSON string (their answer to a write) or the text itself (facts 1); `undefined` where it is unreadable.
 *
 * No configuration begins with a brace or a quote, so the first character tells which.
 */
export function rawTextOf(answer: Answer, pool: TextPool): StoredText | undefined {
  // Packed, or no text at all: no configuration, whatever its status says.
  if ((headerOf(answer, 'content-encoding') ?? 'identity') !== 'identity') return undefined;
  if (answer.known) return answer.known;
  if (answer.bytes?.includes(0)) return undefined;
  const first = answer.bytes?.[0];
  if (answer.bytes && first !== openBrace && first !== quote) return pool.take(answer.bytes);
  if (!answer.body.startsWith('{') && !answer.body.startsWith('"')) {
    return { text: answer.body };
  }
  const json = jsonOf(answer);
  const text = typeof json === 'object' && json !== null && 'data' in json ? json.data : json;
  return typeof text === 'string' ? { text } : undefined;
}
