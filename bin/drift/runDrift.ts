import type { InferredOptionTypes } from 'yargs';
import { collectSecrets } from '../../lib/haproxy/mask.js';
import { credentialsOf } from '../credentialsOf.js';
import { credentialsWarning } from '../credentialsWarning.js';
import { exitCodes } from '../exitCodes.js';
import { lookAtFleet } from '../lookAtFleet.js';
import type { LookingSurroundings } from '../status/runStatus.js';
import type { driftCheckOptions } from '../options/driftCheckOptions.js';
import { paintAsAsked } from '../plan/paintAsAsked.js';
import { readContent } from '../readContent.js';
import { readSomeEndpoints } from '../readSomeEndpoints.js';
import { writeText } from '../writeText.js';
import { checkDrift } from './checkDrift.js';
import { describeFleet } from './describeFleet.js';
import type { FleetDrift } from './describeFleet.js';
import { printDrift } from './printDrift.js';

export type DriftArguments = InferredOptionTypes<typeof driftCheckOptions> & { readonly file: string };

/** Checks the endpoints once, writes what was found and gives the exit code. Rejects with a `UsageError` or `RangeError` before anything is asked. */
export async function runDrift(args: DriftArguments, { stdin, stdout, stderr, env }: LookingSurroundings): Promise<number> {
  const endpoints = await readSomeEndpoints(args.endpoint, args.endpoints);
  const content = await readContent(args.file, args, stdin);
  const warning = credentialsWarning(endpoints, credentialsOf(args));
  if (warning !== undefined) stderr.write(`${warning}\n`);
  let secrets: readonly string[] | undefined;
  const looked = await lookAtFleet(endpoints, args, checkDrift(content, args.name), () => (secrets ??= collectSecrets(content.haproxyConfig)));
  const fleet = describeFleet(content.checksum, looked);
  const text = args.json ? `${JSON.stringify(fleet, undefined, 2)}\n` : printDrift(fleet, { paint: paintAsAsked(stdout, env), full: args.full });
  return writeText(stdout, text, exitCodeOf(fleet));
}

function exitCodeOf({ summary: { differs, drifted, failed } }: FleetDrift): number {
  if (failed > 0) return exitCodes.unfinished;
  return drifted + differs > 0 ? exitCodes.differs : exitCodes.done;
}
