import type { InferredOptionTypes } from 'yargs';
import { exitCodes } from '../exitCodes.js';
import { lookAtFleet } from '../looking/lookAtFleet.js';
import type { LookingSurroundings } from '../looking/LookingSurroundings.js';
import { secretsOf } from '../looking/secretsOf.js';
import type { driftCheckOptions } from '../options/driftCheckOptions.js';
import { paintFor } from '../print/paint.js';
import { readContent } from '../readContent.js';
import { readFleet } from '../readFleet.js';
import { writeText } from '../writeText.js';
import { checkDrift } from './checkDrift.js';
import { describeFleetDrift } from './describeFleetDrift.js';
import type { FleetDrift } from './describeFleetDrift.js';
import { printDrift } from './printDrift.js';

export type DriftArguments = InferredOptionTypes<typeof driftCheckOptions> & { readonly file: string };

/** Checks the endpoints once, writes what was found and gives the exit code. Rejects with a `UsageError` or `RangeError` before anything is asked. */
export async function runDrift(args: DriftArguments, { stdin, stdout, stderr, env }: LookingSurroundings): Promise<number> {
  const endpoints = await readFleet(args, stderr);
  const content = await readContent(args.file, args, stdin);
  const looked = await lookAtFleet(endpoints, args, checkDrift(content, args.name), secretsOf(content));
  const fleet = describeFleetDrift(content.checksum, looked);
  const text = args.json ? `${JSON.stringify(fleet, undefined, 2)}\n` : printDrift(fleet, { paint: paintFor(stdout, env), full: args.full });
  return writeText(stdout, text, exitCodeOf(fleet));
}

function exitCodeOf({ summary: { differs, drifted, failed } }: FleetDrift): number {
  if (failed > 0) return exitCodes.unfinished;
  return drifted + differs > 0 ? exitCodes.differs : exitCodes.done;
}
