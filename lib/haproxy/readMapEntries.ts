import type { WantedFile } from './wantedFiles.js';

/** HAProxy reads a line in pieces, and shows no entry, where it is longer than its buffer; in UTF-16 units, far below that. */
const maxLength = 1_024;
/** Control characters end a line or a text for some reader on the way. */
// eslint-disable-next-line no-control-regex -- they are what is looked for
const unreadable = /[\0-\x08\x0b-\x1f\x7f]/;
/** A key and a value without blanks: what the API gives back of others is not the same (facts 7). */
const entry = /^[ \t]*([^\s#]\S*)[ \t]+(\S+)[ \t]*$/;
const skipped = /^(?:#.*|[ \t]*)$/;
const known = new WeakMap<WantedFile, ReadonlyMap<string, string> | undefined>();

/**
 * Reads the entries of a map file as HAProxy does, once per file; `undefined` where a key stands
 * twice, or a line is none of key and value or of more than 1,024 characters.
 */
export function readMapEntries(file: WantedFile): ReadonlyMap<string, string> | undefined {
  if (!known.has(file)) known.set(file, unreadable.test(file.content) ? undefined : read(file.content));
  return known.get(file);
}

function read(content: string): ReadonlyMap<string, string> | undefined {
  const entries = new Map<string, string>();
  for (const line of content.split('\n')) {
    if (line.length > maxLength) return undefined;
    if (skipped.test(line)) continue;
    const [, key, value] = entry.exec(line) ?? [];
    if (key === undefined || value === undefined || entries.has(key)) return undefined;
    entries.set(key, value);
  }
  return entries;
}
