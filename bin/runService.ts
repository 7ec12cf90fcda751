import type { Readable, Writable } from 'node:stream';
import { concat, of, share, tap } from 'rxjs';
import type { Observable } from 'rxjs';
import { defaults } from '../lib/defaults.js';
import { formatEvent } from '../lib/events/formatEvent.js';
import { createEventLog } from '../lib/logging/createEventLog.js';
import { createLogger } from '../lib/logging/createLogger.js';
import { runPipeline } from '../lib/runPipeline.js';
import { assertWholeAtLeast } from '../lib/validate.js';
import { warnOnce } from './credentialsWarning.js';
import { endings } from './endings.js';
import { emptyTally, exitCodeOf, exitCodes, tallyInput, tallyOutput } from './exitCodes.js';
import type { ObservedRun } from './observability/observeRun.js';
import { pipelineOptions } from './pipelineOptions.js';
import type { RunArguments } from './pipelineOptions.js';
import { readEndpoints } from './readEndpoints.js';
import { readEvents } from './readEvents.js';
import { readVersion } from './readVersion.js';
import { shownEvents } from './shownEvents.js';
import { steadyScheduler } from './steadyScheduler.js';
import { writeEvents } from './writeEvents.js';
import { codeOnceWritten } from './writeText.js';

/** What the command needs of the process. */
export interface RunSurroundings {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Emits each signal that asks for an end; hot. */
  readonly signal$: Observable<'SIGINT' | 'SIGTERM'>;
}

/** Runs the pipeline to its end and gives the exit code. Rejects with a `RangeError` or `UsageError` before anything is read. */
export async function runService(args: RunArguments, { stdin, stdout, stderr, signal$ }: RunSurroundings): Promise<number> {
  assertWholeAtLeast('maxLineBytes', args['max-line-bytes'], 1);
  const options = pipelineOptions(args);
  const start = await readEndpoints(args.endpoint, args.endpoints);
  const logger = await createLogger({ output: stderr, level: args['log-level'], format: args['log-format'] });
  const logEvent = createEventLog(logger);
  const writer = writeEvents(stdout);
  let tally = emptyTally;
  let code: number | undefined;
  let watched: ObservedRun | undefined;
  let unreadable: unknown;

  const gate = (): Promise<void> | undefined =>
    writer.unreadBytes() > defaults.maxUnreadOutputBytes ? writer.whenBelow(defaults.maxUnreadOutputBytes) : undefined;
  const logSignal = (signal: 'SIGINT' | 'SIGTERM'): void => logger.info(`${signal}: nothing new is begun, what runs may go on for ${args['shutdown-grace']}`);
  const shutdown$ = endings({ signal$, gone$: writer.gone$, onSignal: logSignal }).pipe(
    tap((ending) => {
      code = ending;
      watched?.shuttingDown();
    }),
    share(),
  );
  const warnOfCredentials = warnOnce(options.credentials ?? {}, (warning) => logger.warn(warning));
  const isShown = shownEvents(args.events);

  // One step for all that is done with an event that was read: masses of them may come.
  const read$ = readEvents(stdin, { maxLineBytes: args['max-line-bytes'], gate }).pipe(
    tap({
      next: (event) => {
        tally = tallyInput(tally, event);
        watched?.observeInput(event);
        if (event.type === 'HAProxyPodsDiscoveredEvent') warnOfCredentials(event.endpoints);
        if (event.type !== 'EventRejectedEvent') logEvent(event);
      },
      complete: () => {
        if (!args['keep-running']) watched?.inputEnded();
      },
      error: (reason: unknown) => {
        unreadable = reason;
      },
    }),
  );
  // Endpoints that the command line names were not read.
  const named$ = start && of(start).pipe(
    tap((event) => {
      watched?.observe(event);
      warnOfCredentials(event.endpoints);
    }),
  );
  const input$ = named$ ? concat(named$, read$) : read$;
  const output$ = runPipeline(input$, {
    ...options,
    scheduler: steadyScheduler,
    shutdown$,
    onUnexpectedError: (error) => logger.error({ err: error }, 'unexpected error: this is a bug'),
  });
  if (args.listen !== undefined) {
    // Loaded for those alone who ask for it.
    const { observeRun } = await import('./observability/observeRun.js');
    watched = await observeRun(args.listen, { ...options, scheduler: steadyScheduler, version: readVersion() }, (error) => logger.error({ err: error }, 'an answer failed: this is a bug'));
    logger.info(`listening on ${watched.url}`);
  }
  // Else it would seem to hang.
  if (stdin.isTTY === true) stderr.write('Reading events from standard input, one JSON object a line, until its end (Ctrl-D). "push FILE" deploys a file.\n');
  await new Promise<void>((resolve) => {
    output$.subscribe({
      next: (event) => {
        tally = tallyOutput(tally, event);
        watched?.observe(event);
        logEvent(event);
        if (event.type !== 'SchedulingCompletedEvent' && isShown(event)) writer.write(formatEvent(event));
      },
      error: (error: unknown) => {
        if (error === unreadable) logger.fatal({ err: error }, 'standard input cannot be read');
        else logger.fatal({ err: error }, 'the pipeline failed: this is a bug');
        code = error === unreadable ? exitCodes.usage : exitCodes.bug;
        resolve();
      },
      complete: resolve,
    });
    watched?.started();
  });
  const written = await codeOnceWritten(writer, exitCodeOf(tally, args.strict));
  await watched?.close();
  return code ?? written;
}
