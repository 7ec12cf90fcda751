import { expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { filter, firstValueFrom, take } from 'rxjs';
import { call, services } from './support/call.js';
import { cleanupAfterEach, type Cleanup } from './support/cleanup.js';
import { eachHAProxy } from './support/eachHAProxy.js';
import { eventually } from './support/eventually.js';
import { startHAProxySandbox, type HAProxySandbox } from './support/haproxySandbox.js';
import { openPipeline } from './support/openPipeline.js';
import type { Program } from './support/programs.js';
import { seeded } from './support/seeded.js';

/** Reloading changes, and the time between two of them in milliseconds; the long way round is 12 and 5,000. */
const rounds = Number(process.env['TWO_CLOCKS_ROUNDS'] ?? 3);
const roundMs = Number(process.env['TWO_CLOCKS_ROUND_MS'] ?? 3_000);
const minDeploymentIntervalMs = 2_000;
const minRuntimeIntervalMs = 50;

interface Seen {
  readonly reloads: number;
  /** From the wish for an address to HAProxy having it, in milliseconds; of those that were wished for while no reload was under way. */
  readonly latencies: readonly number[];
  /** The same by the barest requests, to another HAProxy, in turn with those. */
  readonly bare: readonly number[];
}

const configurationOf = (instance: HAProxySandbox, revision: number, port: number): string => instance.configuration({ servers: [port], backend: [`http-response set-header X-Revision ${revision}`] });

/** When HAProxy has the server at `port`, asked all the time on its own socket. */
async function has({ sandbox }: HAProxySandbox, port: number): Promise<number> {
  for (;;) {
    if ((await sandbox.haproxy.execute('show servers state be')).text.includes(` ${port} `)) return performance.now();
  }
}

/** A reloading change at the begin of each round, and address changes one after another until its end. */
async function play(program: Program, cleanup: Cleanup, fast: boolean): Promise<Seen> {
  const instance = await startHAProxySandbox('3.2', program, cleanup);
  const pipeline = openPipeline([instance], cleanup, { minDeploymentIntervalMs, ...(fast ? { minRuntimeIntervalMs } : {}) });
  const random = seeded(7);
  const other = await startHAProxySandbox('3.2', program, cleanup);
  const [latencies, bare]: [number[], number[]] = [[], []];
  let port = 20_000;
  const begun = performance.now();
  for (let round = 1; round <= rounds; round += 1) {
    const end = begun + round * roundMs;
    const deployed = firstValueFrom(pipeline.output$.pipe(filter((event) => event.type === 'InstanceDeployedEvent' && event.strategy === 'raw'), take(1)), { defaultValue: undefined });
    port += 1;
    pipeline.want(configurationOf(instance, round, port));
    await deployed;
    while (performance.now() < end) {
      await delay(100 + random() * 200);
      port += 1;
      const wished = performance.now();
      pipeline.want(configurationOf(instance, round, port));
      // Without the fast clock the next change does not wait for this one: it replaces it.
      if (!fast) continue;
      latencies.push((await has(instance, port)) - wished);
      bare.push(await bareReadAndWrite(other, port));
    }
  }
  const last = port;
  await eventually('the last address', async () => ((await sandboxHas(instance, last)) ? true : undefined));
  return { reloads: instance.sandbox.state.reloads, latencies, bare };
}

const sandboxHas = async ({ sandbox }: HAProxySandbox, port: number): Promise<boolean> => (await sandbox.running()).backends.some(({ servers }) => servers.some((server) => server.port === port));

/** The text read, and written with its command: how long until HAProxy has the address, in milliseconds. */
async function bareReadAndWrite(instance: HAProxySandbox, port: number): Promise<number> {
  const begun = performance.now();
  const path = `${services}/configuration/raw`;
  const read = await call(instance, 'GET', path);
  const query = { version: read.headers.get('configuration-version') ?? '', skip_reload: true };
  const { status } = await call(instance, 'POST', path, { query, headers: { 'x-runtime-actions': `SetServerAddr be s1 127.0.0.1 ${port}` }, body: configurationOf(instance, 1, port) });
  expect(status).toBe(201);
  return (await has(instance, port)) - begun;
}

const middle = (values: readonly number[]): number => values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? NaN;

eachHAProxy('two clocks before HAProxy', (program) => {
  const cleanup = cleanupAfterEach();

  it(`S13 makes address changes between reloads, which become no more by it (${rounds} rounds of ${roundMs} ms)`, async () => {
    const slow = await play(program, cleanup, false);
    const fast = await play(program, cleanup, true);

    expect(fast.latencies.length).toBeGreaterThanOrEqual(rounds);
    expect(Math.abs(fast.reloads - slow.reloads)).toBeLessThanOrEqual(1);
    const figures = { changes: fast.latencies.length, p50: middle(fast.latencies), barePerChange: middle(fast.bare), limit: minRuntimeIntervalMs + 2 * middle(fast.bare), reloads: fast.reloads, reloadsWithout: slow.reloads };
    process.stderr.write(`two clocks before HAProxy ${program.version}, ms: ${JSON.stringify(figures, (_key, value: unknown) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value))}\n`);
  }, 60_000 + 4 * rounds * roundMs);
});
