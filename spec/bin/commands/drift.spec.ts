import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import type { FleetDrift } from '../../../bin/drift/describeFleetDrift.js';
import type { Sandbox } from '../../../lib/sandbox/Sandbox.js';
import { pems } from '../../support/deployFiles.js';
import { at, drift, push, startSlowClocked, writes } from '../../support/operateInProcess.js';
import type { Ended } from '../../support/operate.js';
import { openFolder } from '../../support/openFolder.js';
import { configOf, sandboxes } from '../../support/sandboxes.js';

const fleet = sandboxes();
const folder = openFolder();
afterEach(fleet.closeAll);
afterAll(() => folder.remove());

const fileOf = (config: string, files: Readonly<Record<string, string>> = {}): string => folder.write({ 'haproxy.cfg': config, ...files });
const driftOf = ({ stdout }: Ended): FleetDrift => JSON.parse(stdout) as FleetDrift;
const edit = (api: Sandbox, from: string, to: string): void => api.foreignCommit(api.state.diskText.replace(from, to));

describe('drift', () => {
  it.each(['2.9', '3.2'] as const)('R4 is clean where API %s has and runs the content, and writes nothing', async (apiVersion) => {
    const apis = await startSlowClocked(fleet, 2, { apiVersion });
    const file = fileOf(configOf('one'), { 'maps/hosts.map': 'a b\n', 'general/503.http': 'HTTP/1.0 503 x\r\n\r\n', 'certs/site.pem': pems[0] });
    await push(file, at(apis));
    const before = apis.map(writes);

    const { code, stdout } = await drift(file, at(apis));

    expect(stdout).toBe(`clean: ${apis[0].url}\n       ${apis[1]!.url}\n\n2 endpoints: 2 clean\n`);
    expect(code).toBe(0);
    expect(apis.map(writes)).toEqual(before);
  });

  it.each(['2.9', '3.2'] as const)('R5 shows what somebody changed at API %s, changes nothing, and ends with 3', async (apiVersion) => {
    const [good, changed] = await startSlowClocked(fleet, 2, { apiVersion });
    const file = fileOf(configOf('one'), { 'maps/hosts.map': 'a b\n', 'maps/other.map': 'c d\n', 'general/503.http': 'HTTP/1.0 503 x\r\n\r\n' });
    await push(file, at([good, changed!]));
    edit(changed!, 'X-Mark one', 'X-Mark other');
    changed!.writeFile('/etc/haproxy/maps/hosts.map', 'a evil\n');
    const before = writes(changed!);

    const { code, stdout } = await drift(file, at([good, changed!]));

    expect(code).toBe(3);
    expect(stdout).toContain(`clean: ${good.url}\n`);
    expect(stdout).toContain(`drifted: ${changed!.url}\n`);
    expect(stdout).toMatch(/- +http-response set-header X-Mark one|~ http-response set-header X-Mark one/);
    expect(stdout).toMatch(/http-response set-header X-Mark other/);
    expect(stdout).toMatch(/\n {2}files\n {4}maps\/hosts\.map: changed\n/);
    expect(stdout).not.toContain('evil');
    expect(writes(changed!)).toEqual(before);
  });

  it('R4 finds values that were changed at run time, at the first look; R5 leaves a drain alone and calls it none', async () => {
    const [value, drained] = await startSlowClocked(fleet, 2);
    const file = fileOf(configOf('one'));
    await push(file, at([value, drained!]));
    await value.haproxy.execute('set server app/one addr 127.0.0.9 port 9009');
    await drained!.haproxy.execute('set server app/one state drain');

    const ended = await drift(file, [...at([value, drained!]), '--json']);

    expect(ended.code).toBe(3);
    expect(driftOf(ended).found).toEqual([
      expect.objectContaining({ verdict: 'drifted', sections: [], values: [{ what: 'backend app server one', field: 'address', stored: '127.0.0.1:9001', running: '127.0.0.9:9009' }], states: [] }),
      expect.objectContaining({ verdict: 'clean', values: [], states: [{ what: 'backend app server one', field: 'state', stored: 'ready', running: 'drain' }] }),
    ]);
    expect((await drift(file, at([drained!]))).code).toBe(0);
  });

  it('R4 finds entries that were changed in a running map, of which it shows no value', async () => {
    const [changed] = await startSlowClocked(fleet, 1);
    const text = configOf('one').replace('X-Mark one', 'X-Mark %[req.hdr(host),map(/etc/haproxy/maps/hosts.map,none)]');
    const file = fileOf(text, { 'maps/hosts.map': 'a one\nb two\n' });
    await push(file, at([changed]));
    expect((await drift(file, at([changed]))).code).toBe(0);
    for (const command of ['set map /etc/haproxy/maps/hosts.map a evil', 'del map /etc/haproxy/maps/hosts.map b']) await changed.haproxy.execute(command);
    const before = writes(changed);

    const { code, stdout } = await drift(file, at([changed]));

    expect(code).toBe(3);
    expect(stdout).toBe(`drifted: ${changed.url}\n\n  running maps\n    hosts.map: 2 differences from the stored file\n\n1 endpoint: 1 drifted\n`);
    expect(writes(changed)).toEqual(before);
  });

  it('R5 what was never deployed there, or by another fleet, differs', async () => {
    const [blank, behind, foreign] = await startSlowClocked(fleet, 3);
    await push(fileOf(configOf('old')), at([behind!]));
    await push(fileOf(configOf('one')), [...at([foreign!]), '--name', 'others']);

    const ended = await drift(fileOf(configOf('one')), [...at([blank, behind!, foreign!]), '--json']);

    expect(ended.code).toBe(3);
    expect(driftOf(ended).found.map(({ verdict, otherFleet }) => [verdict, otherFleet])).toEqual([['differs', undefined], ['differs', undefined], ['differs', 'others']]);
    expect(driftOf(ended).summary).toEqual({ total: 3, clean: 0, drifted: 0, differs: 3, failed: 0 });
  });

  it('R4 finds files that are missing, and those of an earlier content', async () => {
    const [api] = await startSlowClocked(fleet, 1);
    await push(fileOf(configOf('one'), { 'maps/gone.map': 'a\n' }), at([api]));

    const ended = await drift(fileOf(configOf('one'), { 'maps/new.map': 'a\n' }), [...at([api]), '--json']);

    expect(driftOf(ended).found[0]?.files).toEqual([
      { change: 'missing', store: 'maps', name: 'new.map' },
      { change: 'extra', store: 'maps', name: 'gone.map' },
    ]);
  });

  it('D8 what is not proved to run is not clean', async () => {
    const [api] = await startSlowClocked(fleet, 1);
    const file = fileOf(configOf('one'));
    await push(file, at([api]));
    edit(api, api.state.diskText, api.state.diskText.replace(/ at=\d+ /, ` at=${Math.floor(Date.now() / 1_000) + 3_600} `));

    const { code, stdout } = await drift(file, at([api]));

    expect(code).toBe(3);
    expect(stdout).toContain(`differs: ${api.url}\n  It is not proved that HAProxy runs what is stored`);
  });

  it('design 8: ends with 1 where one could not be checked, and tells why and of the others', async () => {
    const [changed, gone] = await startSlowClocked(fleet, 2);
    const file = fileOf(configOf('one'));
    await push(file, at([changed]));
    edit(changed, 'X-Mark one', 'X-Mark other');
    await gone!.close();

    const { code, stdout } = await drift(file, at([changed, gone!]));

    expect(code).toBe(1);
    expect(stdout).toContain(`drifted: ${changed.url}\n`);
    expect(stdout).toMatch(new RegExp(`^unreachable: ${gone!.url}$`, 'm'));
    expect(stdout).toContain('2 endpoints: 1 drifted, 1 failed');
  });

  it('D2 one that hangs ends within its limit', async () => {
    const [api] = await fleet.start(1);
    api.faults = { rules: [{ path: '*/stats/native', effect: { kind: 'hang' } }] };

    const { code, stdout } = await drift(fileOf(configOf('one')), [...at([api]), '--request-timeout', '50ms']);

    expect(code).toBe(1);
    expect(stdout).toMatch(new RegExp(`^timeout: ${api.url}$`, 'm'));
  });

  it('design 6: shows no secret, of the file or of what somebody wrote', async () => {
    const [api] = await startSlowClocked(fleet, 1);
    const withUser = (password: string): string => `${configOf('one')}\nuserlist people\n  user bob insecure-password ${password}\n`;
    const file = fileOf(withUser('hunter2-long'));
    await push(file, at([api]));
    edit(api, 'hunter2-long', 'changed-by-eve');

    const [text, json] = [await drift(file, at([api])), await drift(file, [...at([api]), '--json'])];

    expect(text.code).toBe(3);
    expect(text.stdout).toContain('user bob insecure-password ***');
    expect(text.stdout + json.stdout).not.toMatch(/hunter2-long|changed-by-eve/);
  });

  it('an empty list of endpoints, and a file that is not there, are wrong usage', async () => {
    await expect(drift(fileOf(configOf('one')), [])).rejects.toThrow('no endpoints were named');
    await expect(drift('/nowhere/haproxy.cfg', ['--endpoint', 'http://127.0.0.1:1'])).rejects.toThrow('is not there');
  });
});
