import type { AuxiliaryFiles } from '../events/types.js';
import type { FileProblem } from './fileProblem.js';
import { nameToUse, storedName } from './fileNames.js';
import { isManifest } from './manifest.js';
import { wantedFiles, type WantedFile } from './wantedFiles.js';

const known = new WeakMap<AuxiliaryFiles, readonly FileProblem[]>();

/**
 * What keeps files from being stored under the names that the configuration knows (design D6): a
 * name that the storage would change, two files of one name in one storage, a name that a manifest
 * bears, and a certificate that lacks a part, which the API refuses (facts 6).
 *
 * Worked out once for a content, however many endpoints get it.
 */
export function nameProblems(files: AuxiliaryFiles): readonly FileProblem[] {
  const problems = known.get(files) ?? find(wantedFiles(files));
  known.set(files, problems);
  return problems;
}

function find(wanted: readonly WantedFile[]): readonly FileProblem[] {
  const taken = new Set<string>();
  return wanted.flatMap((file) => {
    const { store, name } = file;
    const key = `${store}/${name}`;
    const isTaken = taken.has(key);
    taken.add(key);
    const use = nameToUse(store, name);
    if (use !== name) {
      return [{ message: `the storage ${store} would keep "${name}" as "${storedName(store, name)}"`, mend: `name it "${use}", here and in the configuration` }];
    }
    if (store === 'general' && isManifest(name)) return [{ message: `"${name}" is a name for the list of the files that are kept there`, mend: 'give the file another name' }];
    if (isTaken) return [{ message: `two files of the storage ${store} are named "${name}"`, mend: 'give one of them another name, here and in the configuration' }];
    return store === 'ssl_certificates' ? certificateProblems(file) : [];
  });
}

const certificate = /-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----/;
const privateKey = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----/;

function certificateProblems({ name, content }: WantedFile): readonly FileProblem[] {
  const missing = [...(certificate.test(content) ? [] : ['certificate']), ...(privateKey.test(content) ? [] : ['private key'])];
  if (missing.length === 0) return [];
  const message = `"${name}" holds no ${missing.join(' and no ')}, and the storage ssl_certificates takes both in one file only`;
  return [{ message, mend: 'put both into it, or send a certificate without key as sslCaFiles' }];
}
