import type { Readable, Writable } from 'node:stream';
import type { InferredOptionTypes } from 'yargs';
import { credentialsOf } from '../credentialsOf.js';
import { credentialsWarning } from '../credentialsWarning.js';
import { exitCodes } from '../exitCodes.js';
import { lookAtFleet } from '../lookAtFleet.js';
import type { statusOptions } from '../options/statusOptions.js';
import { paintFor } from '../paint.js';
import type { Screen } from '../paint.js';
import { readContent } from '../readContent.js';
import { readSomeEndpoints } from '../readSomeEndpoints.js';
import { steadyScheduler } from '../steadyScheduler.js';
import { writeText } from '../writeText.js';
import { describeStatus } from './describeStatus.js';
import type { FleetStatus } from './describeStatus.js';
import { printStatus } from './printStatus.js';
import { readStatus } from './readStatus.js';

export type StatusArguments = InferredOptionTypes<typeof statusOptions> & { readonly file?: string | undefined };

/** What a command that looks needs of the process. */
export interface LookingSurroundings {
  readonly stdin: Readable;
  readonly stdout: Writable & Screen;
  readonly stderr: Writable;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Asks the endpoints how they are, writes it and gives the exit code. Rejects with a `UsageError` or `RangeError` before anything is asked. */
export async function runStatus(args: StatusArguments, { stdin, stdout, stderr, env }: LookingSurroundings): Promise<number> {
  const endpoints = await readSomeEndpoints(args.endpoint, args.endpoints);
  const content = args.file === undefined ? undefined : await readContent(args.file, args, stdin);
  const warning = credentialsWarning(endpoints, credentialsOf(args));
  if (warning !== undefined) stderr.write(`${warning}\n`);
  const looked = await lookAtFleet(endpoints, args, (client) => readStatus(client, args.name));
  const status = describeStatus(looked, content, steadyScheduler.now());
  const text = args.json ? `${JSON.stringify(status, undefined, 2)}\n` : printStatus(status, { paint: paintFor(stdout, env), width: stdout.columns || undefined, file: args.file });
  return writeText(stdout, text, exitCodeOf(status));
}

function exitCodeOf({ summary: { agreeing, reachable, total } }: FleetStatus): number {
  if (reachable < total) return exitCodes.unfinished;
  return agreeing < reachable ? exitCodes.differs : exitCodes.done;
}
