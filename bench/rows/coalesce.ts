import { createHash } from 'node:crypto';
import { concatMap, delay, from, Subject, VirtualTimeScheduler } from 'rxjs';
import type { OperatorFunction, SchedulerLike } from 'rxjs';
import { closeLoop } from '../../lib/bus/closeLoop.js';
import { ofType } from '../../lib/events/ofType.js';
import { toRef } from '../../lib/events/toRef.js';
import type { PipelineEvent } from '../../lib/events/types.js';
import { scheduleDeployments } from '../../lib/scheduler/scheduleDeployments.js';
import { alternate, compared } from '../support/alternate.js';
import { makeConfig } from '../support/makeConfig.js';
import { median } from '../support/median.js';
import type { Row, RowOptions } from '../support/Row.js';
import { stopwatch } from '../support/stopwatch.js';

const minDeploymentIntervalMs = 2_000;
const text = makeConfig({ backends: 1, serversPerBackend: 8 });

/** Many changes within one interval, in virtual time; the floor hashes the same texts, as the checksum of a content does. */
export const coalesce: Row = {
  name: 'coalesce',
  about: 'changes within one interval, in virtual time, make two deployments',
  run: async ({ quick, clock }) => {
    const changes = quick ? 10_000 : 100_000;
    const runs = await alternate(quick ? 2 : 5, () => deploy(changes, clock), () => hash(changes, clock));
    const what = `${changes.toLocaleString('en')} changes`;
    return [
      { what: `${what}: deployments`, ours: median(runs.map(({ ours }) => ours.deployments)), unit: '', limit: { of: 'ours', atLeast: 2, atMost: 2 } },
      { what: `${what}: time it takes`, ...compared(runs, ({ ms }) => ms), unit: 'ms' },
    ];
  },
};

interface Run {
  readonly ms: number;
  readonly deployments: number;
}

function deploy(changes: number, clock: RowOptions['clock']): Run {
  const scheduler = new VirtualTimeScheduler();
  let deployments = 0;
  const taken = stopwatch(clock);
  const input$ = new Subject<PipelineEvent>();
  input$
    .pipe(closeLoop<PipelineEvent>({ lead: scheduleDeployments({ scheduler, minDeploymentIntervalMs }), others: [deployer(scheduler)], shows: () => false }))
    .subscribe(({ type }) => {
      if (type === 'DeploymentScheduledEvent') deployments += 1;
    });
  feed(changes, input$, scheduler);
  scheduler.flush();
  return { ms: taken(), deployments };
}

/** One endpoint and a change at once, all others in the second that follows: before the interval after the first deployment is over. */
function feed(changes: number, input$: Subject<PipelineEvent>, scheduler: SchedulerLike): void {
  const change = (index: number): void => {
    input$.next({ type: 'TemplateRenderedEvent', correlationId: `c${index}`, haproxyConfig: `# ${index}\n${text}` });
    input$.next({ type: 'ValidationCompletedEvent', correlationId: `c${index}` });
  };
  const perMs = Math.ceil((changes - 1) / 1_000);
  input$.next({ type: 'HAProxyPodsDiscoveredEvent', endpoints: [{ url: 'http://10.0.0.1:5555' }] });
  change(0);
  for (let first = 1, at = 10; first < changes; first += perMs, at += 1) {
    scheduler.schedule(() => {
      for (let index = first; index < Math.min(first + perMs, changes); index += 1) change(index);
    }, at);
  }
  scheduler.schedule(() => input$.next({ type: 'InputEndedEvent' }), 1_500);
}

/** Each deployment takes a millisecond. */
function deployer(scheduler: SchedulerLike): OperatorFunction<PipelineEvent, PipelineEvent> {
  return (events$) =>
    events$.pipe(
      ofType('DeploymentScheduledEvent'),
      concatMap(({ deploymentId, targets }) =>
        from<PipelineEvent[]>([
          ...targets.map(
            ({ endpoint, contentChecksum }): PipelineEvent => ({
              type: 'InstanceDeployedEvent', deploymentId, endpoint: toRef(endpoint), contentChecksum, durationMs: 0, strategy: 'raw',
              reloadRequired: true, operations: {}, version: 1, retries: 0, fidelity: 'equal', compared: 'full',
            }),
          ),
          {
            type: 'DeploymentCompletedEvent', deploymentId, total: targets.length, succeeded: targets.length, failed: 0, cancelled: 0, notAttempted: 0,
            failedByCode: {}, durationMs: 0, reloadsTriggered: 1, totalApiOperations: 1, operationBreakdown: {}, endpoints: 'all', compared: 'full',
          },
        ]).pipe(delay(1, scheduler)),
      ),
    );
}

function hash(changes: number, clock: RowOptions['clock']): Run {
  const taken = stopwatch(clock);
  for (let index = 0; index < changes; index += 1) createHash('sha256').update(`# ${index}\n${text}`).digest('hex');
  return { ms: taken(), deployments: 0 };
}
