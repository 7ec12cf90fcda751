import type { OperationCounts } from '../events/types.js';
import type { FileStore } from './fileNames.js';
import type { OwnedFile } from './manifest.js';
import type { WantedFile } from './wantedFiles.js';

/** What an endpoint shows of its files without reading them. */
export interface PresentFiles {
  /** What the manifest lists; `undefined` without one. */
  readonly owned: readonly OwnedFile[] | undefined;
  /** Names by storage; a storage that was not asked is absent. */
  readonly listed: ReadonlyMap<FileStore, ReadonlySet<string>>;
}

/** How files get from what is there to what is wanted. */
export interface FilePlan {
  readonly creates: readonly WantedFile[];
  readonly replaces: readonly WantedFile[];
  /** Ours, there and not wanted any more. */
  readonly removes: readonly OwnedFile[];
  /** Ours, there, not wanted, and still in use: they stay as they are, and stay ours. */
  readonly kept: readonly OwnedFile[];
  /** Wanted, there as wanted, but a change of ours was not proved to be loaded: only a reload tells. */
  readonly unproved: readonly WantedFile[];
}

/** One string for a file among all storages. */
export function fileKey({ store, name }: Pick<OwnedFile, 'store' | 'name'>): string {
  return `${store}/${name}`;
}

/** Wanted files that are there and of which no manifest tells that they are as wanted: they must be read. */
export function filesToRead(wanted: readonly WantedFile[], present: PresentFiles): readonly WantedFile[] {
  const owned = byKey(present.owned);
  return wanted.filter((file) => isListed(present, file) && owned.get(fileKey(file))?.sha256 === undefined);
}

/** Wanted files that a manifest says are as wanted: what only reading them would prove. */
export function filesToTrust(wanted: readonly WantedFile[], present: PresentFiles): readonly WantedFile[] {
  const owned = byKey(present.owned);
  return wanted.filter((file) => isListed(present, file) && owned.get(fileKey(file))?.sha256 === file.sha256);
}

/**
 * Plans the way from the files that are there to the wanted ones (design D6). Only what differs is
 * touched, and nothing is removed but what the manifest lists.
 *
 * @param read Whether a file that was read is as wanted, by {@link fileKey}.
 * @param isNamed Whether the content may name a file that is not among the wanted ones.
 */
export function diffAuxFiles(wanted: readonly WantedFile[], present: PresentFiles, read: ReadonlyMap<string, boolean>, isNamed: (file: OwnedFile) => boolean): FilePlan {
  const owned = byKey(present.owned);
  const wantedKeys = new Set(wanted.map(fileKey));
  const there = wanted.filter((file) => isListed(present, file));
  const asWanted = (file: WantedFile): boolean => read.get(fileKey(file)) ?? owned.get(fileKey(file))?.sha256 === file.sha256;
  const isOpen = (file: WantedFile): boolean => {
    const mine = owned.get(fileKey(file));
    return mine !== undefined && mine.sha256 === undefined;
  };
  const left = (present.owned ?? []).filter((file) => !wantedKeys.has(fileKey(file)) && isListed(present, file)).map((file) => ({ file, named: isNamed(file) }));
  return {
    creates: wanted.filter((file) => !isListed(present, file)),
    replaces: there.filter((file) => !asWanted(file)),
    removes: left.filter(({ named }) => !named).map(({ file }) => file),
    kept: left.filter(({ named }) => named).map(({ file }) => file),
    unproved: there.filter((file) => asWanted(file) && isOpen(file)),
  };
}

const labels: Readonly<Record<FileStore, string>> = { maps: 'map', ssl_certificates: 'ssl_certificate', general: 'general_file' };

/** Operations of a plan by kind: `{ map_create: 1, general_file_update: 2 }`. */
export function countFileOperations({ creates, replaces, removes }: Pick<FilePlan, 'creates' | 'replaces' | 'removes'>): OperationCounts {
  const counts: Record<string, number> = {};
  const count = (files: readonly { readonly store: FileStore }[], action: string): void => {
    for (const { store } of files) counts[`${labels[store]}_${action}`] = (counts[`${labels[store]}_${action}`] ?? 0) + 1;
  };
  count(creates, 'create');
  count(replaces, 'update');
  count(removes, 'delete');
  return counts;
}

/** A rotating tenth of a list, at least so many of it: ten passes see all (design R4). */
export function tenthOf<T>(list: readonly T[], pass: number, min = 1): readonly T[] {
  if (list.length === 0) return [];
  const size = Math.max(min, Math.ceil(list.length / 10));
  const first = (pass % Math.ceil(list.length / size)) * size;
  return list.slice(first, first + size);
}

function isListed({ listed }: PresentFiles, { store, name }: Pick<OwnedFile, 'store' | 'name'>): boolean {
  return listed.get(store)?.has(name) ?? false;
}

function byKey(files: readonly OwnedFile[] = []): ReadonlyMap<string, OwnedFile> {
  return new Map(files.map((file) => [fileKey(file), file]));
}
