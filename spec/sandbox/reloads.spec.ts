import { describe, expect, it } from '@jest/globals';
import { closeSandboxesAfterEach, configOf, openSandbox } from './support/openSandbox.js';

closeSandboxesAfterEach();

const one = configOf('10.0.0.1:80');
const two = configOf('10.0.0.1:80', '10.0.0.2:80');

describe('reloads of a sandbox (facts 4)', () => {
  it('a pending reload is in progress, without its id but in the list', async () => {
    const { push, ask } = await openSandbox();
    const id = (await push(one, { version: 1 })).headers['reload-id'] ?? '';

    expect((await ask('GET', `/reloads/${id}`)).json()).toEqual({ status: 'in_progress' });
    expect((await ask('GET', '/reloads')).json()).toEqual([{ id, status: 'in_progress' }]);
  });

  it('runs at the next tick, which counts from the start of the API', async () => {
    const { push, ask, clock, sandbox } = await openSandbox();
    await clock.advance(700);
    const id = (await push(one, { version: 1 })).headers['reload-id'] ?? '';

    await clock.advance(299);
    const before = sandbox.state.reloads;
    await clock.advance(1);

    expect([before, sandbox.state.reloads]).toEqual([0, 1]);
    expect((await ask('GET', `/reloads/${id}`)).json()).toMatchObject({ id, status: 'succeeded', reload_timestamp: Math.floor(clock.now() / 1_000) });
    expect(sandbox.state.runningText).toBe(sandbox.state.diskText);
  });

  it('all requests until the tick share one id and one reload', async () => {
    const { push, clock, sandbox } = await openSandbox();

    const ids = [(await push(one, { version: 1 })).headers['reload-id'], (await push(two, { version: 2 })).headers['reload-id']];
    await clock.advance(1_000);
    const next = (await push(one, { version: 3 })).headers['reload-id'];

    expect(ids).toEqual(['2026-08-14-0', '2026-08-14-0']);
    expect([sandbox.state.reloads, next]).toEqual([1, '2026-08-14-1']);
  });

  it('a forced reload takes a pending id along, and leaves no trace without one', async () => {
    const { push, ask } = await openSandbox();
    const id = (await push(one, { version: 1 })).headers['reload-id'] ?? '';
    await push(two, { version: 2, force_reload: true });
    const absorbed = (await ask('GET', `/reloads/${id}`)).json();

    await push(one, { version: 3, force_reload: true });

    expect(absorbed).toMatchObject({ id, status: 'succeeded' });
    expect((await ask('GET', '/reloads')).json()).toHaveLength(1);
  });

  it('a failed one tells what HAProxy said and puts the last good file back, not memory', async () => {
    const { push, ask, clock, sandbox } = await openSandbox();
    const good = (await push(one, { version: 1, force_reload: true })).text;
    sandbox.faults = { failReloads: 1, reloadOutput: 'port in use' };

    const id = (await push(two, { version: 2 })).headers['reload-id'] ?? '';
    await clock.advance(1_000);

    expect((await ask('GET', `/reloads/${id}`)).json()).toEqual({ id, status: 'failed', reload_timestamp: expect.any(Number), response: 'port in use' });
    expect(sandbox.state).toMatchObject({ diskText: good, runningText: good, version: 3, memoryText: expect.stringContaining('s2 10.0.0.2') });
  });

  it('a failed one throws away what was written without a reload before', async () => {
    const { push, sandbox } = await openSandbox();
    const good = (await push(one, { version: 1, force_reload: true })).text;
    await push(two, { version: 2, skip_reload: true });
    sandbox.faults = { failReloads: 1 };

    await push(two, { version: 3, force_reload: true });

    expect(sandbox.state.diskText).toBe(good);
  });

  it('going back to a file from before the first write moves the version on once more', async () => {
    const { push, sandbox } = await openSandbox({ faults: { failReloads: 1 } });

    await push(one, { version: 1, force_reload: true });

    expect(sandbox.state.version).toBe(3);
    expect(sandbox.state.memoryText).toBe(sandbox.state.diskText);
    expect(sandbox.state.diskText).not.toContain('10.0.0.1');
  });

  it.each(['2026-08-14-7', 'nonsense', '2027-01-01-0'])('an id that it does not know (%s) is 404', async (id) => {
    const { ask } = await openSandbox();

    const { status, json } = await ask('GET', `/reloads/${id}`);

    expect([status, json()]).toEqual([404, { code: 404, message: `Reload with ID ${id} does not exist` }]);
  });

  it('what is older than the last success counts as succeeded, without a time; a failure stays one', async () => {
    const { push, ask, clock, sandbox } = await openSandbox();
    await push(one, { version: 1 });
    await clock.advance(1_000);
    sandbox.faults = { failReloads: 1 };
    await push(two, { version: 2 });
    await clock.advance(1_000);
    await push(one, { version: 3 });
    await clock.advance(1_000);

    const [first, failed, last, earlier] = await Promise.all(['2026-08-14-0', '2026-08-14-1', '2026-08-14-2', '2026-08-13-9'].map(async (id) => (await ask('GET', `/reloads/${id}`)).json()));

    expect(first).toEqual({ id: '2026-08-14-0', status: 'succeeded' });
    expect(failed).toMatchObject({ status: 'failed' });
    expect(last).toMatchObject({ status: 'succeeded', reload_timestamp: expect.any(Number) });
    expect(earlier).toEqual({ id: '2026-08-13-9', status: 'succeeded' });
  });

  it('a failure is dropped by a later one that finds it older than a day', async () => {
    const { push, ask, clock, sandbox } = await openSandbox();
    sandbox.faults = { failReloads: 2 };
    await push(one, { version: 1 });
    await clock.advance(1_000);
    await clock.advance(24 * 60 * 60 * 1_000);
    const kept = (await ask('GET', '/reloads/2026-08-14-0')).status;

    await push(one, { version: sandbox.state.version });
    await clock.advance(1_000);

    expect([kept, (await ask('GET', '/reloads/2026-08-14-0')).status]).toEqual([200, 404]);
  });

  it('a restart forgets ids, never runs what is pending, and takes the version from the disk', async () => {
    const { push, ask, clock, sandbox } = await openSandbox();
    await push(one, { version: 1, force_reload: true });
    sandbox.faults = { failReloads: 1 };
    await push(two, { version: 2, force_reload: true });
    const id = (await push(two, { version: 3 })).headers['reload-id'] ?? '';
    const written = sandbox.state.diskText;

    sandbox.restart();
    await clock.advance(10_000);

    expect((await ask('GET', `/reloads/${id}`)).status).toBe(404);
    expect(sandbox.state).toMatchObject({ reloads: 1, version: 4, diskText: written, lastGoodText: written });
    expect(sandbox.state.runningText).not.toContain('10.0.0.2');
  });

  it('after a failed reload a restart takes the version back', async () => {
    const { push, sandbox } = await openSandbox();
    await push(one, { version: 1, force_reload: true });
    sandbox.faults = { failReloads: 1 };
    await push(two, { version: 2, force_reload: true });
    const before = sandbox.state.version;

    sandbox.restart();

    expect([before, sandbox.state.version]).toEqual([3, 2]);
  });

  it('an API that is killed before its tick never reloads', async () => {
    const { push, clock, sandbox } = await openSandbox({ faults: { killBeforeReload: 1 } });
    await push(one, { version: 1 });

    await clock.advance(10_000);

    expect(sandbox.state).toMatchObject({ reloads: 0, version: 2 });
    expect(sandbox.state.pendingReloadId).toBeUndefined();
  });

  it('a reload that fails in silence counts as a success, and its file as good', async () => {
    const { push, ask, sandbox } = await openSandbox({ faults: { silentReloadFailures: 1 } });
    const pid = (await ask('GET', '/runtime/info')).pick('info', 'pid');

    const { status } = await push(one, { version: 1, force_reload: true });

    expect([status, (await ask('GET', '/runtime/info')).pick('info', 'pid')]).toEqual([201, pid]);
    expect(sandbox.state.lastGoodText).toBe(sandbox.state.diskText);
    expect(sandbox.state.runningText).not.toBe(sandbox.state.diskText);
  });

  it('a refused worker is a failed reload, as the option says', async () => {
    const { push } = await openSandbox({ refuseReload: (text) => (text.includes('10.0.0.2') ? 'no such address' : undefined) });

    expect((await push(one, { version: 1, force_reload: true })).status).toBe(201);
    expect((await push(two, { version: 2, force_reload: true })).message()).toContain('no such address');
  });

  it('while one runs, pushes that want an id and looks at reloads wait, others do not', async () => {
    const { push, ask, clock } = await openSandbox({ faults: { reloadMs: 500 } });
    const ended: string[] = [];
    const note = (name: string) => (): void => void ended.push(name);
    const slow = push(one, { version: 1, force_reload: true }).then(note('forced'));
    await clock.waiting();

    const waiting = [ask('GET', '/reloads').then(note('list')), push(two, { version: 2 }).then(note('push'))];
    await ask('GET', '/configuration/raw').then(note('raw'));
    const before = [...ended];
    await clock.advance(500);
    await Promise.all([slow, ...waiting]);

    expect(before).toEqual(['raw']);
    expect(ended).toHaveLength(4);
  });

  it('tells another worker after each reload, and its age in whole seconds', async () => {
    const { push, ask, clock } = await openSandbox();
    const info = async (field: string): Promise<unknown> => (await ask('GET', '/runtime/info')).pick('info', field);
    await clock.advance(2_900);
    const [pid, age] = [await info('pid'), await info('uptime')];

    await push(one, { version: 1, force_reload: true });

    expect([age, await info('uptime')]).toEqual([2, 0]);
    expect(await info('pid')).not.toBe(pid);
  });
});
