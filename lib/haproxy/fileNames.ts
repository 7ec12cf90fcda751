import type { AuxiliaryFiles } from '../events/types.js';
import { baseName } from './contentChecksum.js';

/**
 * The storages of an API that hold our files, in the order in which files are sent: a list of
 * certificates may name a certificate (facts 10.18).
 */
export const fileStores = ['ssl_certificates', 'general', 'maps'] as const;

/** A storage of the API that keeps files of ours. */
export type FileStore = (typeof fileStores)[number];

/** A kind of file, as events name it. */
export type FileKind = keyof AuxiliaryFiles;

/**
 * Where a kind of file is kept, on every version of the API (design D6): only certificates with
 * their keys have a storage of their own; lists of certificates have one too late and too oddly.
 */
export const storeOfKind: Readonly<Record<FileKind, FileStore>> = {
  sslCertificates: 'ssl_certificates',
  sslCaFiles: 'general',
  crtListFiles: 'general',
  generalFiles: 'general',
  maps: 'maps',
};

/** The folder of a path, without the last slash; `undefined` for a bare name. */
export function folderOf(path: string): string | undefined {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? undefined : path.slice(0, slash) || '/';
}

/**
 * The name under which a storage keeps a file (facts 6): the path is cut; before and behind the last
 * dot each run of other characters than `A–Z a–z 0–9 _ - \` becomes one `_`; a map gets `.map`
 * appended where it does not end so.
 */
export function storedName(store: FileStore, path: string): string {
  const name = baseName(path);
  const dot = name.lastIndexOf('.');
  const stem = dot < 0 ? name : name.slice(0, dot);
  const sanitised = dot === 0 ? `_${clean(name.slice(1))}` : dot < 0 ? clean(name) : `${clean(stem)}.${clean(name.slice(dot + 1))}`;
  return store === 'maps' && !sanitised.endsWith('.map') ? `${sanitised}.map` : sanitised;
}

/**
 * A name for a file that its storage leaves alone: the name itself where that is such a one.
 *
 * A backslash would be kept, but it escapes in a configuration and in a form's file name.
 */
export function nameToUse(store: FileStore, path: string): string {
  const name = baseName(path);
  const dot = name.lastIndexOf('.');
  const ending = store === 'maps' ? '.map' : dot > 0 ? name.slice(dot) : '';
  const stem = name.endsWith(ending) ? name.slice(0, name.length - ending.length) : dot > 0 ? name.slice(0, dot) : name;
  return storedName(store, `${stem.replace(/[\\.]/g, '_') || '_'}${ending.replace(/\\/g, '_')}`);
}

function clean(part: string): string {
  return part.replace(/[^A-Za-z0-9_\-\\]+/g, '_');
}
