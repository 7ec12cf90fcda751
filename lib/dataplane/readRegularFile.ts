import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { Stats } from 'node:fs';

/**
 * Reads a file, through symbolic links, and rejects for whatever else stands at its path. A pipe, also
 * one behind `/dev/stdin` or `/dev/fd/3`, would give its content once, and keep a thread of all file
 * work until somebody writes to it; a device may never end.
 */
export async function readRegularFile(path: string, signal?: AbortSignal): Promise<Buffer> {
  // Asked before it is opened: that alone may move a device.
  refuseOthers(path, await stat(path));
  // It may be another by now: this never waits for a pipe's other end.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    refuseOthers(path, await handle.stat());
    return await handle.readFile({ ...(signal && { signal }) });
  } finally {
    await handle.close();
  }
}

function refuseOthers(path: string, found: Stats): void {
  if (found.isFile()) return;
  const what = found.isDirectory() ? 'a folder' : found.isFIFO() ? 'a pipe' : found.isSocket() ? 'a socket' : 'a device';
  throw new Error(`${path} is ${what}, and only a regular file can be read again whenever it is needed`);
}
