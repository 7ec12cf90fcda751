import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { pushCommand } from '../../../bin/commands/push.js';
import { at, push, startPush, startSlowClocked, writes } from '../../support/operateInProcess.js';
import { openFolder } from '../../support/openFolder.js';
import { configOf, sandboxes } from '../../support/sandboxes.js';

const fleet = sandboxes();
const folder = openFolder();
afterEach(fleet.closeAll);
afterAll(() => folder.remove());

const fileOf = (mark: string): string => join(folder.write({ 'haproxy.cfg': configOf(mark) }), 'haproxy.cfg');
const eventsOf = (stdout: string): readonly Readonly<Record<string, unknown>>[] => stdout.trim().split('\n').map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);

describe('push', () => {
  it.each(['2.9', '3.2'] as const)('design 8: deploys a file to every endpoint of API %s, tells how, and ends with 0', async (apiVersion) => {
    const apis = await fleet.start(3, { apiVersion });

    const { code, stdout, stderr } = await push(fileOf('one'), at(apis));

    expect(code).toBe(0);
    expect(apis.map(({ state }) => state.runningText.includes('X-Mark one'))).toEqual([true, true, true]);
    for (const { url } of apis) expect(stdout).toMatch(new RegExp(`^${url} +deployed +reload +2 `, 'm'));
    expect(stdout).toMatch(/\n3 of 3 run it: 3 deployed; 3 reloads, /);
    for (const { url } of apis) expect(stderr).toMatch(new RegExp(`^${url} deployed \\(reload, version 2, `, 'm'));
  });

  it.each(['2.9', '3.2'] as const)('D4 says that the content runs already on API %s, and writes nothing', async (apiVersion) => {
    const apis = await startSlowClocked(fleet, 2, { apiVersion });
    await push(fileOf('one'), at(apis));
    const before = apis.map(writes);

    const { code, stdout } = await push(fileOf('one'), at(apis));

    expect(code).toBe(0);
    expect(stdout).toMatch(/unchanged {2}noop/);
    expect(stdout).toMatch(/\nNothing to do: all 2 endpoints have loaded this content already\.\n$/);
    expect(apis.map(writes)).toEqual(before);
  });

  it('design 8: ends with 1 where one refuses and one is out of reach, each with code, message and hints, and deploys to the others', async () => {
    const [good, bad, gone] = await fleet.start(3);
    bad!.faults = { refuseConfig: 'unknown keyword \'frob\' in section \'global\'\u001b[2J' };
    await gone!.close();

    const { code, stdout } = await push(fileOf('one'), at([good, bad!, gone!]));

    expect(code).toBe(1);
    expect(good.state.runningText).toContain('X-Mark one');
    expect(stdout).toMatch(/failed +rejected/);
    expect(stdout).toMatch(/^rejected: http.*\n {2}.*unknown keyword 'frob'.*\\u001b\[2J/m);
    expect(stdout).toMatch(/^unreachable: http.*\n {2}.*ECONNREFUSED.*\n {2}See that the Data Plane API runs there/m);
    expect(stdout).toMatch(/\n1 of 3 run it: 1 deployed, 2 failed; /);
    expect(stdout).not.toContain('\u001b');
  });

  it.each([[[]], [['--json']]])('design 8: ends with 141 where what it tells at its end cannot be written, with %j', async (words) => {
    const [api] = await fleet.start(1);
    const { ended, stdout } = startPush(fileOf('one'), [...at([api]), ...words]);
    // As of a full disk.
    stdout._transform = (_chunk, _encoding, callback) => callback(new Error('ENOSPC'));

    expect((await ended).code).toBe(141);
    expect(api.state.runningText).toContain('X-Mark one');
  });

  it('D2 an endpoint that hangs ends within its limit', async () => {
    const [hung] = await fleet.start(1);
    hung.faults = { rules: [{ effect: { kind: 'hang' } }] };

    const { code, stdout } = await push(fileOf('one'), [...at([hung]), '--request-timeout', '50ms']);

    expect(code).toBe(1);
    expect(stdout).toMatch(/^timeout: /m);
  });

  it('D7 tries again after conflicts, three times at most, and nothing else', async () => {
    const [twice, always, down] = await fleet.start(3);
    twice.faults = { conflicts: 2 };
    always!.faults = { conflicts: 10 };
    down!.faults = { rules: [{ method: 'POST', effect: { kind: 'status', status: 503 } }] };

    const { stdout } = await push(fileOf('one'), [...at([twice, always!, down!]), '--json']);

    const ends = eventsOf(stdout).filter(({ type }) => String(type).startsWith('Instance'));
    const of = (url: string): unknown => ends.find(({ endpoint }) => (endpoint as { readonly url: string }).url === url);
    expect(of(twice.url)).toMatchObject({ type: 'InstanceDeployedEvent', retries: 2 });
    expect(of(always!.url)).toMatchObject({ error: { code: 'conflict' } });
    expect(of(down!.url)).toMatchObject({ error: { code: 'unreachable' } });
    expect(writes(down!)).toHaveLength(1);
  });

  it('design 6: --json writes the events and nothing else, the completion last', async () => {
    const apis = await fleet.start(2);

    const { stdout } = await push(fileOf('one'), [...at(apis), '--json']);

    const events = eventsOf(stdout);
    expect(events.map(({ type }) => type)).toEqual(['DeploymentStartedEvent', 'InstanceDeployedEvent', 'InstanceDeployedEvent', 'DeploymentCompletedEvent']);
    expect(events.at(-1)).toMatchObject({ total: 2, succeeded: 2, timestamp: expect.any(String) });
  });

  it('D11 a canary that fails keeps the content from the others', async () => {
    const [canary, ...others] = await fleet.start(3);
    canary.faults = { refuseConfig: 'no' };

    const { code, stdout } = await push(fileOf('one'), [...at([canary, ...others]), '--canary', '1', '--canary-wait', '1m']);

    expect(code).toBe(1);
    expect(others.map(writes)).toEqual([[], []]);
    expect(stdout).toMatch(/\n0 of 3 run it: 1 failed, 2 not attempted; /);
  });

  it('D11 --max-failures stops it without canaries, too', async () => {
    const apis = await fleet.start(3);
    for (const api of apis) api.faults = { refuseConfig: 'no' };

    const { stdout } = await push(fileOf('one'), [...at(apis), '--max-failures', '0', '--max-parallel', '1']);

    expect(stdout).toMatch(/\n0 of 3 run it: 1 failed, 2 not attempted; /);
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('design 8: after %s nothing new is begun and what runs may end; what was not done is said; the code is %i', async (name, expected) => {
    const [first, second] = await fleet.start(2);
    first.faults = { rules: [{ method: 'POST', effect: { kind: 'delay', ms: 300 } }] };
    const { ended, signal } = startPush(fileOf('one'), [...at([first, second!]), '--max-parallel', '1']);
    await arrival(first.requests);

    signal(name);

    const { code, stderr, stdout } = await ended;
    expect(code).toBe(expected);
    expect(stderr).toContain(`${name}: nothing new is begun`);
    expect(first.state.runningText).toContain('X-Mark one');
    expect(second!.requests).toEqual([]);
    expect(stdout).toMatch(/\n1 of 2 run it: 1 deployed, 1 cancelled; /);
  });

  it('design 8: what does not end within the grace is cancelled', async () => {
    const [api] = await fleet.start(1);
    api.faults = { rules: [{ method: 'POST', effect: { kind: 'hang' } }] };
    const { ended, signal } = startPush(fileOf('one'), [...at([api]), '--shutdown-grace', '20ms']);
    await arrival(api.requests);

    signal('SIGTERM');

    const { code, stdout } = await ended;
    expect(code).toBe(143);
    expect(stdout).toMatch(/\n0 of 1 run it: 1 cancelled; /);
  });

  it('D11 a signal while canaries are waited for ends it at once', async () => {
    const apis = await fleet.start(2);
    const { err, ended, signal } = startPush(fileOf('one'), [...at(apis), '--canary', '1', '--canary-wait', '1h']);
    await err.until((line) => line.includes('deployed'));

    signal('SIGINT');

    const { code, stdout } = await ended;
    expect(code).toBe(130);
    expect(stdout).toMatch(/\n1 of 2 run it: 1 deployed, 1 cancelled; /);
  });

  it('design 8: ends with 141 when nobody reads its output any more', async () => {
    const [api] = await fleet.start(1);
    api.faults = { rules: [{ method: 'POST', effect: { kind: 'hang' } }] };
    const { ended, stdout } = startPush(fileOf('one'), [...at([api]), '--shutdown-grace', '20ms', '--json']);
    await arrival(api.requests);

    stdout.destroy();

    expect((await ended).code).toBe(141);
  });

  it('draws counts and running endpoints anew on a terminal, and takes them away in the end', async () => {
    const apis = await fleet.start(2);

    const { stderr } = await startPush(fileOf('one'), at(apis), { columns: 100 }).ended;

    expect(stderr).toContain('0 of 2 done, 2 running');
    expect(stderr).toContain(`${apis[0].url} deployed (reload, version 2, `);
    expect(stderr.slice(stderr.lastIndexOf('2 of 2 done'))).toContain('\u001b[2K');
  });

  it('tells line by line on a terminal that says it is 0 wide', async () => {
    const [api] = await fleet.start(1);

    const { stderr } = await startPush(fileOf('one'), at([api]), { columns: 0 }).ended;

    expect(stderr).toMatch(new RegExp(`^${api.url} deployed \\(reload, version 2, `, 'm'));
    expect(stderr).not.toContain('\u001b');
  });

  it.each([
    [[], 'no endpoints were named; give --endpoint URL or --endpoints FILE'],
    [['--endpoints', 'EMPTY'], 'names no endpoint'],
    [['--endpoint', 'http://127.0.0.1:1', '--canary', '0'], 'canary takes a whole number of at least 1'],
    [['--endpoint', 'http://127.0.0.1:1', '--request-timeout', '20s'], 'requestTimeoutMs takes at most'],
    [['--endpoint', 'http://127.0.0.1:1', '--max-failures', '-1'], 'maxFailures takes a whole number'],
    [['--endpoint', 'http://127.0.0.1:1', '--canary-wait', '5'], '--canary-wait takes a duration'],
  ])('design 8: %j is wrong usage, found before anything is sent', async (words, message) => {
    const empty = join(folder.write({ 'fleet.json': '[]' }), 'fleet.json');

    await expect(push(fileOf('one'), words.map((word) => (word === 'EMPTY' ? empty : word)))).rejects.toThrow(message);
  });

  it('design 6: shows no secret of the configuration, and warns where nobody gave credentials', async () => {
    const [api] = await fleet.start(1);
    const file = join(folder.write({ 'haproxy.cfg': `${configOf('one')}\nuserlist people\n  user bob insecure-password hunter2-long\n` }), 'haproxy.cfg');
    api.faults = { refuseConfig: "error in 'user bob insecure-password hunter2-long'" };

    const refused = await push(file, at([api]));
    const anonymous = await push(file, ['--endpoint', api.url]);

    expect(refused.stdout + refused.stderr).toContain('***');
    expect(refused.stdout + refused.stderr + anonymous.stdout + anonymous.stderr).not.toContain('hunter2-long');
    expect(anonymous.stderr).toContain(`No credentials were given for ${api.url}`);
    expect(refused.stderr).not.toContain('No credentials');
  });

  it('takes a file and nothing else by position', () => {
    expect(pushCommand.command).toBe('push <file>');
  });
});

/** Resolves when a write has come in and is not answered yet: what was read before it is. */
async function arrival(requests: readonly { readonly path: string }[]): Promise<void> {
  while (!requests.some(({ path }) => path.includes('configuration/raw'))) await new Promise((resolve) => setImmediate(resolve));
}
