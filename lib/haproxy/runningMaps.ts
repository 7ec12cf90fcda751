import type { Content } from '../events/types.js';
import { baseName } from './contentChecksum.js';
import { wantedFiles } from './wantedFiles.js';

/** A map as the running process has it when nobody has changed it there. */
export interface RunningMap {
  /** As the storage keeps it, e.g. `hosts.map`. */
  readonly name: string;
  /** Values by key. */
  readonly entries: ReadonlyMap<string, string>;
  /** Every use compares whole strings, so that the order of entries means nothing and each can be changed by itself. */
  readonly exact: boolean;
}

/** Larger maps are neither compared with the process nor changed there, in bytes: their entries come in one answer several times as long. */
const maxBytes = 512 * 1024;
/** A whole line. Behind the words of a line a comment counts as text: a map that is named there alone is one that the process has not loaded. */
const comment = /^[ \t]*#.*$/gm;
const mapName = /(?<![\w.-])[\w.-]+\.map(?![\w.-])/g;
/** The converters that look a key up; `map` is short for `map_str`. */
const lookup = /(?<![\w-])map(?:_([a-z]+)(?:_[a-z]+)?)?\(([^(),\n]+)/g;
/** A key and a value without blanks: what the API gives back of others is not the same (facts 7). */
const entry = /^[ \t]*([^\s#]\S*)[ \t]+(\S+)[ \t]*$/;
const skipped = /^(?:#.*|[ \t]*)$/;

/**
 * Finds the maps of a content whose running entries tell whether somebody changed them (design R4),
 * and which of them can follow a changed file entry by entry (design D5).
 *
 * Left out is a map that the configuration does anything with but to look keys up, a rule that sets
 * entries above all, or that another file names, such as a script in Lua; one with a key twice or
 * with blanks in a value; and one larger than 512 KiB.
 */
export function runningMaps({ auxiliaryFiles, haproxyConfig }: Pick<Content, 'auxiliaryFiles' | 'haproxyConfig'>): readonly RunningMap[] {
  const all = wantedFiles(auxiliaryFiles);
  const files = all.filter(({ store, bytes }) => store === 'maps' && bytes <= maxBytes);
  if (files.length === 0) return [];
  const others = all.filter(({ store }) => store === 'general');
  const text = haproxyConfig.replace(comment, '');
  const mentions = tally([...text.matchAll(mapName)].map(([name]) => name));
  const uses = [...text.matchAll(lookup)].map(([, match = 'str', path = '']) => ({ match, name: baseName(path) }));
  const lookups = tally(uses.map(({ name }) => name));
  const inexact = new Set(uses.filter(({ match }) => match !== 'str').map(({ name }) => name));
  return files.flatMap(({ content, name }): readonly RunningMap[] => {
    const isOnlyRead = lookups.has(name) && lookups.get(name) === mentions.get(name) && !others.some((file) => file.content.includes(name));
    const entries = isOnlyRead ? readEntries(content) : undefined;
    return entries === undefined ? [] : [{ name, entries, exact: !inexact.has(name) }];
  });
}

function tally(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** The entries of a map file, as HAProxy reads them; `undefined` where a key stands twice or a line is none of key and value. */
function readEntries(content: string): ReadonlyMap<string, string> | undefined {
  const entries = new Map<string, string>();
  for (const line of content.split('\n')) {
    if (skipped.test(line)) continue;
    const [, key, value] = entry.exec(line) ?? [];
    if (key === undefined || value === undefined || entries.has(key)) return undefined;
    entries.set(key, value);
  }
  return entries;
}
