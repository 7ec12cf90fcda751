import type { Readable, Writable } from 'node:stream';
import { concat, map, merge, of, share, take, tap } from 'rxjs';
import type { Observable } from 'rxjs';
import type { CommandModule } from 'yargs';
import { hideBin } from 'yargs/helpers';
import { defaults } from '../../lib/defaults.js';
import { formatEvent } from '../../lib/events/formatEvent.js';
import type { OutputEvent } from '../../lib/events/types.js';
import { createLogger } from '../../lib/logging/createLogger.js';
import { describeEvent } from '../../lib/logging/describeEvent.js';
import type { PipelineEvent } from '../../lib/events/types.js';
import { runPipeline } from '../../lib/runPipeline.js';
import { emptyTally, exitCodeOf, exitCodes, tallyInput, tallyOutput } from '../exitCodes.js';
import { configFile, givenOptions } from '../givenOptions.js';
import { runOptions } from '../options.js';
import { pipelineOptions } from '../pipelineOptions.js';
import type { RunArguments } from '../pipelineOptions.js';
import { readEndpoints } from '../readEndpoints.js';
import { readEvents } from '../readEvents.js';
import { signals } from '../signals.js';
import { steadyScheduler } from '../steadyScheduler.js';
import { writeEvents } from '../writeEvents.js';

/** What the command needs of the process. */
export interface RunSurroundings {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Emits each signal that asks for an end; hot. */
  readonly signal$: Observable<'SIGINT' | 'SIGTERM'>;
}

/** `haproxy-deployer run`: events in on stdin, deployments, events out on stdout (design 8). */
export const runCommand: CommandModule<object, RunArguments> = {
  command: ['run', '$0'],
  describe: 'Read events on stdin, deploy, write events on stdout (the default)',
  builder: (yargs) =>
    yargs
      .options(runOptions)
      .option('config', { type: 'string', requiresArg: true, describe: 'JSON file with options, named alike' })
      .config(givenOptions(Object.keys(runOptions), process.env, configFile(hideBin(process.argv))))
      .example('controller | $0 --endpoint http://10.0.0.1:5555 --username admin --password-file /run/secrets/dpa', 'Deploy what a controller validates')
      .example('$0 --endpoints fleet.json --keep-running < session.ndjson', 'Deploy, then stay and put drift right')
      .epilogue(
        'Durations: 500ms, 2s, 1m, at most 24 days. Every option may also come from the environment (--max-parallel as HAPROXY_DEPLOYER_MAX_PARALLEL) or from ' +
          '--config FILE, a JSON object; flags are strongest, then the environment.\n' +
          'Exit codes: 0 every endpoint has confirmed what is wanted; 1 some endpoint has not; 2 usage, or nothing of the input could be tried; ' +
          '70 a bug; 130, 143 after a signal; 141 when nobody reads the output.',
      ),
  handler: async (args) => {
    process.exitCode = await runService(args, { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, signal$: signals(process) });
  },
};

/** Runs the pipeline to its end and gives the exit code. Throws a `RangeError` or `UsageError` before anything is read. */
export async function runService(args: RunArguments, { stdin, stdout, stderr, signal$ }: RunSurroundings): Promise<number> {
  const options = pipelineOptions(args);
  const start = readEndpoints(args.endpoint, args.endpoints);
  const logger = createLogger({ output: stderr, level: args['log-level'], format: args['log-format'] });
  const writer = writeEvents(stdout);
  let tally = emptyTally;
  let code: number | undefined;

  const log = (event: PipelineEvent): void => {
    const described = describeEvent(event);
    if (described) logger[described.level](described.fields, described.message);
  };
  const gate = (): Promise<void> | undefined =>
    writer.unreadBytes() > defaults.maxUnreadOutputBytes ? writer.whenBelow(defaults.maxUnreadOutputBytes) : undefined;
  const shutdown$ = merge(signal$.pipe(map((signal) => exitCodes[signal])), writer.gone$.pipe(map(() => exitCodes.SIGPIPE))).pipe(
    take(1),
    tap((ending) => (code = ending)),
    share(),
  );
  const input$ = concat(start ? of(start) : [], readEvents(stdin, { maxLineBytes: args['max-line-bytes'], gate })).pipe(
    tap((event) => {
      tally = tallyInput(tally, event);
      if (event.type !== 'EventRejectedEvent') log(event);
    }),
  );
  const isShown = args.events === 'all' ? () => true : ({ type }: OutputEvent) => results.has(type);

  await new Promise<void>((resolve) => {
    runPipeline(input$, {
      ...options,
      scheduler: steadyScheduler,
      shutdown$,
      onUnexpectedError: (error) => logger.error({ err: error }, 'unexpected error: this is a bug'),
    }).subscribe({
      next: (event) => {
        tally = tallyOutput(tally, event);
        log(event);
        if (event.type !== 'SchedulingCompletedEvent' && isShown(event)) writer.write(formatEvent(event));
      },
      error: (error: unknown) => {
        logger.fatal({ err: error }, 'the pipeline failed: this is a bug');
        code = exitCodes.bug;
        resolve();
      },
      complete: resolve,
    });
  });
  await writer.flush();
  return code ?? exitCodeOf(tally, args.strict);
}

/** What became of endpoints and deployments, and rejections (`--events results`). */
const results: ReadonlySet<string> = new Set([
  'InstanceDeployedEvent',
  'InstanceDeploymentFailedEvent',
  'DeploymentCompletedEvent',
  'DriftDetectedEvent',
  'EndpointParkedEvent',
  'EventRejectedEvent',
] satisfies OutputEvent['type'][]);
