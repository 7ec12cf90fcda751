import { asyncScheduler, concat, defer, filter, finalize, map, merge, NEVER, of, switchMap, take, takeUntil, timer } from 'rxjs';
import type { Observable } from 'rxjs';
import { closeLoop } from './bus/closeLoop.js';
import { connectDataPlane } from './dataplane/connectDataPlane.js';
import { passwordChanges } from './dataplane/passwordChanges.js';
import type { CredentialSource } from './dataplane/resolveCredentials.js';
import { defaults } from './defaults.js';
import { assertLimitsNest } from './deployer/assertLimitsNest.js';
import { executeDeployments } from './deployer/executeDeployments.js';
import { resolveDeployerOptions } from './deployer/options.js';
import { createComparisons } from './deployer/createComparisons.js';
import type { DeployerOptions } from './deployer/options.js';
import { driftTriggers } from './drift/driftTriggers.js';
import type { DriftOptions } from './drift/options.js';
import type { EndpointTls, EventRejectedEvent, InputEvent, OutputEvent, PipelineEvent, SchedulingCompletedEvent } from './events/types.js';
import type { SchedulerOptions } from './scheduler/options.js';
import { scheduleDeployments } from './scheduler/scheduleDeployments.js';
import { assertDuration } from './validate.js';

/** Everything that a pipeline can be told: the options of its parts, and its own. */
export interface PipelineOptions extends SchedulerOptions, DriftOptions, Partial<DeployerOptions> {
  /**
   * Limit for connecting, for the first byte and between bytes of one request, in milliseconds (design D2).
   *
   * @defaultValue 10000
   */
  readonly requestTimeoutMs?: number;
  /** Credentials and TLS settings for endpoints that bring none of their own. */
  readonly credentials?: CredentialSource & {
    /** For endpoints that bring none of their own; of one that does, for what it leaves out. */
    readonly tls?: EndpointTls;
  };
  /**
   * Go on after the end of input, for drift prevention, until unsubscribed.
   *
   * @defaultValue false
   */
  readonly keepRunning?: boolean;
  /**
   * Its first value ends the pipeline in an orderly way: input is closed, nothing new starts, what
   * runs may end within `shutdownGraceMs` and is cancelled then. Hot.
   *
   * @defaultValue never
   */
  readonly shutdown$?: Observable<unknown>;
  /**
   * How long what runs may go on after `shutdown$`, in milliseconds.
   *
   * @defaultValue 10000
   */
  readonly shutdownGraceMs?: number;
}

/** What a pipeline emits: the events of its components and what was rejected on the way in. */
export type PipelineOutput = OutputEvent | SchedulingCompletedEvent;

/**
 * Wires scheduler, deployer and drift monitor into one stream (design 2).
 *
 * ```text
 *  input$ ──▶ scheduleDeployments ──▶ executeDeployments ──▶ result
 *                  ▲      ▲                  │
 *                  │      └──────────────────┤ completed
 *                  └──── driftTriggers ◀─────┘
 * ```
 *
 * - Events are taken as they are: what others made must have passed `parseEvent`. Only what is no object with a
 *   `type` is rejected here.
 * - Cold: subscribing starts it, unsubscribing aborts every request in flight and sends nothing.
 * - All components see all events in one order; the result shows theirs and the rejected ones, each
 *   with a `timestamp`, not the input.
 * - Completes after the end of `input$` as soon as all is deployed (design S12); its last event is
 *   then a `SchedulingCompletedEvent`, which tells how the fleet stands. With `keepRunning` never.
 * - Errors only with an error of `input$`, or a bug.
 *
 * @example Events in, events out
 * ```ts
 * import { from } from 'rxjs';
 * import { ofType, runPipeline, startSandbox } from 'haproxy-deployer';
 * import type { InputEvent } from 'haproxy-deployer';
 *
 * const sandbox = await startSandbox({ users: [{ name: 'admin', password: 'example' }] });
 * const input$ = from<InputEvent[]>([
 *   { type: 'HAProxyPodsDiscoveredEvent', endpoints: [{ url: sandbox.url, username: 'admin', password: 'example' }] },
 *   { type: 'TemplateRenderedEvent', haproxyConfig: `${sandbox.state.diskText}backend app\n` },
 *   { type: 'ValidationCompletedEvent' },
 * ]);
 * await runPipeline(input$).pipe(ofType('InstanceDeployedEvent')).forEach(({ strategy, version }) => console.log(strategy, version));
 * // → raw 2
 * await sandbox.close();
 * ```
 *
 * @throws RangeError at once when an option is out of range, or limits do not nest (design D2); TypeError when
 * one is unknown.
 */
