import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cleanup } from './cleanup.js';

/** A file system of 4 MiB. */
export interface SmallDisk {
  readonly folder: string;
  /** Takes all that is left of it. */
  readonly fill: () => void;
  readonly free: () => void;
}

/** `undefined` where this user may not mount one. Ask for it before what uses it, so that `cleanup` ends that first. */
export async function smallDisk(cleanup: Cleanup): Promise<SmallDisk | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'hd-e2e-disk-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    return undefined;
  }
  cleanup.defer(() => void execFileSync('umount', [folder]));
  const filler = join(folder, 'filler');
  return {
    folder,
    fill: () => {
      try {
        writeFileSync(filler, Buffer.alloc(8 * 1024 * 1024));
      } catch {
        // Just what is meant: the disk is full now.
      }
    },
    free: () => rmSync(filler),
  };
}
