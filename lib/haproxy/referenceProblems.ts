import type { Content } from '../events/types.js';
import { baseName } from './contentChecksum.js';
import type { FileProblem } from './fileProblem.js';
import { folderOf, type FileStore } from './fileNames.js';
import { certificateReferences, fileReferences } from './fileReferences.js';
import { expansion } from './splitWords.js';
import { wantedFiles } from './wantedFiles.js';

/** Absolute folder of each storage, as far as known. */
export type Folders = ReadonlyMap<FileStore, string>;

type Files = Pick<Content, 'haproxyConfig' | 'auxiliaryFiles'>;

/** A place that names one of our files. */
interface Reference {
  readonly path: string;
  /** E.g. `line 7`, or `line 2 of list.txt`. */
  readonly where: string;
  /** Where files of this name are kept. */
  readonly stores: readonly FileStore[];
}

/**
 * References to our files that lead elsewhere than into the storage (design D6): the configuration
 * is never rewritten, so HAProxy would look for the file where it is not.
 *
 * Not judged are files of a storage whose folder is unknown, bare names, which `crt-base` and the
 * like complete, and paths that only HAProxy can resolve.
 */
export function referenceProblems(content: Files, folders: Folders): FileProblem[] {
  return referencesOf(content).flatMap(({ path, where, stores }) => {
    const right = stores.map((store) => folders.get(store));
    if (right.some((folder) => folder === undefined || canLeadTo(path, folder))) return [];
    const mend = right.map((folder) => `${folder ?? ''}/${baseName(path)}`).join(' or ');
    return [{ message: `${where} names ${path}, but the file is kept as ${mend}`, mend: `write ${mend}` }];
  });
}

const known = new WeakMap<Files, readonly Reference[]>();

function referencesOf(content: Files): readonly Reference[] {
  const references = known.get(content) ?? findReferences(content);
  known.set(content, references);
  return references;
}

function findReferences({ haproxyConfig, auxiliaryFiles }: Files): readonly Reference[] {
  const wanted = wantedFiles(auxiliaryFiles);
  if (wanted.length === 0) return [];
  const storesOf = new Map<string, readonly FileStore[]>();
  for (const { name, store } of wanted) storesOf.set(name, [...(storesOf.get(name) ?? []), store]);
  const inConfig = fileReferences(haproxyConfig).map(({ path, line }) => ({ path, where: `line ${line}`, stores: storesOf.get(baseName(path)) ?? [] }));
  const inLists = wanted
    .filter(({ kind }) => kind === 'crtListFiles')
    .flatMap(({ name, content }) =>
      certificateReferences(content).map(({ path, line }) => ({
        path,
        where: `line ${line} of ${name}`,
        stores: (storesOf.get(baseName(path)) ?? []).filter((store) => store === 'ssl_certificates'),
      })),
    );
  return [...inConfig, ...inLists].filter(({ stores }) => stores.length > 0);
}

/** Whether a path can mean a file in the folder; a relative one may start from anywhere, but must end alike. */
function canLeadTo(path: string, folder: string): boolean {
  const given = folderOf(path);
  if (given === undefined || given.includes('$') || given.includes(expansion.begin)) return true;
  const parts = given.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..') || (parts.length === 0 && !path.startsWith('/'))) return true;
  const plain = parts.join('/');
  return path.startsWith('/') ? folder === `/${plain}` : folder.endsWith(`/${plain}`);
}
