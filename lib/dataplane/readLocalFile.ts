import { dataPlaneError, type Doing } from './dataPlaneError.js';
import { messageOf } from './messageOf.js';
import { readRegularFile } from './readRegularFile.js';

/** Reads a file that an endpoint's entry names; rejects with `unauthorized`, stage `local` (design 7). */
export async function readLocalFile(kind: string, path: string, doing: Doing, signal: AbortSignal): Promise<string> {
  try {
    return (await readRegularFile(path, signal)).toString('utf8');
  } catch (error) {
    throw dataPlaneError(doing, {
      code: 'unauthorized',
      stage: 'local',
      problem: `the ${kind} cannot be read: ${messageOf(error)}`,
      hints: [isMissing(error) ? `Nothing is at ${path}: put the file there, or name another.` : `See that ${path} is a regular file, or a link to one, and that this process may read it.`],
      ...(doing.writes ? { outcome: 'untouched' as const } : {}),
    });
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';
