import type { Readable, Writable } from 'node:stream';
import type { Screen } from '../print/paint.js';

/** What a command that looks needs of the process. */
export interface LookingSurroundings {
  readonly stdin: Readable;
  readonly stdout: Writable & Screen;
  readonly stderr: Writable;
  readonly env: Readonly<Record<string, string | undefined>>;
}
