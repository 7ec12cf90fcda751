import type { Observable } from 'rxjs';
import type { FileStore } from '../haproxy/fileNames.js';
import type { CertificateTraits } from '../haproxy/manifest.js';

/** One file of a storage, as its listing shows it: never its content. */
export interface ListedFile {
  /** As the storage keeps it, without a folder. */
  readonly name: string;
  /** Absolute, as a configuration names it; `undefined` where the listing does not tell it. */
  readonly path?: string;
}

/** Answer to a file that was stored. */
export interface StoredFile {
  /** Absolute; `undefined` where the answer does not tell it. */
  readonly path?: string;
  /** Present where the API reloads for the file though it was told not to (facts 6). */
  readonly reloadId?: string;
}

/**
 * The storage of one Data Plane API (facts 6), on every version alike.
 *
 * Same terms as for `DataPlaneClient`: cold, one value, nothing but `DataPlaneError`s, no retries.
 * No error quotes a line of a file. Nothing that is written makes HAProxy reload, but for what
 * {@link StoredFile.reloadId} tells of.
 */
export interface StorageClient {
  /** `GET storage/{store}`. */
  list(store: FileStore): Observable<readonly ListedFile[]>;
  /** `GET storage/{store}/{name}`; `undefined` for a file that is not there. Certificates are never given back. */
  read(store: Exclude<FileStore, 'ssl_certificates'>, name: string): Observable<string | undefined>;
  /** `GET storage/ssl_certificates/{name}`: what it tells; `undefined` for one that is not there. */
  certificate(name: string): Observable<CertificateTraits | undefined>;
  /** `POST storage/{store}`; replaces the file where one of this name is there. */
  create(store: FileStore, name: string, content: string): Observable<StoredFile>;
  /** `PUT storage/{store}/{name}`; creates the file where none of this name is there. */
  replace(store: FileStore, name: string, content: string): Observable<StoredFile>;
  /** `DELETE storage/{store}/{name}`: whether it is gone; `false` while the configuration refers to it (409). */
  remove(store: FileStore, name: string): Observable<boolean>;
}
