import { concatMap, filter, from, map, merge, mergeMap, NEVER, Observable, of, share, Subject, takeUntil } from 'rxjs';
import type { SchedulerLike } from 'rxjs';
import type { RunHelpers, TestScheduler } from 'rxjs/testing';
import type { DeploymentScheduledEvent, ErrorCode, FailureOutcome, PipelineEvent } from '../../lib/events/types.js';
import { toRef } from '../../lib/events/toRef.js';
import { scheduleDeployments } from '../../lib/scheduler/scheduleDeployments.js';
import type { SchedulerOptions } from '../../lib/scheduler/options.js';
import * as build from './events.js';
import { host, tell } from './tell.js';

/**
 * The scheduler in a closed loop, in virtual time: input by letters, a deployer by script, output
 * in words (`tell`).
 *
 * Input letters: `A` to `D` render and validate the content of the text `a` to `d`; `1` to `4`
 * discover a fleet of that many endpoints (`h1`, `h2`, …), `0` an empty one; `L` and `W` lose and
 * win leadership, `P` and `R` pause and resume, `?` a drift check, `F` a failed validation,
 * `X` a cancel from outside, `Q` a reconcile request, `E` the end of input. More by `events`.
 * Everything stops where the diagram ends; `|` completes the source.
 *
 * The n-th deployment is answered by the n-th script, later ones by the last: a diagram that begins
 * when it is scheduled. `o` all endpoints reloaded and the deployment completed, `u` likewise at run
 * time, `n` likewise without a difference, `C` the completion alone. More by `answers`, mostly made
 * with `ends`. A cancel ends the script; then `onCancel` answers (default `x`: what has not ended is
 * cancelled, outcome unknown, and the deployment completes).
 */
export interface SchedulerRun {
  readonly input: string;
  readonly events?: Readonly<Record<string, PipelineEvent | readonly PipelineEvent[]>>;
  readonly deployer?: readonly string[];
  readonly answers?: Readonly<Record<string, Answer>>;
  readonly onCancel?: string;
  readonly options?: SchedulerOptions;
}

type Helpers = RunHelpers & { readonly scheduler: TestScheduler };
/** What a letter of the deployer's script means: endpoints that end, or an event whole. */
export type Answer = (deployment: DeploymentScheduledEvent, ended: ReadonlySet<string>) => readonly PipelineEvent[];

/** Every wait that a spec does not name is out of its way. */
const calm: SchedulerOptions = {
  minDeploymentIntervalMs: 0,
  deploymentTimeoutMs: 1_000_000,
  cancelGraceMs: 1_000_000,
  retryInitialMs: 1_000_000,
  parkedRetryIntervalMs: 0,
  drainTimeoutMs: 0,
  random: () => 0.5,
};

/** What each event of the scheduler says, in words. */
export function runScheduler(helpers: Helpers, run: SchedulerRun): Observable<string> {
  return runEvents(helpers, run).pipe(map(tell));
}

/** The same as events. */
export function runEvents({ cold, scheduler }: Helpers, run: SchedulerRun): Observable<PipelineEvent> {
  const { input, events = {}, deployer = [], onCancel = 'x', options = {} } = run;
  const meanings: Record<string, Answer> = { ...answers, ...run.answers };
  return new Observable((subscriber) => {
    const bus = new Subject<PipelineEvent>();
    let ids = 0;
    let deployments = 0;
    const output$ = bus.pipe(
      scheduleDeployments({ ...calm, scheduler, nextId: () => `id${(ids += 1)}`, ...options }),
      share(),
    );
    const cancel$ = (id: string): Observable<unknown> =>
      bus.pipe(filter((event) => event.type === 'DeploymentCancelRequestEvent' && !event.endpoints && (event.deploymentId ?? id) === id));
    const answered$ = output$.pipe(
      filter((event) => event.type === 'DeploymentScheduledEvent'),
      mergeMap((deployment) => {
        const ended = new Set<string>();
        const script = deployer[Math.min(deployments++, deployer.length - 1)];
        const play = (diagram: string): Observable<PipelineEvent> =>
          cold(diagram).pipe(
            concatMap((letter) => from(meaningOf(letter)(deployment, ended))),
            map((event) => {
              if ('endpoint' in event) ended.add(event.endpoint.url);
              return event;
            }),
          );
        const meaningOf = (letter: string): Answer => meanings[letter] ?? unknownLetter(letter);
        if (script === undefined) return NEVER;
        const cancelled$ = cancel$(deployment.deploymentId).pipe(share());
        return merge(
          play(script).pipe(takeUntil(cancelled$)),
          cancelled$.pipe(filter(() => ended.size < deployment.targets.length), mergeMap(() => play(onCancel))),
        );
      }),
    );
    // The deployer listens first, then the reader, then the scheduler hears its own events, as on the real bus.
    subscriber.add(answered$.subscribe((event) => bus.next(event)));
    subscriber.add(output$.subscribe(subscriber));
    subscriber.add(output$.subscribe((event) => bus.next(event)));
    const completes = input.includes('|');
    subscriber.add(
      cold(completes ? input : `${input.trimEnd()}|`)
        .pipe(concatMap((letter) => listOf(events[letter] ?? inputs[letter] ?? unknownLetter(letter))))
        .subscribe({ next: (event) => bus.next(event), complete: () => (completes ? bus.complete() : subscriber.unsubscribe()) }),
    );
  });
}

