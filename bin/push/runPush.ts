import { randomUUID } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import type { InferredOptionTypes } from 'yargs';
import { share, tap } from 'rxjs';
import type { Observable } from 'rxjs';
import { connectDataPlane } from '../../lib/dataplane/connectDataPlane.js';
import { assertLimitsNest } from '../../lib/deployer/assertLimitsNest.js';
import type { DeployerEvent } from '../../lib/deployer/executeDeployments.js';
import type { DeployerOptions } from '../../lib/deployer/options.js';
import { formatEvent } from '../../lib/events/formatEvent.js';
import { assertDuration, assertWholeAtLeast } from '../../lib/validate.js';
import { deployingSettings } from '../deployingSettings.js';
import { endings } from '../endings.js';
import { exitCodes } from '../exitCodes.js';
import type { pushOptions } from '../options/pushOptions.js';
import { paintFor } from '../print/paint.js';
import type { Screen } from '../print/paint.js';
import { parseDuration } from '../parseDuration.js';
import { readContent } from '../readContent.js';
import { readFleet } from '../readFleet.js';
import { steadyScheduler } from '../steadyScheduler.js';
import { writeEvents } from '../writeEvents.js';
import { codeOnceWritten } from '../writeText.js';
import { deployOnce } from './deployOnce.js';
import type { Begun } from './deployOnce.js';
import { beginPush, foldPush } from './foldPush.js';
import { printSummary } from './printSummary.js';
import { schedulePush } from './schedulePush.js';
import { drawnProgress, plainProgress } from './showProgress.js';

export type PushArguments = InferredOptionTypes<typeof pushOptions> & { readonly file: string };

/** What the command needs of the process. */
export interface PushSurroundings {
  readonly stdin: Readable;
  readonly stdout: Writable & Screen;
  readonly stderr: NodeJS.WritableStream & Writable & Screen;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Emits each signal that asks for an end; hot. */
  readonly signal$: Observable<'SIGINT' | 'SIGTERM'>;
}

/** Between two looks of the clock at what is drawn, in milliseconds. */
const redrawMs = 200;

/** Deploys once, tells how that went and gives the exit code. Rejects with a `UsageError` or `RangeError` before anything is sent. */
export async function runPush(args: PushArguments, { env, signal$, stderr, stdin, stdout }: PushSurroundings): Promise<number> {
  const settings = deployingSettings(args);
  assertLimitsNest({ ...settings, deploymentTimeoutMs: Infinity });
  assertWholeAtLeast('rawPushThreshold', settings.rawPushThreshold, 0);
  const graceMs = parseDuration('shutdown-grace', args['shutdown-grace']);
  assertDuration('shutdownGraceMs', graceMs);
  const endpoints = await readFleet(args, stderr);
  const steps = { canary: args.canary, canaryWaitMs: parseDuration('canary-wait', args['canary-wait']), maxFailures: args['max-failures'] };
  const scheduled = schedulePush(randomUUID(), await readContent(args.file, args, stdin), endpoints, steps);

  const say = (line: string): void => void stderr.write(`${line}\n`);
  const paint = paintFor(stderr, env);
  const progress = stderr.isTTY === true && stderr.columns !== 0 && env['TERM'] !== 'dumb' ? await drawnProgress(stderr, paint, endpoints.length) : plainProgress(stderr, paint);
  const writer = writeEvents(stdout);
  const connector = connectDataPlane({ requestTimeoutMs: settings.requestTimeoutMs, defaults: settings.credentials });
  let code: number | undefined;
  const saySignal = (signal: 'SIGINT' | 'SIGTERM'): void => say(`${signal}: nothing new is begun, what runs may go on for ${args['shutdown-grace']}; a second signal ends at once`);
  const stop$ = endings({ signal$, gone$: writer.gone$, onSignal: saySignal }).pipe(tap((ending) => (code = ending)), share());
  const options: DeployerOptions = {
    ...settings,
    connect: connector.connect,
    onUnexpectedError: (error) => say(`unexpected error, this is a bug\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
  };

  const now = (): number => steadyScheduler.now();
  let state = beginPush(scheduled);
  const tell = (event: DeployerEvent | Begun): void => {
    state = foldPush(state, event, now());
    if (event.type === 'InstanceDeployedEvent' || event.type === 'InstanceDeploymentFailedEvent') progress.ended(event);
    progress.draw(state, now());
    if (args.json && event.type !== 'begun') writer.write(formatEvent({ timestamp: new Date(now()).toISOString(), ...event }));
  };
  const clock = setInterval(() => progress.draw(state, now()), redrawMs);
  try {
    await deployOnce(scheduled, options, { stop$, graceMs, scheduler: steadyScheduler }).forEach(tell);
  } finally {
    clearInterval(clock);
    progress.done();
    connector.close();
  }
  if (!args.json) writer.write(printSummary(state, { paint: paintFor(stdout, env), width: stdout.columns || undefined }));
  const written = await codeOnceWritten(writer, state.completed?.succeeded === endpoints.length ? exitCodes.done : exitCodes.unfinished);
  return code ?? written;
}
