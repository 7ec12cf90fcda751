import { concat, concatMap, connect, defer, filter, from, ignoreElements, map, merge, mergeMap, of, scan, shareReplay, startWith, takeWhile, toArray } from 'rxjs';
import type { Observable, OperatorFunction } from 'rxjs';
import { ofType } from '../events/ofType.js';
import { toRef } from '../events/toRef.js';
import type {
  Content,
  DeploymentCancelRequestEvent,
  DeploymentCompletedEvent,
  DeploymentScheduledEvent,
  DeploymentStartedEvent,
  DeploymentTarget,
  DriftDetectedEvent,
  ErrorInfo,
  InstanceDeployedEvent,
  InstanceDeploymentFailedEvent,
  PipelineEvent,
} from '../events/types.js';
import { endWithSource } from '../operators/endWithSource.js';
import { inTurn } from '../operators/inTurn.js';
import { contentSecrets } from '../haproxy/contentSecrets.js';
import { deployToEndpoint } from './deployToEndpoint.js';
import type { Waiting } from './deployToEndpoint.js';
import type { Assignment, Ended } from './createReporter.js';
import { resolveDeployerOptions } from './options.js';
import type { DeployerOptions, ResolvedDeployerOptions } from './options.js';
import { notAttempted, rollOut } from './rollOut.js';
import { summarize } from './summarize.js';
import { untried } from './untried.js';

/** What a deployer says. */
export type DeployerEvent =
  | DeploymentStartedEvent
  | DriftDetectedEvent
  | InstanceDeployedEvent
  | InstanceDeploymentFailedEvent
  | DeploymentCompletedEvent;

/**
 * Carries out each scheduled deployment on its endpoints, side by side up to a limit, and tells how
 * each one ended (design 4).
 *
 * ```text
 * source:  -S-------------------x--      S for three endpoints, x a cancel that comes too late
 * one:      ----d
 * two:      ------f                      two at a time: three starts when one has ended
 * three:        -----d
 * result:  -s---d-f--(dC)----------      s started, d deployed, f failed, C completed
 * ```
 *
 * Everything that a deployment needs is in its event; what is remembered of endpoints is a cache.
 *
 * - Endpoints are begun in the order of the event. One that waits for a scheduled reload makes room
 *   for the next (design D1).
 * - Every endpoint ends in exactly one `Instance…` event, every deployment in one completion.
 * - A `DeploymentCancelRequestEvent` for the running deployment aborts its requests, or just those
 *   to the endpoints that it names; a deployment that is not running is not cancelled.
 * - Deployments never overlap: one that is scheduled while another runs waits.
 * - Completes when its source does, at once. Errors only with its source's error.
 * - Unsubscribing aborts every request under way and sends nothing.
 *
 * @example One deployment, without a loop
 * ```ts
 * import { concat, NEVER, of, takeWhile } from 'rxjs';
 * import { connectDataPlane, executeDeployments, scheduleDeployments, startSandbox } from 'haproxy-deployer';
 * import type { PipelineEvent } from 'haproxy-deployer';
 *
 * const sandbox = await startSandbox({ users: [{ name: 'admin', password: 'example' }] });
 * const connector = connectDataPlane({ defaults: { username: 'admin', password: 'example' } });
 * const events$ = of<PipelineEvent[]>(
 *   { type: 'HAProxyPodsDiscoveredEvent', endpoints: [{ url: sandbox.url }] },
 *   { type: 'TemplateRenderedEvent', haproxyConfig: `${sandbox.state.diskText}backend app\n` },
 *   { type: 'ValidationCompletedEvent' },
 * );
 * await concat(events$, NEVER)
 *   .pipe(scheduleDeployments(), executeDeployments({ connect: connector.connect }), takeWhile(({ type }) => type !== 'DeploymentCompletedEvent', true))
 *   .forEach(({ type }) => console.log(type));
 * // → DeploymentStartedEvent
 * // → InstanceDeployedEvent
 * // → DeploymentCompletedEvent
 * connector.close();
 * await sandbox.close();
 * ```
 *
 * @throws RangeError at once when an option is out of range, TypeError when one is unknown.
 */
export function executeDeployments(options: DeployerOptions): OperatorFunction<PipelineEvent, DeployerEvent> {
  const resolved = resolveDeployerOptions(options);
  const deployments = endWithSource<Handled, DeployerEvent>((events$) => {
    const cancels$ = events$.pipe(ofType('DeploymentCancelRequestEvent'));
    return events$.pipe(
      ofType('DeploymentScheduledEvent'),
      concatMap((scheduled) => execute(scheduled, cancels$, resolved)),
    );
  });
  // All other events, the bulk of them, go no further.
  return (source) => source.pipe(ofType<PipelineEvent, Handled['type']>('DeploymentScheduledEvent', 'DeploymentCancelRequestEvent'), deployments);
}

