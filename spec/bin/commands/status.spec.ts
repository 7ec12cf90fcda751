import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import type { FleetStatus, ReachedStatus } from '../../../bin/status/describeFleetStatus.js';
import { at, push, startPush, startSlowClocked, status, writes } from '../../support/operateInProcess.js';
import type { Ended } from '../../support/operate.js';
import { openFolder } from '../../support/openFolder.js';
import { configOf, sandboxes } from '../../support/sandboxes.js';

const fleet = sandboxes();
const folder = openFolder();
afterEach(fleet.closeAll);
afterAll(() => folder.remove());

const fileOf = (config: string, files: Readonly<Record<string, string>> = {}): string => folder.write({ 'haproxy.cfg': config, ...files });
const statusOf = ({ stdout }: Ended): FleetStatus => JSON.parse(stdout) as FleetStatus;
const reached = (ended: Ended): readonly ReachedStatus[] => statusOf(ended).endpoints.filter((each) => each.reachable);

describe('status', () => {
  it.each(['2.9', '3.2'] as const)('design 8: shows versions, what was deployed and that it runs, and that all of API %s agree', async (apiVersion) => {
    const apis = await startSlowClocked(fleet, 2, { apiVersion });
    const file = fileOf(configOf('one'));
    await push(file, at(apis));
    const before = apis.map(writes);

    const ended = await status([...at(apis), '--json']);

    expect(ended.code).toBe(0);
    expect(statusOf(ended).summary).toEqual({ total: 2, reachable: 2, agreeing: 2, proved: 2 });
    expect(reached(ended)[0]).toEqual({
      endpoint: { url: apis[0].url },
      reachable: true,
      apiVersion: expect.stringContaining(`v${apiVersion}`),
      haproxyVersion: expect.any(String),
      configurationVersion: 2,
      content: 'A',
      agrees: true,
      deployed: { checksum: expect.stringMatching(/^[0-9a-f]{64}$/), name: 'default', at: expect.stringMatching(/^\d{4}-/), ageSeconds: expect.any(Number), by: 'reload' },
      running: 'proved',
      worker: { pid: expect.any(Number), uptimeSeconds: expect.any(Number) },
    });
    expect(apis.map(writes)).toEqual(before);
  });

  it('compares by meaning: one content is written down in more ways than one', async () => {
    const [old] = await startSlowClocked(fleet, 1, { apiVersion: '2.9' });
    const [young] = await startSlowClocked(fleet, 1, { apiVersion: '3.2' });
    const file = fileOf(`# a comment of mine\n${configOf('one')}`);
    await push(file, at([old, young]));
    old.foreignCommit(old.state.diskText.replace('  mode http\n  timeout connect 5s\n', '  timeout connect 5s\n  mode http\n'));

    const [alone, withFile] = [await status(at([old, young])), await status(at([old, young]), file)];

    expect(old.state.diskText).not.toBe(young.state.diskText);
    expect([alone.code, withFile.code]).toEqual([0, 0]);
    expect(alone.stdout).toContain('2 of 2 reachable; all have the same content; 1 proved');
    expect(withFile.stdout).toContain(`2 of 2 as ${file}`);
  });

  it('design 8: ends with 3 where they disagree, and calls what most have A', async () => {
    const [other, ...most] = await startSlowClocked(fleet, 3);
    await push(fileOf(configOf('one')), at([other, ...most]));
    other.foreignCommit(other.state.diskText.replace('X-Mark one', 'X-Mark other'));

    const { code, stdout } = await status(at([other, ...most]));

    expect(code).toBe(3);
    expect(stdout).toMatch(new RegExp(`^${other.url} .* B `, 'm'));
    expect(stdout).toContain('contents differ: A at 2, B at 1');
  });

  it('design 8: ends with 3 where all agree, but not with the file, and says in what they differ', async () => {
    const apis = await startSlowClocked(fleet, 2);
    await push(fileOf(configOf('one')), at(apis));

    const [text, files] = [
      await status(at(apis), fileOf(configOf('two'))),
      await status([...at(apis), '--json'], fileOf(configOf('one'), { 'maps/hosts.map': 'a b\n' })),
    ];

    expect([text.code, files.code]).toEqual([3, 3]);
    expect(text.stdout).toMatch(/; 0 of 2 as .*, others differ in configuration; /);
    expect(reached(files).map(({ differsIn }) => differsIn)).toEqual([['files'], ['files']]);
  });

  it('design 8: takes a file that is kept, for the configuration names it, for no difference', async () => {
    const apis = await startSlowClocked(fleet, 1);
    const text = configOf('%[path,map(/etc/haproxy/maps/hosts.map)]');
    await push(fileOf(text, { 'maps/hosts.map': 'a b\n' }), at(apis));
    await push(fileOf(text), at(apis));

    expect((await status(at(apis), fileOf(text))).code).toBe(0);
  });

  it('design 8: ends with 1 where one does not answer, tells why, and shows the others', async () => {
    const [good, gone, foreign] = await fleet.start(3);
    await gone!.close();
    foreign!.faults = { rules: [{ effect: { kind: 'status', status: 401, message: 'correct horse 42' } }] };

    const { code, stdout } = await status(at([good, gone!, foreign!]));

    expect(code).toBe(1);
    expect(stdout).toMatch(new RegExp(`^${good.url} +3\\.2`, 'm'));
    expect(stdout).toMatch(/^unreachable: http.*\n {2}.*ECONNREFUSED/m);
    expect(stdout).toMatch(/^unauthorized: /m);
    expect(stdout).toContain('1 of 3 reachable; ');
    expect(stdout).not.toContain('correct horse');
  });

  it.each([
    ['--request-timeout', /^timeout: .*/m],
    ['--instance-timeout', /^timeout: http.*\n {2}.* was not looked at within 50ms/m],
  ])('D2 one that hangs ends within %s', async (limit, said) => {
    const [api] = await fleet.start(1);
    api.faults = { rules: [{ path: '*/reloads', effect: { kind: 'hang' } }] };

    const { code, stdout } = await status([...at([api]), limit, '50ms']);

    expect(code).toBe(1);
    expect(stdout).toMatch(said);
  });

  it('D8 tells what does not run, as far as anything proves it', async () => {
    const [pending, edited, blank] = await startSlowClocked(fleet, 3, { reloadDelayMs: 60_000 });
    const [lost] = await fleet.start(1);
    // Its text gets through, the answer is lost, and the reload never takes place.
    lost.faults = { silentReloadFailures: 1, rules: [{ method: 'POST', times: 1, effect: { kind: 'drop', when: 'after' } }] };
    await push(fileOf(configOf('one')), at([pending, edited!, lost]));
    const scheduled = startPush(fileOf(configOf('two')), [...at([pending]), '--reload', 'scheduled', '--shutdown-grace', '0']);
    while (pending.state.pendingReloadId === undefined) await new Promise((resolve) => setImmediate(resolve));
    edited!.foreignCommit();

    const ended = await status([...at([pending, edited!, lost, blank!]), '--json']);

    scheduled.signal('SIGTERM');
    expect(reached(ended).map(({ running }) => running)).toEqual(['reload_pending', 'edited', 'unproved', 'unknown']);
    expect((await scheduled.ended).code).toBe(143);
  });

  it('is a table without colours or control characters where nobody looks, and says so where no credentials are given', async () => {
    const [api] = await fleet.start(1);

    const { code, stdout, stderr } = await status(['--endpoint', api.url]);

    expect(code).toBe(1);
    expect(stdout).not.toContain('\u001b');
    expect(stdout.split('\n')[0]).toMatch(/^ENDPOINT +API +HAPROXY +VERSION +CONTENT +RUNS +DEPLOYED +FLEET +PID +UP$/);
    expect(stderr).toContain('No credentials were given for ');
  });

  it('an empty list of endpoints is wrong usage', async () => {
    await expect(status([])).rejects.toThrow('no endpoints were named');
  });
});