export function runPipeline(input$: Observable<InputEvent | EventRejectedEvent>, options: PipelineOptions = {}): Observable<PipelineOutput> {
  assertLimitsNest(options);
  const { scheduler = asyncScheduler, keepRunning = false, shutdown$ = NEVER, requestTimeoutMs, credentials, rawPushThreshold = defaults.rawPushThreshold } = options;
  const plan = createComparisons({ rawPushThreshold });
  const { compare = plan.compare, isRuntimeOnly = plan.isRuntimeOnly } = options;
  const lead = scheduleDeployments({ ...options, isRuntimeOnly });
  const drift = driftTriggers(options);
  const passwords = passwordChanges({ scheduler, ...(credentials === undefined ? {} : { credentials }) });
  const end$: Observable<PipelineEvent> = keepRunning ? NEVER : of({ type: 'InputEndedEvent' });
  const all$ = merge(shutDown(options), concat<PipelineEvent[]>(input$.pipe(map(rejectStrays)), end$).pipe(takeUntil(shutdown$)));
  // Only to throw now what the deployer would throw when subscribed to: a connector that is not used opens nothing.
  resolveDeployerOptions({ ...options, compare, connect: connectDataPlane().connect });
  return defer(() => {
    // Connections are made when the first request is: a connector that is not used costs nothing.
    const connector = connectDataPlane({
      ...(requestTimeoutMs === undefined ? {} : { requestTimeoutMs }),
      ...(credentials === undefined ? {} : { defaults: credentials }),
    });
    const { connect = connector.connect } = options;
    return all$.pipe(
      closeLoop<PipelineEvent>({ lead, others: [executeDeployments({ ...options, compare, connect }), drift, passwords], shows: isRejection }),
      filter(isOutput),
      map((event) => ({ timestamp: new Date(scheduler.now()).toISOString(), ...event })),
      finalize(() => connector.close()),
    );
  });
}

/** Pausing keeps anything new from starting; the end of input then waits for what runs alone. */
function shutDown({ shutdown$ = NEVER, shutdownGraceMs = defaults.shutdownGraceMs, scheduler = asyncScheduler }: PipelineOptions): Observable<PipelineEvent> {
  assertDuration('shutdownGraceMs', shutdownGraceMs);
  const cancel$ = timer(shutdownGraceMs, scheduler).pipe(
    map((): PipelineEvent => ({ type: 'DeploymentCancelRequestEvent', reason: 'shutdown' })),
  );
  return shutdown$.pipe(
    take(1),
    switchMap(() => concat<PipelineEvent[]>(of<PipelineEvent[]>({ type: 'PauseRequestedEvent' }, { type: 'InputEndedEvent' }), cancel$)),
  );
}

/** A host's stream is not checked by types alone: what is no event at all must not end the pipeline. */
function rejectStrays(event: unknown): InputEvent | EventRejectedEvent {
  return isEvent(event) ? event : { type: 'EventRejectedEvent', reason: 'is no object with a type' };
}

const isEvent = (event: unknown): event is InputEvent | EventRejectedEvent => typeof event === 'object' && event !== null && 'type' in event && typeof event.type === 'string';

const isRejection = ({ type }: PipelineEvent): boolean => type === 'EventRejectedEvent';

/** Nothing else is shown by the loop; this tells the types so. */
function isOutput(event: PipelineEvent): event is PipelineOutput {
  return !inputOnly.has(event.type);
}

const inputOnly: ReadonlySet<string> = new Set([
  'TemplateRenderedEvent',
  'ValidationCompletedEvent',
  'ValidationFailedEvent',
  'HAProxyPodsDiscoveredEvent',
  'HAProxyPodTerminatedEvent',
  'ReconcileRequestedEvent',
  'PauseRequestedEvent',
  'ResumeRequestedEvent',
  'BecameLeaderEvent',
  'LostLeadershipEvent',
  'InputEndedEvent',
  'CredentialsChangedEvent',
] satisfies PipelineEvent['type'][]);
