import { createHash } from 'node:crypto';
import type { AuxiliaryFiles } from '../events/types.js';
import { baseName } from './contentChecksum.js';
import { fileStores, storeOfKind, type FileKind, type FileStore } from './fileNames.js';

/** One file as it is to be in the storage. */
export interface WantedFile {
  readonly store: FileStore;
  readonly kind: FileKind;
  readonly name: string;
  /** What is sent: a line end where the content is empty, for the API takes no empty body (facts 6). */
  readonly content: string;
  /** Size of `content` in bytes of UTF-8. */
  readonly bytes: number;
  /** SHA-256 of `content` in hex. */
  readonly sha256: string;
}

const kinds = ['sslCertificates', 'sslCaFiles', 'crtListFiles', 'generalFiles', 'maps'] as const satisfies readonly FileKind[];
const known = new WeakMap<AuxiliaryFiles, readonly WantedFile[]>();

/** The files of a content in the order in which they are sent; worked out once, however many endpoints get them. */
export function wantedFiles(files: AuxiliaryFiles): readonly WantedFile[] {
  const wanted = known.get(files) ?? list(files);
  known.set(files, wanted);
  return wanted;
}

function list(files: AuxiliaryFiles): readonly WantedFile[] {
  const all = kinds.flatMap((kind) =>
    (files[kind] ?? []).map(({ path, content: given }): WantedFile => {
      const content = given === '' ? '\n' : asStored(given);
      return { store: storeOfKind[kind], kind, name: baseName(path), content, bytes: Buffer.byteLength(content), sha256: sha256(content) };
    }),
  );
  return fileStores.flatMap((store) => all.filter((file) => file.store === store));
}

/** The files of one content that another has not, or has with another content. */
export function findOtherFiles(one: AuxiliaryFiles, other: AuxiliaryFiles): readonly WantedFile[] {
  if (one === other) return [];
  const others = new Set(wantedFiles(other).map(keyOf));
  return wantedFiles(one).filter((file) => !others.has(keyOf(file)));
}

const keyOf = ({ name, sha256: hash, store }: WantedFile): string => `${store}/${name} ${hash}`;

/** What comes back of a text: UTF-8 has no halves of surrogate pairs. */
function asStored(content: string): string {
  return /\p{Surrogate}/u.test(content) ? Buffer.from(content).toString() : content;
}

function sha256(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
