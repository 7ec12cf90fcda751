import type { Readable, Writable } from 'node:stream';
import type { InferredOptionTypes } from 'yargs';
import { apiVersions } from '../../lib/sandbox/ApiProfile.js';
import { exitCodes } from '../exitCodes.js';
import type { lintOptions } from '../options/lintOptions.js';
import { paintFor } from '../print/paint.js';
import type { Screen } from '../print/paint.js';
import { readContent } from '../readContent.js';
import { writeText } from '../writeText.js';
import { lintVersions } from './lintVersions.js';
import { printLint } from './printLint.js';

export type LintArguments = InferredOptionTypes<typeof lintOptions> & { readonly file: string };

/** What the command needs of the process. */
export interface LintSurroundings {
  readonly stdin: Readable;
  readonly stdout: Writable & Screen;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const noFiles = { map: [], cert: [], ca: [], 'crt-list': [], general: [] };

/** Writes what the API would lose of a configuration and gives the exit code. Rejects with a `UsageError` where it cannot be read. */
export async function runLint(args: LintArguments, { stdin, stdout, env }: LintSurroundings): Promise<number> {
  const { haproxyConfig } = await readContent(args.file, noFiles, stdin);
  const asked = args['api-version'];
  const report = lintVersions(haproxyConfig, asked.length === 0 ? apiVersions : apiVersions.filter((version) => asked.some((each) => each === version)));
  const text = args.json ? `${JSON.stringify(report, undefined, 2)}\n` : printLint(report, args.file, paintFor(stdout, env));
  return writeText(stdout, text, report.losing.length > 0 ? exitCodes.differs : exitCodes.done);
}
