import { afterEach, describe, expect, it } from '@jest/globals';
import { concat, from, lastValueFrom, NEVER, of, Subject, takeUntil, tap, toArray } from 'rxjs';
import type { Observable } from 'rxjs';
import type { InputEvent } from '../lib/events/types.js';
import { runPipeline } from '../lib/runPipeline.js';
import type { PipelineOptions, PipelineOutput } from '../lib/runPipeline.js';
import type { Sandbox } from '../lib/sandbox/Sandbox.js';
import { startFleet } from '../lib/sandbox/startFleet.js';

const users = [{ name: 'admin', password: 'fleet-spec' }];
const credentials = { username: 'admin', password: 'fleet-spec' };

const configuration = (revision: number): string => `global
  stats socket /var/run/haproxy.sock mode 600 level admin

defaults base
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s

frontend web from base
  bind 127.0.0.1:8080
  http-response set-header X-Revision ${revision}
`;

const validated = (revision: number): readonly InputEvent[] => [
  { type: 'TemplateRenderedEvent', correlationId: `r${revision}`, haproxyConfig: configuration(revision) },
  { type: 'ValidationCompletedEvent', correlationId: `r${revision}` },
];
const discovered = (fleet: readonly Sandbox[]): InputEvent => ({
  type: 'HAProxyPodsDiscoveredEvent',
  endpoints: fleet.map(({ url }) => ({ url })),
});

describe('a fleet of embedded APIs', () => {
  let fleet: readonly Sandbox[] = [];
  afterEach(async () => {
    await Promise.all(fleet.map((sandbox) => sandbox.close()));
  });

  const run = (input$: Observable<InputEvent>, options: PipelineOptions): Promise<readonly PipelineOutput[]> =>
    lastValueFrom(runPipeline(input$, { credentials, ...options }).pipe(toArray()), { defaultValue: [] });

  it('S6 D1 is deployed with scheduled reloads, however long they are gathered, without meeting the deployment timeout', async () => {
    fleet = await startFleet({ count: 200, users, reloadDelayMs: 5_000 });

    const events = await run(from([discovered(fleet), ...validated(1)]), { reload: 'scheduled', driftPreventionIntervalMs: 0 });

    expect(events.filter(({ type }) => type === 'DeploymentCancelRequestEvent')).toEqual([]);
    expect(events.filter(({ type }) => type === 'InstanceDeployedEvent')).toHaveLength(200);
    expect(fleet.every(({ state }) => state.runningText.includes('X-Revision 1'))).toBe(true);
  }, 60_000);

  it('D1 does not wait a second time for endpoints that hung: they are begun last', async () => {
    fleet = await startFleet({ count: 100, users });
    const hung = fleet.slice(0, 16);
    for (const sandbox of hung) sandbox.faults = { rules: [{ effect: { kind: 'hang' } }] };
    const limits = { requestTimeoutMs: 300, reloadTimeoutMs: 200, instanceTimeoutMs: 1_000, minDeploymentIntervalMs: 0, drainTimeoutMs: 0, driftPreventionIntervalMs: 0 };
    const second$ = new Subject<InputEvent>();
    const done$ = new Subject<void>();
    const events: PipelineOutput[] = [];

    // The second configuration comes when the first deployment has completed.
    await lastValueFrom(
      runPipeline(concat(of(discovered(fleet), ...validated(1)), second$.pipe(takeUntil(done$)), NEVER.pipe(takeUntil(done$))), { credentials, ...limits }).pipe(
        tap((event) => {
          events.push(event);
          if (event.type !== 'DeploymentCompletedEvent') return;
          if (events.filter(({ type }) => type === 'DeploymentCompletedEvent').length === 1) validated(2).forEach((next) => second$.next(next));
          else done$.next();
        }),
        toArray(),
      ),
      { defaultValue: [] },
    );

    const starts = events.flatMap((event, index) => (event.type === 'DeploymentScheduledEvent' && event.reasons.includes('config_validation') ? [index] : []));
    const later = events.slice(starts[1]);
    const firstFailure = later.findIndex(({ type }) => type === 'InstanceDeploymentFailedEvent');
    expect(later.slice(0, firstFailure).filter(({ type }) => type === 'InstanceDeployedEvent')).toHaveLength(84);
  }, 60_000);
});
