import { concat, concatMap, defer, EMPTY, from, ignoreElements, map, of, reduce, tap } from 'rxjs';
import type { Observable } from 'rxjs';
import { fileKey } from '../haproxy/diffAuxFiles.js';
import { folderOf } from '../haproxy/fileNames.js';
import type { OwnedFile } from '../haproxy/manifest.js';
import type { WantedFile } from '../haproxy/wantedFiles.js';
import type { Attempt } from './attempt.js';
import type { FilesLook } from './lookAtFiles.js';
import { refuseReferences } from './refuseFiles.js';
import type { StoredFile } from './StorageClient.js';
import { poll } from './worker.js';
import { writeManifest } from './writeManifest.js';
import type { FilesJournal } from './writeManifest.js';

/**
 * Sends new files and then replaced ones, each only where it differs, without a reload (design D6).
 *
 * The manifest goes first and lists what is about to change as ours, its content open: wherever the
 * rest breaks off, nothing of ours is lost from sight and nothing is taken for loaded.
 *
 * @throws DataPlaneError `rejected` where the first file of a storage shows that the configuration looks elsewhere.
 */
export function sendFiles(attempt: Attempt, look: FilesLook, journal: FilesJournal): Observable<void> {
  const { creates, replaces } = look.plan;
  if (creates.length === 0 && replaces.length === 0) return of(undefined);
  const { storage } = look;
  const folders = new Map(look.folders);
  const send$ = concat(
    writeManifest(attempt, look, journal, openManifest(look)),
    sendInTurn(attempt, creates, (file) =>
      defer(() => {
        journal.created.push(file);
        return storage.create(file.store, file.name, file.content);
      }).pipe(
        tap(({ path = '' }) => {
          const folder = folders.has(file.store) ? undefined : folderOf(path);
          if (folder === undefined) return;
          folders.set(file.store, folder);
          refuseReferences(attempt, folders, 'files');
        }),
      ),
      journal,
    ),
    sendInTurn(attempt, replaces, (file) => {
      const { name, store } = file;
      const before$ = store === 'ssl_certificates' ? of(undefined) : storage.read(store, name);
      return before$.pipe(
        concatMap((before) => {
          journal.replaced.push({ file, before });
          return storage.replace(store, name, file.content);
        }),
      );
    }, journal),
  );
  return defer(() => {
    attempt.progress.stage = 'files';
    return concat(send$, of(undefined)).pipe(map(() => undefined));
  });
}

/** One file after another; then, where the API reloads for them all the same, the end of that (facts 10.23). */
function sendInTurn(attempt: Attempt, files: readonly WantedFile[], send: (file: WantedFile) => Observable<StoredFile>, journal: FilesJournal): Observable<never> {
  const { client, progress } = attempt;
  return from(files).pipe(
    concatMap((file) => {
      progress.touched = true;
      progress.writes += 1;
      return send(file);
    }),
    reduce((last: string | undefined, { reloadId }) => reloadId ?? last, undefined),
    concatMap((id) => {
      if (id === undefined) return EMPTY;
      journal.reloaded = true;
      // Its outcome does not matter: nothing that it could have loaded is in use yet.
      return poll(attempt, () => client.reload(id), (reload) => reload?.status !== 'in_progress');
    }),
    ignoreElements(),
  );
}

/** Ours as before, and what is about to change, of which nobody can tell yet how it will end. */
function openManifest({ plan, present }: FilesLook): readonly OwnedFile[] {
  const open = [...plan.creates, ...plan.replaces].map(({ store, name }): OwnedFile => ({ store, name }));
  const keys = new Set(open.map(fileKey));
  return [...(present.owned ?? []).filter((file) => !keys.has(fileKey(file))), ...open];
}
