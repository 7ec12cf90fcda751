import { expect, it } from '@jest/globals';
import { call, push, readRaw, services, version } from './support/call.js';
import { cleanupAfterEach } from './support/cleanup.js';
import { deploy, only } from './support/deploy.js';
import { commitBeforePushes, foreignCommit, slowReloads } from './support/foreignHand.js';
import { startHAProxySandbox } from './support/haproxySandbox.js';
import { occupiedPort } from './support/ports.js';
import { ask, startOrigin } from './support/origin.js';
import { eachHAProxy } from './support/eachHAProxy.js';

/** The whole pipeline against the sandbox's API before a real HAProxy. */
eachHAProxy('the pipeline before HAProxy', (program) => {
  const cleanup = cleanupAfterEach();
  const start = () => startHAProxySandbox('3.2', program, cleanup);
  const failedTransactions = async (instance: Awaited<ReturnType<typeof start>>): Promise<unknown> =>
    (await call(instance, 'GET', `${services}/transactions`, { query: { status: 'failed' } })).json();

  it.each(['forced', 'scheduled'] as const)('D8 deploys with a %s reload: HAProxy serves the new server', async (reload) => {
    const instance = await start();
    const origin = await startOrigin('the new one', cleanup);
    const before = await instance.pid();

    const events = await deploy([instance], instance.configuration({ servers: [origin] }), { reload });

    expect(only(events, 'InstanceDeployedEvent')).toMatchObject({ reloadRequired: true, version: await version(instance) });
    expect(await instance.pid()).not.toBe(before);
    expect(await ask(instance.port)).toBe('the new one');
  });

  it('D5a puts its fingerprint on top, and another process proves by it and by the worker that nothing is to be done', async () => {
    const instance = await start();
    const text = instance.configuration({ servers: [18082] });
    // Both clocks show whole seconds: a worker that starts soon after the write proves nothing.
    slowReloads(instance, 3_500);
    await deploy([instance], text);
    const [after, pid] = [await readRaw(instance), await instance.pid()];

    const events = await deploy([instance], text);

    expect(after.split('\n')[2]).toMatch(/^# haproxy-deployer fp=1:[0-9a-f]{64} name=\S+ at=\d+ by=reload version=\d+ before=\d+$/);
    expect(only(events, 'InstanceDeployedEvent')).toMatchObject({ strategy: 'noop', reloadRequired: false });
    expect([await readRaw(instance), await instance.pid()]).toEqual([after, pid]);
  });

  it.each(['forced', 'scheduled'] as const)('D8a puts the old text back after a %s reload that fails, and HAProxy serves on', async (reload) => {
    const instance = await start();
    const origin = await startOrigin('the old one', cleanup);
    await deploy([instance], instance.configuration({ servers: [origin] }));
    const [old, pid] = [await readRaw(instance), await instance.pid()];
    const taken = await occupiedPort(cleanup);

    const events = await deploy([instance], instance.configuration({ servers: [18082], ports: [instance.port, taken.port] }), { reload });

    expect(only(events, 'InstanceDeploymentFailedEvent').error).toMatchObject({ code: 'reload_failed', message: expect.stringContaining('Address already in use') });
    expect(only(events, 'InstanceDeploymentFailedEvent').outcome).toBe('reverted');
    // The fingerprint names the version under which the text now stands.
    const body = (text: string): string => text.split('\n').slice(2).join('\n').replace(/ version=\d+/, '');
    expect(body(await readRaw(instance))).toBe(body(old));
    expect(body(instance.sandbox.state.memoryText)).toBe(body(old));
    expect(await instance.pid()).toBe(pid);
    expect(await ask(instance.port)).toBe('the old one');
  });

  it('D9 reports what HAProxy refuses in its own words and leaves nothing behind', async () => {
    const instance = await start();
    const pid = await instance.pid();

    const events = await deploy([instance], instance.configuration({ backend: ['http-request nonsense'] }));

    const { error, outcome } = only(events, 'InstanceDeploymentFailedEvent');
    expect(error).toMatchObject({ code: 'rejected', message: expect.stringContaining('nonsense') });
    expect(outcome).toBe('untouched');
    expect(await failedTransactions(instance)).toEqual([]);
    expect(await instance.pid()).toBe(pid);
  });

  it('D7 comes through when others commit between its look and its write', async () => {
    const instance = await start();
    const origin = await startOrigin('after all', cleanup);
    commitBeforePushes(instance, 2);

    const events = await deploy([instance], instance.configuration({ servers: [origin] }));

    expect(only(events, 'InstanceDeployedEvent')).toMatchObject({ retries: 2 });
    expect(await ask(instance.port)).toBe('after all');
  });

  it('D4 looks behind a foreign commit: the text on disk is not what was deployed', async () => {
    const instance = await start();
    const origin = await startOrigin('ours', cleanup);
    const text = instance.configuration({ servers: [origin] });
    await deploy([instance], text);
    await foreignCommit(instance);

    const events = await deploy([instance], text);

    expect(only(events, 'InstanceDeployedEvent')).toMatchObject({ reloadRequired: true });
    expect(await readRaw(instance)).toContain(`127.0.0.1:${origin}`);
    expect(await ask(instance.port)).toBe('ours');
  });

  it('D2 deploys to the others when one endpoint is not there', async () => {
    const [one, two] = [await start(), await start()];
    const origin = await startOrigin('both', cleanup);
    const absent = { ...two, url: `http://127.0.0.1:${(await occupiedPort(cleanup)).port}` };

    const events = await deploy([one, absent], one.configuration({ servers: [origin] }), { drainTimeoutMs: 0 });

    expect(only(events, 'InstanceDeployedEvent').endpoint.url).toContain(one.url);
    expect(only(events, 'InstanceDeploymentFailedEvent').error.code).toBe('unreachable');
    expect(await ask(one.port)).toBe('both');
  });

  it('D13 leaves a push that somebody made by hand readable: nothing of the API\'s own is touched', async () => {
    const instance = await start();
    await push(instance, instance.configuration({ servers: [18085] }), { force_reload: true });

    await deploy([instance], instance.configuration({ servers: [18086] }));

    expect(await readRaw(instance)).toContain('stats socket');
    expect(await readRaw(instance)).toContain('127.0.0.1:18086');
  });
});
