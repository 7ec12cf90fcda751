import type { Readable, Writable } from 'node:stream';
import type { InferredOptionTypes } from 'yargs';
import { connectDataPlane } from '../../lib/dataplane/connectDataPlane.js';
import { resolveDeployerOptions } from '../../lib/deployer/options.js';
import { collectSecrets } from '../../lib/haproxy/mask.js';
import { assertWholeAtLeast } from '../../lib/validate.js';
import { credentialsOf } from '../credentialsOf.js';
import { credentialsWarning } from '../credentialsWarning.js';
import { exitCodes } from '../exitCodes.js';
import { lookAtFleet } from '../lookAtFleet.js';
import type { planOptions } from '../options/planOptions.js';
import { parseDuration } from '../parseDuration.js';
import type { Screen } from '../paint.js';
import { readContent } from '../readContent.js';
import { readSomeEndpoints } from '../readSomeEndpoints.js';
import { steadyScheduler } from '../steadyScheduler.js';
import { writeText } from '../writeText.js';
import { describeFleet } from './describeFleet.js';
import type { FleetSummary } from './describeFleet.js';
import { lookForPlan } from './lookForPlan.js';
import type { PlanSettings } from './lookForPlan.js';
import { paintAsAsked } from './paintAsAsked.js';
import { printPlan } from './printPlan.js';

export type PlanArguments = InferredOptionTypes<typeof planOptions> & { readonly file: string };

/** What the command needs of the process. */
export interface PlanSurroundings {
  readonly stdin: Readable;
  readonly stdout: Writable & Screen;
  readonly stderr: Writable;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Looks at the endpoints, writes what `push` would do and gives the exit code. Rejects with a `UsageError` or `RangeError` before anything is asked. */
export async function runPlan(args: PlanArguments, { stdin, stdout, stderr, env }: PlanSurroundings): Promise<number> {
  const settings = settingsOf(args);
  const endpoints = await readSomeEndpoints(args.endpoint, args.endpoints);
  const content = await readContent(args.file, args, stdin);
  const warning = credentialsWarning(endpoints, credentialsOf(args));
  if (warning !== undefined) stderr.write(`${warning}\n`);
  let secrets: readonly string[] | undefined;
  const looked = await lookAtFleet(endpoints, args, lookForPlan({ ...settings, content }), () => (secrets ??= collectSecrets(content.haproxyConfig)));
  const fleet = describeFleet(content.checksum, looked);
  const text = args.json ? `${JSON.stringify(fleet, undefined, 2)}\n` : printPlan(fleet, { paint: paintAsAsked(stdout, env), full: args.full });
  return writeText(stdout, text, exitCodeOf(fleet.summary, args['exit-code']));
}

function settingsOf(args: PlanArguments): Omit<PlanSettings, 'content'> {
  const instanceTimeoutMs = parseDuration('instance-timeout', args['instance-timeout']);
  const rawPushThreshold = args['raw-push-threshold'];
  assertWholeAtLeast('rawPushThreshold', rawPushThreshold, 0);
  const { attempt } = resolveDeployerOptions({
    // Clients are made by the look at the fleet.
    connect: connectDataPlane().connect,
    scheduler: steadyScheduler,
    instanceTimeoutMs,
    name: args.name,
    takeOver: args['take-over'],
    allowLossy: args['allow-lossy'],
    allowLockout: args['allow-lockout'],
  });
  return { attempt, instanceTimeoutMs, rawPushThreshold };
}

/** What `push` would come to: it fails where something is refused or does not answer. */
function exitCodeOf({ failed, refused, differing }: FleetSummary, tellsDifference: boolean): number {
  if (failed + refused > 0) return exitCodes.unfinished;
  return tellsDifference && differing > 0 ? exitCodes.differs : exitCodes.done;
}
