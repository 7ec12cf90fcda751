import { catchError, concatMap, defer, EMPTY, from, map, of, reduce, throwError } from 'rxjs';
import type { Observable } from 'rxjs';
import { sameTraits, traitsOf } from '../haproxy/certificateTraits.js';
import { diffAuxFiles, fileKey, filesToRead, filesToTrust, tenthOf } from '../haproxy/diffAuxFiles.js';
import type { FilePlan, PresentFiles } from '../haproxy/diffAuxFiles.js';
import { fileStores, folderOf } from '../haproxy/fileNames.js';
import type { FileStore } from '../haproxy/fileNames.js';
import { manifestName, readManifest } from '../haproxy/manifest.js';
import { namesFile } from '../haproxy/namesFile.js';
import { nameProblems } from '../haproxy/nameProblems.js';
import type { Folders } from '../haproxy/referenceProblems.js';
import { wantedFiles } from '../haproxy/wantedFiles.js';
import type { WantedFile } from '../haproxy/wantedFiles.js';
import type { Attempt } from './attempt.js';
import { DataPlaneError } from './errors.js';
import { isOfOneRequest } from './isOfOneRequest.js';
import { refuseFiles, refuseReferences } from './refuseFiles.js';
import type { ListedFile, StorageClient } from './StorageClient.js';

/** What a look at an endpoint's files shows. */
export interface FilesLook {
  readonly storage: StorageClient;
  readonly plan: FilePlan;
  readonly present: PresentFiles;
  /** Where the storages keep their files, as far as their listings tell. */
  readonly folders: Folders;
  /** The manifest's text; `undefined` without one. */
  readonly manifest: string | undefined;
}

/**
 * Looks how the stored files differ from the wanted ones (design D6): reads the manifest and the
 * listings, and those files of which no manifest tells that they are as wanted. A forced look also
 * reads a rotating tenth of the others (design R4).
 *
 * @returns `undefined` where the client keeps no files and none are wanted.
 * @throws DataPlaneError `rejected`, `untouched`, for names and references that the storage does not fit.
 */
export function lookAtFiles(attempt: Attempt): Observable<FilesLook | undefined> {
  const { client, content, progress, settings } = attempt;
  const { storage } = client;
  const wanted = wantedFiles(content.auxiliaryFiles);
  return defer(() => {
    progress.stage = 'files';
    if (storage === undefined) return wanted.length === 0 ? of(undefined) : throwError(() => noStorage(attempt));
    refuseFiles(attempt, nameProblems(content.auxiliaryFiles), 'plan');
    return readOwn(storage, manifestName(settings.name), wanted).pipe(
      concatMap((manifest) => {
        const owned = manifest === undefined ? undefined : readManifest(manifest);
        const stores = fileStores.filter((store) => [...wanted, ...(owned ?? [])].some((file) => file.store === store));
        return list(storage, stores).pipe(
          concatMap((listings): Observable<FilesLook> => {
            const present = { owned, listed: new Map([...listings].map(([store, files]) => [store, new Set(files.map(({ name }) => name))])) };
            const folders = foldersOf(listings);
            refuseReferences(attempt, folders, 'plan');
            return readFiles(attempt, storage, wanted, present).pipe(
              map((read) => ({ storage, plan: diffAuxFiles(wanted, present, read, (file) => namesFile(content, file)), present, folders, manifest })),
            );
          }),
        );
      }),
    );
  });
}

/** A storage that does not answer is no obstacle for a content without files. */
function readOwn(storage: StorageClient, name: string, wanted: readonly WantedFile[]): Observable<string | undefined> {
  return storage.read('general', name).pipe(
    catchError((error: unknown) => (wanted.length === 0 && isOfOneRequest(error) ? of(undefined) : throwError(() => error))),
  );
}

type Listings = ReadonlyMap<FileStore, readonly ListedFile[]>;

function list(storage: StorageClient, stores: readonly FileStore[]): Observable<Listings> {
  return from(stores).pipe(
    concatMap((store) => storage.list(store).pipe(map((files) => [store, files] as const))),
    reduce((all, [store, files]) => new Map([...all, [store, files]]), new Map<FileStore, readonly ListedFile[]>()),
  );
}

function foldersOf(listings: Listings): Folders {
  const folders = new Map<FileStore, string>();
  for (const [store, files] of listings) {
    const folder = files.map(({ path }) => path && folderOf(path)).find((known) => known !== undefined);
    if (folder !== undefined && folder !== '') folders.set(store, folder);
  }
  return folders;
}

/** Reads what must be read, and tells of each file whether it is as wanted. */
function readFiles({ force, settings, url }: Attempt, storage: StorageClient, wanted: readonly WantedFile[], present: PresentFiles): Observable<ReadonlyMap<string, boolean>> {
  const trusted = force ? tenthOf(filesToTrust(wanted, present), settings.memory.nextPass(url, 'files')) : [];
  const proved = new Map((present.owned ?? []).map((file) => [fileKey(file), file.certificate]));
  const isAsWanted = (file: WantedFile, certificate = traitsOf(file.content)): Observable<boolean> =>
    file.store === 'ssl_certificates'
      ? storage.certificate(file.name).pipe(map((shown) => shown !== undefined && sameTraits(shown, certificate)))
      : storage.read(file.store, file.name).pipe(map((text) => text === file.content));
  const reads$ = from([
    ...filesToRead(wanted, present).map((file) => ({ file, asWanted$: isAsWanted(file) })),
    ...trusted.map((file) => ({ file, asWanted$: isAsWanted(file, proved.get(fileKey(file))) })),
  ]);
  return (wanted.length === 0 ? EMPTY : reads$).pipe(
    concatMap(({ file, asWanted$ }) => asWanted$.pipe(map((asWanted) => [fileKey(file), asWanted] as const))),
    reduce((all, [key, asWanted]) => all.set(key, asWanted), new Map<string, boolean>()),
  );
}

function noStorage({ url }: Attempt): DataPlaneError {
  return new DataPlaneError(`nothing was sent to ${url}: its client keeps no files, and the content has some`, {
    code: 'rejected',
    endpoint: url,
    stage: 'plan',
    retryable: false,
    outcome: 'untouched',
    hints: ['Give the client a `storage`.'],
  });
}