/** A clock that shows `offset(time)` milliseconds more than the virtual one. */
export const clockOff = (scheduler: TestScheduler, offset: (time: number) => number): SchedulerLike => ({
  now: () => scheduler.now() + offset(scheduler.now()),
  schedule: scheduler.schedule.bind(scheduler),
});

export const promoted = (text: string): readonly PipelineEvent[] => [
  build.rendered({ haproxyConfig: text, correlationId: text }),
  build.validated({ correlationId: text }),
];

export const fleetOf = (size: number): PipelineEvent =>
  build.discovered({ endpoints: build.endpoints(...Array.from({ length: size }, (_, index) => `h${index + 1}`)) });

const inputs: Readonly<Record<string, PipelineEvent | readonly PipelineEvent[]>> = {
  A: promoted('a'),
  B: promoted('b'),
  C: promoted('c'),
  D: promoted('d'),
  0: fleetOf(0),
  1: fleetOf(1),
  2: fleetOf(2),
  3: fleetOf(3),
  4: fleetOf(4),
  L: build.lostLeadership(),
  W: build.becameLeader(),
  P: build.pauseRequested(),
  R: build.resumeRequested(),
  '?': build.driftTriggered(),
  F: build.validationFailed(),
  X: build.cancelRequested(),
  Q: build.reconcileRequested(),
  E: build.inputEnded(),
};

interface End {
  readonly code?: ErrorCode;
  readonly outcome?: FailureOutcome;
  readonly retryable?: boolean;
  readonly strategy?: 'noop' | 'runtime' | 'raw';
}

const end = ({ deploymentId }: DeploymentScheduledEvent, { endpoint, contentChecksum }: DeploymentScheduledEvent['targets'][number], how: End): PipelineEvent => {
  const about = { deploymentId, endpoint: toRef(endpoint), contentChecksum };
  const { code, outcome = 'untouched', retryable = false, strategy = 'raw' } = how;
  return code === undefined
    ? build.instanceDeployed({ ...about, strategy, reloadRequired: strategy === 'raw' })
    : build.instanceFailed({ ...about, error: build.errorInfo(code), outcome, retryable });
};

/** Ends the named endpoints so, and the deployment when it was the last; `rest` ends all others. */
export const ends =
  (hosts: Readonly<Record<string, End>>, rest?: End): Answer =>
  (deployment, before) => {
    const ended = new Set(before);
    const instances = deployment.targets.flatMap((target) => {
      const how = hosts[host(target.endpoint.url)] ?? rest;
      if (!how || ended.has(target.endpoint.url)) return [];
      ended.add(target.endpoint.url);
      return [end(deployment, target, how)];
    });
    return ended.size < deployment.targets.length ? instances : [...instances, completionOf(deployment, instances)];
  };

const completionOf = ({ deploymentId, targets }: DeploymentScheduledEvent, instances: readonly PipelineEvent[]): PipelineEvent => {
  const codes = instances.flatMap((event) => (event.type === 'InstanceDeploymentFailedEvent' ? [event.error.code] : []));
  const notAttempted = codes.filter((code) => code === 'not_attempted').length;
  const failed = codes.length - notAttempted;
  return build.completed({ deploymentId, total: targets.length, succeeded: targets.length - codes.length, failed, notAttempted });
};

const answers: Readonly<Record<string, Answer>> = {
  o: ends({}, {}),
  u: ends({}, { strategy: 'runtime' }),
  n: ends({}, { strategy: 'noop' }),
  x: ends({}, { code: 'cancelled', outcome: 'unknown' }),
  C: ({ deploymentId, targets }) => [build.completed({ deploymentId, total: targets.length, succeeded: targets.length })],
};

const listOf = (events: PipelineEvent | readonly PipelineEvent[]): Observable<PipelineEvent> => ('type' in events ? of(events) : from(events));

const unknownLetter = (letter: string): never => {
  throw new Error(`${letter} has no meaning in this diagram`);
};
