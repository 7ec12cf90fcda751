import type { InferredOptionTypes } from 'yargs';
import { connectDataPlane } from '../../lib/dataplane/connectDataPlane.js';
import { resolveDeployerOptions } from '../../lib/deployer/options.js';
import { exitCodes } from '../exitCodes.js';
import { lookAtFleet } from '../looking/lookAtFleet.js';
import type { LookingSurroundings } from '../looking/LookingSurroundings.js';
import { secretsOf } from '../looking/secretsOf.js';
import type { planOptions } from '../options/planOptions.js';
import { parseDuration } from '../parseDuration.js';
import { paintFor } from '../print/paint.js';
import { readContent } from '../readContent.js';
import { readFleet } from '../readFleet.js';
import { steadyScheduler } from '../steadyScheduler.js';
import { writeText } from '../writeText.js';
import { describeFleetPlan } from './describeFleetPlan.js';
import type { FleetSummary } from './describeFleetPlan.js';
import { lookForPlan } from './lookForPlan.js';
import type { PlanSettings } from './lookForPlan.js';
import { printPlan } from './printPlan.js';

export type PlanArguments = InferredOptionTypes<typeof planOptions> & { readonly file: string };

/** Looks at the endpoints, writes what `push` would do and gives the exit code. Rejects with a `UsageError` or `RangeError` before anything is asked. */
export async function runPlan(args: PlanArguments, { stdin, stdout, stderr, env }: LookingSurroundings): Promise<number> {
  const settings = settingsOf(args);
  const endpoints = await readFleet(args, stderr);
  const content = await readContent(args.file, args, stdin);
  const looked = await lookAtFleet(endpoints, args, lookForPlan({ ...settings, content }), secretsOf(content));
  const fleet = describeFleetPlan(content.checksum, looked);
  const text = args.json ? `${JSON.stringify(fleet, undefined, 2)}\n` : printPlan(fleet, { paint: paintFor(stdout, env), full: args.full });
  return writeText(stdout, text, exitCodeOf(fleet.summary, args['exit-code']));
}

function settingsOf(args: PlanArguments): Omit<PlanSettings, 'content'> {
  const instanceTimeoutMs = parseDuration('instance-timeout', args['instance-timeout']);
  const { attempt } = resolveDeployerOptions({
    // Clients are made by the look at the fleet.
    connect: connectDataPlane().connect,
    scheduler: steadyScheduler,
    instanceTimeoutMs,
    rawPushThreshold: args['raw-push-threshold'],
    name: args.name,
    takeOver: args['take-over'],
    allowLossy: args['allow-lossy'],
    allowLockout: args['allow-lockout'],
  });
  return { attempt, instanceTimeoutMs };
}

/** What `push` would come to: it fails where something is refused or does not answer. */
function exitCodeOf({ failed, refused, differing }: FleetSummary, tellsDifference: boolean): number {
  if (failed + refused > 0) return exitCodes.unfinished;
  return tellsDifference && differing > 0 ? exitCodes.differs : exitCodes.done;
}
