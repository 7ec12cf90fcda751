import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import net from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { UsageError } from '../../bin/UsageError.js';
import { observed } from '../support/observed.js';
import { runInProcess } from '../support/runInProcess.js';
import type { Service } from '../support/runInProcess.js';
import { configOf, discovery, sandboxes, user, validated } from '../support/sandboxes.js';

const fleet = sandboxes();
const services: Service[] = [];
afterEach(async () => {
  // One that a failing spec left would go on for good.
  for (const { signal } of services) signal('SIGTERM');
  await fleet.closeAll();
  await Promise.allSettled(services.splice(0).map(({ code }) => code));
});

const run = (...words: readonly string[]): Service => {
  const service = runInProcess(words);
  services.push(service);
  return service;
};

const write = ({ stdin }: Service, ...lines: readonly (object | string)[]): void => void stdin.write(lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
const completed = ({ out }: Service) => out.until(({ type }) => type === 'DeploymentCompletedEvent');

describe('run --listen', () => {
  it('answers while it runs and no longer', async () => {
    const apis = await fleet.start(2);
    const service = run('--listen', '127.0.0.1:0');
    const { get, status, metrics, url } = await observed(service);

    expect(await get('/readyz')).toEqual([200, 'ok\n']);
    write(service, discovery(apis), ...validated('one'));
    await completed(service);

    expect(await status()).toMatchObject({ phase: 'running', endpoints: apis.map((api) => ({ url: api.url, upToDate: true, result: 'deployed' })), counts: { converged: 1 } });
    expect(await metrics()).toMatchObject({ haproxy_deployer_endpoints_up_to_date: 2, haproxy_deployer_convergence_duration_seconds_count: 1 });
    service.stdin.end();
    expect(await service.code).toBe(0);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });

  it('counts endpoints that flags name, but not as events that were read', async () => {
    const apis = await fleet.start(1);
    const service = runInProcess(['--listen', '127.0.0.1:0', '--endpoint', apis[0].url]);
    const { metrics } = await observed(service);

    const series = await metrics();

    expect(series).toMatchObject({ haproxy_deployer_endpoints: 1 });
    expect(Object.keys(series).filter((name) => name.startsWith('haproxy_deployer_events_read_total'))).toEqual([]);
    service.stdin.end();
    await service.code;
  });

  it('S10 is ready as a follower, and as a leader', async () => {
    const service = run('--listen', '127.0.0.1:0', '--wait-for-leadership');
    const { get, metrics, status } = await observed(service);

    expect(await get('/readyz')).toEqual([200, 'ok\n']);
    expect(await metrics()).toMatchObject({ haproxy_deployer_leading: 0 });
    write(service, { type: 'BecameLeaderEvent' });
    for (let led: unknown = false; led !== true; ) led = (await status())['leading'];

    expect(await get('/readyz')).toEqual([200, 'ok\n']);
    service.stdin.end();
    expect(await service.code).toBe(0);
  });

  it('is not ready after a signal, and answers until what runs has ended', async () => {
    const [api] = await fleet.start(1);
    api.faults = { rules: [{ method: 'PUT', effect: { kind: 'hang' } }, { method: 'POST', effect: { kind: 'hang' } }] };
    const service = run('--listen', '127.0.0.1:0', '--shutdown-grace', '1h', '--keep-running');
    const { get, metrics } = await observed(service);
    write(service, discovery([api]), ...validated('one'));
    await service.out.until(({ type }) => type === 'DeploymentStartedEvent');

    service.signal('SIGTERM');

    expect(await get('/readyz')).toEqual([503, 'shutting down\n']);
    expect((await get('/healthz'))[0]).toBe(200);
    expect(await metrics()).toMatchObject({ haproxy_deployer_paused: 1, haproxy_deployer_deployments_in_flight: 1 });
    await fleet.closeAll();
    expect(await service.code).toBe(143);
  });

  it('shows no credential and no configuration at any path', async () => {
    const apis = await fleet.start(1);
    const service = run('--listen', '127.0.0.1:0', '--keep-running');
    const { get } = await observed(service);
    write(service, discovery(apis), { type: 'TemplateRenderedEvent', haproxyConfig: `${configOf('one')}\nuserlist u\n  user a insecure-password hunter2hunter2\n` }, { type: 'ValidationCompletedEvent' });
    write(service, { type: 'TemplateRenderedEvent', haproxyConfig: 'waits with hunter3hunter3' });
    await completed(service);

    const texts = await Promise.all(['/metrics', '/status', '/healthz', '/readyz', '/'].map(async (path) => (await get(path))[1]));

    expect(texts.join('\n')).not.toMatch(new RegExp(`hunter|userlist|X-Mark|${user.password}`));
    service.signal('SIGTERM');
    await service.code;
  });

  it.each(['nonsense', '127.0.0.1', '127.0.0.1:99999'])('design 8: refuses --listen %s as wrong usage, by name', async (value) => {
    await expect(run('--listen', value).code).rejects.toThrow(UsageError);
    await expect(run('--listen', value).code).rejects.toThrow('--listen takes HOST:PORT');
  });

  it('design 8: begins nothing when something listens there already', async () => {
    const apis = await fleet.start(1);
    const taken = net.createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const service = run('--listen', `127.0.0.1:${port}`);
    service.stdin.end([discovery(apis), ...validated('one')].map((event) => `${JSON.stringify(event)}\n`).join(''));

    await expect(service.code).rejects.toThrow(new UsageError(`--listen 127.0.0.1:${port}: something listens there already`));

    expect(service.out.text()).toBe('');
    expect(apis[0].requests).toEqual([]);
    taken.close();
  });
});

describe('run without --listen', () => {
  it('loads neither prom-client nor the listener: nothing imports them but by import()', () => {
    const sources = ['lib', 'bin'].flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`)).filter((file) => file.endsWith('.ts'));
    const importing = (what: RegExp) => sources.filter((file) => [...readFileSync(file, 'utf8').matchAll(/^import (?!type )[^']*? from '([^']*)';$/gm)].some(([, path = '']) => what.test(path)));

    expect(importing(/^prom-client$/)).toEqual([]);
    expect(importing(/observability\//)).toEqual([]);
    expect(importing(/\/createMetrics\.js$/)).toEqual(['bin/observability/observeRun.ts']);
  });
});
