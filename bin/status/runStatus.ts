import type { InferredOptionTypes } from 'yargs';
import { exitCodes } from '../exitCodes.js';
import { lookAtFleet } from '../looking/lookAtFleet.js';
import type { LookingSurroundings } from '../looking/LookingSurroundings.js';
import { secretsOf } from '../looking/secretsOf.js';
import type { statusOptions } from '../options/statusOptions.js';
import { paintFor } from '../print/paint.js';
import { readContent } from '../readContent.js';
import { readFleet } from '../readFleet.js';
import { steadyScheduler } from '../steadyScheduler.js';
import { writeText } from '../writeText.js';
import { describeFleetStatus } from './describeFleetStatus.js';
import type { FleetStatus } from './describeFleetStatus.js';
import { printStatus } from './printStatus.js';
import { readStatus } from './readStatus.js';

export type StatusArguments = InferredOptionTypes<typeof statusOptions> & { readonly file?: string | undefined };

/** Asks the endpoints how they are, writes it and gives the exit code. Rejects with a `UsageError` or `RangeError` before anything is asked. */
export async function runStatus(args: StatusArguments, { stdin, stdout, stderr, env }: LookingSurroundings): Promise<number> {
  const endpoints = await readFleet(args, stderr);
  const content = args.file === undefined ? undefined : await readContent(args.file, args, stdin);
  const looked = await lookAtFleet(endpoints, args, (client) => readStatus(client, args.name), content && secretsOf(content));
  const status = describeFleetStatus(looked, content, steadyScheduler.now());
  const text = args.json ? `${JSON.stringify(status, undefined, 2)}\n` : printStatus(status, { paint: paintFor(stdout, env), width: stdout.columns || undefined, file: args.file });
  return writeText(stdout, text, exitCodeOf(status));
}

function exitCodeOf({ summary: { agreeing, reachable, total } }: FleetStatus): number {
  if (reachable < total) return exitCodes.unfinished;
  return agreeing < reachable ? exitCodes.differs : exitCodes.done;
}