type Handled = DeploymentScheduledEvent | DeploymentCancelRequestEvent;

function execute(scheduled: DeploymentScheduledEvent, cancels$: Observable<DeploymentCancelRequestEvent>, options: ResolvedDeployerOptions): Observable<DeployerEvent> {
  const { attempt, maxParallel } = options;
  return defer(() => {
    const startedAt = attempt.scheduler.now();
    // Only where an error quotes something: finding them in a large configuration takes as long as deploying it.
    const secretsOf = memoize(contentSecrets);
    const targeted = new Set(scheduled.targets.map(({ endpoint }) => endpoint.url));
    // Replayed: an endpoint whose turn comes after the cancel must hear of it, too.
    const aborted$ = cancels$.pipe(
      filter(({ deploymentId }) => deploymentId === undefined || deploymentId === scheduled.deploymentId),
      scan<DeploymentCancelRequestEvent, Aborted>(({ all, some }, { endpoints }) => ({ all: all || !endpoints, some: [...new Set([...some, ...(endpoints ?? []).filter((url) => targeted.has(url))])] }), noneAborted),
      startWith(noneAborted),
      shareReplay({ bufferSize: 1, refCount: true }),
    );
    const begin = (assignment: Assignment): Observable<Ended | Waiting> => {
      const { url } = assignment.endpoint;
      return deployToEndpoint(assignment, aborted$.pipe(filter(({ all, some }) => all || some.includes(url))), options);
    };
    const run = (assignments: readonly Assignment[], isStopped = (): boolean => false): Observable<Ended> =>
      inTurn(assignments, (assignment) => defer(() => (isStopped() ? of(notAttempted(assignment)) : begin(assignment))), maxParallel).pipe(
        // As many as there are endpoints in one deployment.
        mergeMap((step) => (step.kind === 'waiting' ? step.end$ : of(step)), scheduled.targets.length || 1),
      );
    const assignments = assign(scheduled, secretsOf);
    const stages = { run, aborted$: aborted$.pipe(filter(({ all }) => all)), scheduler: attempt.scheduler };
    const ends$ = concat(
      from(scheduled.targets.filter(({ contentChecksum }) => !scheduled.contents[contentChecksum]).map((target) => withoutContent(scheduled, target))),
      scheduled.rollout ? rollOut(assignments, scheduled.rollout, stages) : run(assignments),
    );
    const started: DeploymentStartedEvent = {
      type: 'DeploymentStartedEvent',
      deploymentId: scheduled.deploymentId,
      ...(scheduled.correlationId === undefined ? {} : { correlationId: scheduled.correlationId }),
      endpoints: scheduled.targets.map(({ endpoint }) => toRef(endpoint)),
    };
    const told$ = ends$.pipe(
      connect((shared$) =>
        merge(
          shared$.pipe(concatMap(toEvents)),
          shared$.pipe(
            toArray(),
            map((ends) => summarize(scheduled, ends, attempt.scheduler.now() - startedAt)),
          ),
        ),
      ),
    );
    // The cancels are listened to from before the first request to after the last.
    return merge(aborted$.pipe(ignoreElements()), concat(of(started), told$)).pipe(takeWhile(({ type }) => type !== 'DeploymentCompletedEvent', true));
  });
}

interface Aborted {
  readonly all: boolean;
  /** URLs. */
  readonly some: readonly string[];
}

const noneAborted: Aborted = { all: false, some: [] };

function assign({ targets, contents, deploymentId, correlationId, force }: DeploymentScheduledEvent, secretsOf: (content: Content) => readonly string[]): readonly Assignment[] {
  return targets.flatMap(({ endpoint, contentChecksum }) => {
    const content = contents[contentChecksum];
    return content ? [{ deploymentId, correlationId, endpoint, content, force, secrets: () => secretsOf(content) }] : [];
  });
}

/** A scheduler that names a content and does not bring it has a bug; its endpoint ends like any other. */
function withoutContent({ deploymentId, correlationId }: DeploymentScheduledEvent, target: DeploymentTarget): Ended {
  const error: ErrorInfo = {
    code: 'unexpected',
    message: `the scheduled deployment brings no content with the checksum ${target.contentChecksum}`,
    stage: 'local',
    hints: ['Put every content that a target names into contents.'],
  };
  return untried({ deploymentId, correlationId, ...target }, error, true);
}

function toEvents({ drift, event }: Ended): readonly DeployerEvent[] {
  return drift ? [drift, event] : [event];
}

function memoize<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
  };
}
