import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { filter, firstValueFrom, Subject } from 'rxjs';
import type { InputEvent } from '../../lib/events/types.js';
import { runPipeline } from '../../lib/runPipeline.js';
import type { PipelineOptions, PipelineOutput } from '../../lib/runPipeline.js';
import type { Sandbox } from '../../lib/sandbox/Sandbox.js';
import { startSandbox } from '../../lib/sandbox/startSandbox.js';
import { baseConfig } from '../support/baseConfig.js';

const user = { name: 'admin', password: 'running-spec' };
const authorization = `Basic ${Buffer.from(`${user.name}:${user.password}`).toString('base64')}`;
const text = `${baseConfig}
backend app from base
  balance roundrobin
  server a 127.0.0.1:9001 weight 10
  server b 127.0.0.1:9002 weight 10
`;

describe('a drift check of running values', () => {
  let sandbox: Sandbox;
  let input$: Subject<InputEvent>;
  let output: PipelineOutput[];
  let output$: Subject<PipelineOutput>;

  beforeEach(async () => {
    sandbox = await startSandbox({ users: [user] });
    input$ = new Subject();
    output = [];
    output$ = new Subject();
  });
  afterEach(async () => {
    input$.complete();
    await sandbox.close();
  });

  const next = (type: PipelineOutput['type']): Promise<PipelineOutput> => firstValueFrom(output$.pipe(filter((event) => event.type === type)), { defaultValue: undefined as never });

  /** Deploys the text, so that the endpoint is known. */
  const deploy = async (options: PipelineOptions = {}): Promise<void> => {
    runPipeline(input$, { credentials: { username: user.name, password: user.password }, minDeploymentIntervalMs: 0, driftPreventionIntervalMs: 0, pollMs: 10, ...options }).subscribe((event) => {
      output.push(event);
      output$.next(event);
    });
    const done = next('DeploymentCompletedEvent');
    input$.next({ type: 'TemplateRenderedEvent', haproxyConfig: text });
    input$.next({ type: 'ValidationCompletedEvent' });
    input$.next({ type: 'HAProxyPodsDiscoveredEvent', endpoints: [{ url: sandbox.url }] });
    await done;
  };

  /** One round of the monitor: running values are read in every fifth. */
  const check = async (rounds = 5): Promise<readonly PipelineOutput[]> => {
    const from = output.length;
    for (let round = 0; round < rounds; round += 1) {
      const done = next('DeploymentCompletedEvent');
      input$.next({ type: 'DriftPreventionTriggeredEvent' });
      await done;
    }
    return output.slice(from);
  };

  /** Somebody else talks to the running process: the text stays as it is. */
  const command = async (actions: string): Promise<void> => {
    const version = String(sandbox.state.version);
    const answer = await fetch(`${sandbox.url}/v3/services/haproxy/configuration/raw?skip_reload=true&version=${version}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'text/plain', 'x-runtime-actions': actions },
      body: sandbox.state.diskText.split('\n').slice(2).join('\n'),
    });
    expect(answer.status).toBe(201);
  };
  const serverA = async (): Promise<unknown> => (await sandbox.running()).backends.flatMap(({ servers }) => servers).find(({ name }) => name === 'a');

  it('R4 puts a weight and an address right that somebody changed in the process, without a reload', async () => {
    await deploy();
    const { reloads } = sandbox.state;
    await command('SetServerWeight app a 77;SetServerAddr app a 127.0.0.9 9009');

    const events = await check();

    expect(events.filter(({ type }) => type === 'DriftDetectedEvent')).toMatchObject([{ operations: { running_server_update: 1 } }]);
    expect(await serverA()).toMatchObject({ weight: 10, address: '127.0.0.1', port: 9001 });
    expect(sandbox.state.reloads).toBe(reloads);
  });

  it('R5 tells of an operator’s drain and leaves it alone', async () => {
    await deploy();
    await command('SetServerState app a drain');

    const events = await check();

    expect(events.filter(({ type }) => type === 'DriftDetectedEvent')).toMatchObject([{ operations: { running_server_update: 1 } }]);
    expect(events.filter(({ type }) => type === 'InstanceDeployedEvent')).toMatchObject(Array.from({ length: 5 }, () => ({ strategy: 'noop' })));
    expect(await serverA()).toMatchObject({ adminState: 'drain' });
  });

  it('R5 undoes it where it is told to', async () => {
    await deploy({ driftAdminState: 'correct' });
    await command('SetServerState app a maint');

    await check();

    expect(await serverA()).toMatchObject({ adminState: 'ready' });
  });

  it('R5 changes nothing in mode warn', async () => {
    await deploy({ driftMode: 'warn' });
    await command('SetServerWeight app a 77');

    const events = await check();

    expect(events.filter(({ type }) => type === 'InstanceDeploymentFailedEvent')).toMatchObject([{ error: { code: 'drifted' }, outcome: 'untouched' }]);
    expect(await serverA()).toMatchObject({ weight: 77 });
  });

  it('R4 finds nothing where nobody changed anything', async () => {
    await deploy();

    const events = await check(10);

    expect(events.filter(({ type }) => type === 'DriftDetectedEvent')).toEqual([]);
    expect(events.filter(({ type }) => type === 'InstanceDeployedEvent').every((event) => event.type === 'InstanceDeployedEvent' && event.strategy === 'noop')).toBe(true);
  });

  it('R7 calls a drift recurring that is back after three corrections in a row', async () => {
    await deploy({ driftPreventionIntervalMs: 60_000 });
    const seen: unknown[] = [];
    for (let round = 0; round < 4; round += 1) {
      sandbox.foreignCommit(text.replace('weight 10', 'weight 55'));
      const events = await check(1);
      seen.push(...events.filter((event) => event.type === 'DriftDetectedEvent').map((event) => ('recurring' in event ? event.recurring : undefined)));
    }

    expect(seen).toEqual([undefined, undefined, undefined, 3]);
  });
});
