import { concatMap, EMPTY, from, map, of, reduce } from 'rxjs';
import type { Observable } from 'rxjs';
import type { StorageClient } from '../../lib/dataplane/StorageClient.js';
import { sameTraits, traitsOf } from '../../lib/haproxy/certificateTraits.js';
import { diffAuxFiles, fileKey } from '../../lib/haproxy/diffAuxFiles.js';
import type { PresentFiles } from '../../lib/haproxy/diffAuxFiles.js';
import { fileStores } from '../../lib/haproxy/fileNames.js';
import { manifestName, readManifest } from '../../lib/haproxy/manifest.js';
import type { OwnedFile } from '../../lib/haproxy/manifest.js';
import type { WantedFile } from '../../lib/haproxy/wantedFiles.js';
import type { FileDrift } from './Drift.js';

/**
 * Compares every wanted file with what is stored, whatever the manifest says: certificates, which no
 * API gives back, by what it tells of them (design R4).
 *
 * @param isNamed Whether the content may name a file that is not among the wanted ones: it is not extra then.
 */
export function readAllFiles(storage: StorageClient, wanted: readonly WantedFile[], fleet: string, isNamed: (file: OwnedFile) => boolean): Observable<readonly FileDrift[]> {
  return storage.read('general', manifestName(fleet)).pipe(
    map((text) => (text === undefined ? [] : (readManifest(text) ?? []))),
    concatMap((owned) => list(storage, wanted, owned).pipe(map((listed): PresentFiles => ({ owned, listed })))),
    concatMap((present) => compare(storage, wanted, present).pipe(map((read) => diffAuxFiles(wanted, present, read, isNamed)))),
    map(({ creates, replaces, removes }) => [
      ...creates.map(({ store, name }) => ({ change: 'missing' as const, store, name })),
      ...replaces.map(({ store, name }) => ({ change: 'changed' as const, store, name })),
      ...removes.map(({ store, name }) => ({ change: 'extra' as const, store, name })),
    ]),
  );
}

function list(storage: StorageClient, wanted: readonly WantedFile[], owned: readonly OwnedFile[]): Observable<PresentFiles['listed']> {
  const stores = fileStores.filter((store) => [...wanted, ...owned].some((file) => file.store === store));
  return from(stores).pipe(
    concatMap((store) => storage.list(store).pipe(map((files) => [store, new Set(files.map(({ name }) => name))] as const))),
    reduce((all, [store, names]) => new Map([...all, [store, names]]), new Map<(typeof stores)[number], ReadonlySet<string>>()),
  );
}

/** Whether each wanted file that is there is as wanted, by `fileKey`. */
function compare(storage: StorageClient, wanted: readonly WantedFile[], { listed, owned = [] }: PresentFiles): Observable<ReadonlyMap<string, boolean>> {
  const proved = new Map(owned.map((file) => [fileKey(file), file.certificate]));
  const there = wanted.filter(({ store, name }) => listed.get(store)?.has(name));
  const isAsWanted = (file: WantedFile): Observable<boolean> => {
    if (file.store !== 'ssl_certificates') return storage.read(file.store, file.name).pipe(map((text) => text === file.content));
    const traits = proved.get(fileKey(file)) ?? traitsOf(file.content);
    return storage.certificate(file.name).pipe(map((shown) => shown !== undefined && sameTraits(shown, traits)));
  };
  return (there.length === 0 ? EMPTY : from(there)).pipe(
    concatMap((file) => isAsWanted(file).pipe(map((asWanted) => [fileKey(file), asWanted] as const))),
    reduce((all, [key, asWanted]) => all.set(key, asWanted), new Map<string, boolean>()),
  );
}

/** An endpoint without a storage has no files to look after. */
export const noFiles: Observable<readonly FileDrift[]> = of([]);
