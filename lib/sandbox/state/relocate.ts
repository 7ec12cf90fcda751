import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileSet } from './FileStore.js';

/** The storage of the API laid out below a folder, as if that were the root of the machine. */
export interface Relocation {
  /** Lets the paths of the storage in a configuration or command lead there. */
  readonly bend: (text: string) => string;
  /** Shows paths below the folder as they are on the API's machine. */
  readonly straighten: (text: string) => string;
  /** Puts all files there, and removes those that are no longer. */
  readonly layOut: () => Promise<void>;
}

/** @param folder Absolute path. */
export function relocate({ directories, contents }: FileSet, folder: string): Relocation {
  return {
    bend: (text) => directories.reduce((bent, directory) => bent.replaceAll(`${directory}/`, `${folder}${directory}/`), text),
    straighten: (text) => text.replaceAll(folder, ''),
    layOut: async () => {
      for (const directory of directories) {
        await rm(join(folder, directory), { recursive: true, force: true });
        await mkdir(join(folder, directory), { recursive: true });
      }
      for (const [path, content] of contents) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), content, { encoding: 'latin1', mode: 0o600 });
      }
    },
  };
}
