import { defer, EMPTY, ignoreElements } from 'rxjs';
import type { Observable } from 'rxjs';
import { manifestName, printManifest } from '../haproxy/manifest.js';
import type { OwnedFile } from '../haproxy/manifest.js';
import type { WantedFile } from '../haproxy/wantedFiles.js';
import type { Attempt } from './attempt.js';
import type { FilesLook } from './lookAtFiles.js';

/** What an attempt has done to the files so far: what it takes to put them back. Noted before each request. */
export interface FilesJournal {
  readonly created: WantedFile[];
  /** With the content from before, where it can be read. */
  readonly replaced: { readonly file: WantedFile; readonly before: string | undefined }[];
  /** The manifest as it stands now. */
  manifest: string | undefined;
  /** Whether the API has reloaded for a file though it was told not to. */
  reloaded: boolean;
}

export function beginJournal({ manifest }: FilesLook): FilesJournal {
  return { created: [], replaced: [], manifest, reloaded: false };
}

/** Writes the manifest where it differs from what stands; an empty one is removed. */
export function writeManifest({ progress, settings }: Attempt, { storage }: FilesLook, journal: FilesJournal, files: readonly OwnedFile[]): Observable<never> {
  return defer((): Observable<unknown> => {
    const name = manifestName(settings.name);
    const before = journal.manifest;
    const text = files.length === 0 ? undefined : printManifest(files);
    if (text === before) return EMPTY;
    progress.touched = true;
    progress.writes += 1;
    journal.manifest = text;
    if (text === undefined) return storage.remove('general', name);
    return before === undefined ? storage.create('general', name, text) : storage.replace('general', name, text);
  }).pipe(ignoreElements());
}
