import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Files of one spec. */
export interface Folder {
  /** Writes files by their paths in a folder of its own and gives that. */
  readonly write: (files: Readonly<Record<string, string>>) => string;
  readonly remove: () => void;
}

export function openFolder(): Folder {
  const root = mkdtempSync(join(tmpdir(), 'spec-'));
  return {
    write: (files) => {
      const folder = mkdtempSync(join(root, 'case-'));
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), content);
      }
      return folder;
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
