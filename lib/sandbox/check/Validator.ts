import type { FileSet } from '../state/FileStore.js';

/** One thing that HAProxy says against a configuration. */
export interface Alert {
  /** From 1; absent where HAProxy names no line. */
  readonly line?: number;
  /** What is wrong. */
  readonly text: string;
}

/**
 * Judges a configuration as it would be put on disk. No alerts: it is valid.
 *
 * `files` are those of the storage, by absolute path.
 */
export type Validator = (text: string, files: FileSet) => readonly Alert[] | Promise<readonly Alert[]>;
