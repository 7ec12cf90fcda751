import type { Content } from '../events/types.js';
import { mapUses } from './mapUses.js';
import type { MapUse } from './mapUses.js';
import { readMapEntries } from './readMapEntries.js';
import { wantedFiles } from './wantedFiles.js';

/** A map as the running process has it when nobody has changed it there. */
export interface RunningMap {
  /** As the storage keeps it, e.g. `hosts.map`. */
  readonly name: string;
  /** Every use compares whole strings, so that the order of entries means nothing and each can be changed by itself. */
  readonly exact: boolean;
  /** Values by key, read when asked for; `undefined` where the process may show other ones of this file. */
  readonly entries: () => ReadonlyMap<string, string> | undefined;
}

/** Larger maps are neither compared with the process nor changed there, in bytes: their entries come in one answer several times as long. */
const maxBytes = 256 * 1024;
/** An absolute path without detours. */
const plainPath = /^(?:\/(?!\.{1,2}(?:\/|$))[^/]+)+$/;

/**
 * Finds the maps of a content whose running entries tell whether somebody changed them (design R4),
 * and which of them can follow a changed file entry by entry (design D5).
 *
 * Left out is a map that the configuration does anything with but to look keys up, a rule that sets
 * entries above all, or names by more than one path, or that another file names; one larger than
 * 256 KiB; and every map of a configuration whose uses of maps cannot be told.
 */
export function runningMaps({ auxiliaryFiles, haproxyConfig }: Pick<Content, 'auxiliaryFiles' | 'haproxyConfig'>): readonly RunningMap[] {
  const all = wantedFiles(auxiliaryFiles);
  const files = all.filter(({ store, bytes }) => store === 'maps' && bytes <= maxBytes);
  const uses = files.length === 0 ? undefined : mapUses(haproxyConfig);
  if (!uses) return [];
  const others = all.filter(({ store }) => store === 'general');
  return files.flatMap((file): readonly RunningMap[] => {
    const use = uses.get(file.name);
    if (!use || !isOnlyRead(use) || others.some(({ content }) => content.includes(file.name))) return [];
    return [{ name: file.name, exact: use.exact, entries: () => readMapEntries(file) }];
  });
}

function isOnlyRead({ lookups, mentions, paths }: MapUse): boolean {
  return lookups > 0 && lookups === mentions && paths.size === 1 && [...paths].every((path) => plainPath.test(path));
}
