import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { planDeployment } from '../lib/haproxy/planDeployment.js';
import type { HaproxyProcess } from '../lib/sandbox/process/HaproxyProcess.js';
import { push } from './support/call.js';
import { cleanupAfterAll } from './support/cleanup.js';
import { startHAProxySandbox, type HAProxySandbox } from './support/haproxySandbox.js';
import { eachHAProxy } from './support/eachHAProxy.js';

interface Server {
  readonly address: string;
  readonly port: number;
  readonly weight: number | undefined;
  readonly disabled: boolean;
  readonly check: string;
  readonly agent: string;
}

interface Wanted {
  readonly balance: string;
  readonly maxconn: number | undefined;
  readonly servers: readonly Server[];
}

const server: fc.Arbitrary<Server> = fc.record({
  address: fc.constantFrom('127.0.0.1', '127.0.0.2', '::1'),
  port: fc.integer({ min: 9001, max: 9003 }),
  weight: fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined }),
  disabled: fc.boolean(),
  check: fc.constantFrom('', 'check inter 60s', 'check inter 60s port 9101', 'check inter 60s port 9102'),
  agent: fc.constantFrom('', 'agent-check agent-port 9201 agent-inter 60s', 'agent-check agent-port 9201 agent-inter 60s agent-addr 127.0.0.3', 'agent-check agent-port 9201 agent-inter 60s agent-addr 127.0.0.4'),
});

/** What is there and what is wanted: the same but for a few values, else hardly anything could be done at run time. */
const pair: fc.Arbitrary<readonly [Wanted, Wanted]> = fc
  .record({
    balance: fc.constantFrom('roundrobin', 'leastconn', 'random', 'first', 'static-rr', 'source'),
    maxconn: fc.option(fc.integer({ min: 10, max: 99 }), { nil: undefined }),
    servers: fc.array(server, { minLength: 1, maxLength: 4 }),
  })
  .chain((before) =>
    fc
      .record({
        maxconn: fc.option(fc.integer({ min: 10, max: 99 }), { nil: before.maxconn }),
        changes: fc.tuple(...before.servers.map(() => fc.tuple(server, fc.subarray(['address', 'port', 'weight', 'disabled', 'check', 'agent'] as const, { maxLength: 3 })))),
      })
      .map(({ maxconn, changes }) => [
        before,
        { ...before, maxconn, servers: before.servers.map((old, index) => changed(old, changes[index])) },
      ] as const),
  );

function changed(old: Server, change: readonly [Server, readonly (keyof Server)[]] | undefined): Server {
  if (change === undefined) return old;
  const [fresh, fields] = change;
  return fields.reduce((now, field) => ({ ...now, [field]: fresh[field] }), old);
}

function configurationOf(instance: HAProxySandbox, { balance, maxconn, servers }: Wanted): string {
  const lines = servers.map(({ address, port, weight, disabled, check, agent }, index) =>
    [`  server s${index + 1}`, `${address.includes(':') ? `[${address}]` : address}:${port}`, weight === undefined ? '' : `weight ${weight}`, check, agent, disabled ? 'disabled' : ''].filter((word) => word !== '').join(' '),
  );
  return instance
    .configuration({ servers: [] })
    .replace('balance roundrobin', `balance ${balance}`)
    .replace('  default_backend', `${maxconn === undefined ? '' : `  maxconn ${maxconn}\n`}  default_backend`)
    .concat(`${lines.join('\n')}\n`);
}

/** What a client of HAProxy can tell apart. The weight of the file, to which percentages refer, is none of it. */
async function running(process: HaproxyProcess): Promise<unknown> {
  const { frontends, backends } = await process.state();
  return {
    frontends: frontends.filter(({ name }) => name === 'fe'),
    backends: backends.map(({ name, servers }) => ({
      name,
      servers: servers.map(({ name: one, address, port, weight, adminState, checkPort, agentEnabled, agentAddress }) => ({ one, address, port, weight, adminState, checkPort, agentEnabled, agentAddress })),
    })),
  };
}

eachHAProxy('a plan before HAProxy', (program) => {
  const cleanup = cleanupAfterAll();

  it('D5 leads at run time to what a reload would have led to', async () => {
    const instance = await startHAProxySandbox('3.2', program, cleanup);
    const { haproxy } = instance.sandbox;
    let atRunTime = 0;

    await fc.assert(
      fc.asyncProperty(pair, async ([before, after]) => {
        const [current, wanted] = [configurationOf(instance, before), configurationOf(instance, after)];
        const plan = planDeployment(current, wanted);
        if (plan.strategy !== 'runtime') return;
        atRunTime += 1;
        expect((await push(instance, current, { force_reload: true })).status).toBe(201);

        const answer = await push(instance, wanted, { skip_reload: true }, { 'x-runtime-actions': plan.runtimeActions ?? '' });
        const withoutReload = await running(haproxy);
        expect((await push(instance, wanted, { force_reload: true })).status).toBe(201);

        expect({ status: answer.status, text: answer.status === 201 ? '' : answer.text }).toEqual({ status: 201, text: '' });
        expect(withoutReload).toEqual(await running(haproxy));
      }),
      { numRuns: 60 },
    );

    expect(atRunTime).toBeGreaterThan(5);
  }, 120_000);
});
