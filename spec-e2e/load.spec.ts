import { expect, it } from '@jest/globals';
import { cleanupAfterEach } from './support/cleanup.js';
import { only } from './support/deploy.js';
import { eachHAProxy } from './support/eachHAProxy.js';
import { startHAProxySandbox, type HAProxySandbox } from './support/haproxySandbox.js';
import { startLoad } from './support/load.js';
import { openPipeline } from './support/openPipeline.js';
import { startOrigin } from './support/origin.js';

const perBackend = 100;

/** A third of the servers gets another weight, a third another address, and a third are slots that are put to use. */
const kinds = [
  { before: (old: number) => `127.0.0.1:${old} weight 10`, after: (old: number) => `127.0.0.1:${old} weight 20`, runs: (old: number) => ['127.0.0.1', old, 20, 'ready'] },
  { before: (old: number) => `127.0.0.1:${old} weight 10`, after: (_old: number, fresh: number) => `127.0.0.1:${fresh} weight 10`, runs: (_old: number, fresh: number) => ['127.0.0.1', fresh, 10, 'ready'] },
  // Nobody listens on port 9: whoever was sent there before the address is set gets an error.
  { before: () => '127.0.0.1:9 weight 10 disabled', after: (_old: number, fresh: number) => `127.0.0.1:${fresh} weight 10`, runs: (_old: number, fresh: number) => ['127.0.0.1', fresh, 10, 'ready'] },
] as const;

type Line = (index: number) => string;

function configurationOf(instance: HAProxySandbox, count: number, line: Line): string {
  const servers = (first: number): string => Array.from({ length: perBackend }, (_, index) => `  server s${index} ${line(first + index)}\n`).join('');
  // Numbers of one width, for the API sorts sections by name.
  const backends = Array.from({ length: count / perBackend }, (_, index) => `backend b${String(index).padStart(3, '0')} from base\n  balance roundrobin\n${servers(index * perBackend)}`);
  return instance.configuration({ servers: [] }).replace(/\nbackend be [^]*$/, '').replace('default_backend be', 'default_backend b000').concat('\n', backends.join('\n'));
}

const kindOf = (index: number): (typeof kinds)[number] => kinds[index % 3] ?? kinds[0];

eachHAProxy('under load', (program) => {
  const cleanup = cleanupAfterEach();

  it.each([
    { count: 1_000, strategy: 'runtime', reloads: 0 },
    { count: 20_000, strategy: 'raw', reloads: 1 },
  ])('D5 makes $count server changes in one write with $reloads reloads, and no request fails', async ({ count, strategy, reloads }) => {
    const instance = await startHAProxySandbox('3.2', program, cleanup);
    const { sandbox } = instance;
    const [old, fresh] = [await startOrigin('old', cleanup), await startOrigin('fresh', cleanup)];
    const pipeline = openPipeline([instance], cleanup);
    only(await pipeline.deploy(configurationOf(instance, count, (index) => kindOf(index).before(old))), 'InstanceDeployedEvent');
    const load = startLoad(instance.port, cleanup);
    await load.more(20);
    const [pid, made, answered] = [await instance.pid(), sandbox.state.reloads, load.answered()];
    const asked = sandbox.requests.length;

    const said = await pipeline.deploy(configurationOf(instance, count, (index) => kindOf(index).after(old, fresh)));
    const meanwhile = load.answered() - answered;
    const bodies = await load.more(2 * perBackend);

    expect(only(said, 'InstanceDeployedEvent')).toMatchObject({ strategy, reloadRequired: reloads > 0, operations: { server_update: count } });
    expect(sandbox.requests.slice(asked).filter(({ method }) => method !== 'GET')).toMatchObject([{ method: 'POST', status: 201 }]);
    expect(sandbox.state.reloads - made).toBe(reloads);
    expect((await instance.pid()) === pid).toBe(reloads === 0);
    expect(load.failures).toEqual([]);
    expect(meanwhile).toBeGreaterThan(0);
    expect(new Set(bodies)).toEqual(new Set(['old', 'fresh']));
    const running = (await sandbox.running()).backends.flatMap(({ servers }) => servers.map(({ address, port, weight, adminState }) => [address, port, weight, adminState]));
    expect(running).toEqual(Array.from({ length: count }, (_, index) => kindOf(index).runs(old, fresh)));
  }, 120_000);
});
