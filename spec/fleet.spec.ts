import { afterEach, describe, expect, it } from '@jest/globals';
import { from, lastValueFrom, toArray } from 'rxjs';
import type { Observable } from 'rxjs';
import type { InputEvent } from '../lib/events/types.js';
import { runPipeline } from '../lib/runPipeline.js';
import type { PipelineOptions, PipelineOutput } from '../lib/runPipeline.js';
import type { Sandbox } from '../lib/sandbox/Sandbox.js';
import { startFleet } from '../lib/sandbox/startFleet.js';
import { configOf } from './support/sandboxes.js';

const users = [{ name: 'admin', password: 'fleet-spec' }];
const credentials = { username: 'admin', password: 'fleet-spec' };

const validated = (revision: number): readonly InputEvent[] => [
  { type: 'TemplateRenderedEvent', correlationId: `r${revision}`, haproxyConfig: configOf(`revision-${revision}`) },
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
    expect(fleet.every(({ state }) => state.runningText.includes('X-Mark revision-1'))).toBe(true);
  }, 60_000);
});
