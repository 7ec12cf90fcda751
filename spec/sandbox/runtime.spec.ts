import { describe, expect, it } from '@jest/globals';
import { runtimeActions } from '../../lib/sandbox/process/runtimeActions.js';
import { closeSandboxesAfterEach, configOf, openSandbox, type OpenSandbox } from './support/openSandbox.js';

closeSandboxesAfterEach();

const config = configOf('10.0.0.1:80', '10.0.0.2:80');

async function act(sandbox: OpenSandbox, header: string, text = config): Promise<{ readonly status: number; readonly text: string }> {
  await sandbox.push(text, { version: 1, force_reload: true });
  return sandbox.push(text, { version: 2, skip_reload: true }, { 'X-Runtime-Actions': header });
}

describe('runtimeActions (facts 3)', () => {
  it.each([
    ['SetFrontendMaxConn fe 10', 'set maxconn frontend fe 10'],
    ['SetServerWeight be s1 50%', 'set server be/s1 weight 50%'],
    ['SetServerCheckPort be s1 8080', 'set server be/s1 check-port 8080'],
    ['SetServerAddr be s1 10.0.0.9 81', 'set server be/s1 addr 10.0.0.9 port 81'],
    ['SetServerAddr be s1 10.0.0.9 0', 'set server be/s1 addr 10.0.0.9'],
    ['SetServerState be s1 drain', 'set server be/s1 state drain'],
    ['EnableAgentCheck be s1', 'enable agent be/s1'],
    ['DisableAgentCheck be s1', 'disable agent be/s1'],
    ['SetServerAgentAddr be s1 10.0.0.9', 'set server be/s1 agent-addr 10.0.0.9'],
    ['SetServerAgentSend be s1 hello', 'set server be/s1 agent-send hello'],
  ])('%s is the command %s', (header, command) => {
    expect(runtimeActions(header)).toEqual([{ name: header.split(' ')[0], command }]);
  });

  it.each([['SetServerWeight be s1', 'not enough parameters'], ['SetServerWeight be s1 300', 'bad request'], ['SetServerWeight be s1 101%', 'bad request'], ['SetServerState be s1 up', 'bad request'], ['SetServerAddr be s1 10.0.0.1 x', 'strconv.Atoi: parsing "x": invalid syntax']])('%s fails: %s', (header, fault) => {
    expect(runtimeActions(header)).toEqual([{ name: header.split(' ')[0], fault }]);
  });

  it('passes over unknown names and what stands behind a blank, without a word', () => {
    expect(runtimeActions('Nonsense a b; SetServerWeight be s1 1;toString x;SetServerWeight be s1 2')).toEqual([{ name: 'SetServerWeight', command: 'set server be/s1 weight 2' }]);
  });
});

describe('X-Runtime-Actions of a sandbox (facts 3)', () => {
  it('changes the worker, one action after another', async () => {
    const open = await openSandbox();

    const { status } = await act(open, 'SetServerAddr be s1 10.0.0.9 81;SetServerWeight be s1 50%;SetServerState be s2 drain;SetFrontendMaxConn fe 7');

    const { backends, frontends } = await open.sandbox.running();
    expect(status).toBe(201);
    expect(backends[0]?.servers).toMatchObject([{ address: '10.0.0.9', port: 81, weight: 5, initialWeight: 10 }, { adminState: 'drain' }]);
    expect(frontends).toEqual([{ name: 'fe', maxconn: 7 }]);
    expect(open.sandbox.state.reloads).toBe(1);
  });

  it('the first that fails ends it with 500: the file is written, what was done before stays', async () => {
    const open = await openSandbox();

    const { status, text } = await act(open, 'SetServerWeight be s1 1;SetServerWeight be none 10;SetServerWeight be s2 2');

    expect(status).toBe(500);
    expect(text).toContain('cannot execute SetServerWeight: /var/run/haproxy-master.sock [3] No such server. [set server be/none weight 10]');
    expect(open.sandbox.state.version).toBe(3);
    expect((await open.sandbox.running()).backends[0]?.servers.map(({ weight }) => weight)).toEqual([1, 10]);
  });

  it('a static algorithm takes only none and all of the weight', async () => {
    const open = await openSandbox();
    const staticConfig = config.replace('backend be from base\n', 'backend be from base\n  balance source\n');

    const refused = await act(open, 'SetServerWeight be s1 3', staticConfig);
    const taken = await open.push(staticConfig, { version: 3, skip_reload: true }, { 'X-Runtime-Actions': 'SetServerWeight be s1 0%' });

    expect([refused.status, taken.status]).toEqual([500, 201]);
  });

  it('is ignored without skip_reload', async () => {
    const open = await openSandbox();

    await open.push(config, { version: 1, force_reload: true }, { 'X-Runtime-Actions': 'SetServerWeight be s1 1' });

    expect((await open.sandbox.running()).backends[0]?.servers[0]?.weight).toBe(10);
  });

  it('is told to fail by a fault', async () => {
    const open = await openSandbox({ faults: { failRuntimeActions: 1 } });

    expect((await act(open, 'SetServerWeight be s1 1')).status).toBe(500);
  });

  it('may be as long as the API takes headers: half a mebibyte', async () => {
    const open = await openSandbox();

    const { status } = await act(open, Array.from({ length: 15_000 }, (_, index) => `SetServerWeight be s1 ${index % 256}`).join(';'));

    expect(status).toBe(201);
  });

  it('a reload takes everything back to the file', async () => {
    const open = await openSandbox();
    await act(open, 'SetServerWeight be s1 1');

    await open.push(config, { version: 3, force_reload: true });

    expect((await open.sandbox.running()).backends[0]?.servers[0]?.weight).toBe(10);
  });
});

describe('runtime of a sandbox (facts 7)', () => {
  it.each([
    ['2.9', '/runtime/servers?backend=be', '/runtime/servers/s1?backend=be'],
    ['3.2', '/runtime/backends/be/servers', '/runtime/backends/be/servers/s1'],
  ] as const)('servers of version %s stand under %s', async (apiVersion, many, one) => {
    const { push, ask } = await openSandbox({ apiVersion });
    await push(config, { version: 1, force_reload: true });
    const server = { id: '1', name: 's1', address: '10.0.0.1', port: 80, admin_state: 'ready', operational_state: 'up' };

    expect((await ask('GET', many)).json()).toEqual([server, { ...server, id: '2', name: 's2', address: '10.0.0.2' }]);
    expect((await ask('GET', one)).json()).toEqual(server);
  });

  it.each([['3.1', 500], ['3.2', 404]] as const)('an unknown backend is answered by version %s with %i', async (apiVersion, status) => {
    const { ask } = await openSandbox({ apiVersion });

    expect((await ask('GET', '/runtime/backends/none/servers')).status).toBe(status);
  });

  it('shows weights from 3.3', async () => {
    const { push, ask } = await openSandbox({ apiVersion: '3.3' });
    await push(config, { version: 1, force_reload: true });

    expect((await ask('GET', '/runtime/backends/be/servers/s1')).json()).toMatchObject({ weight: 10, iweight: 10, backend_name: 'be' });
  });

  it('a PUT changes the state alone', async () => {
    const { push, ask } = await openSandbox();
    await push(config, { version: 1, force_reload: true });

    const changed = await ask('PUT', '/runtime/backends/be/servers/s1', { body: JSON.stringify({ admin_state: 'drain', address: '10.9.9.9' }), headers: { 'content-type': 'application/json' } });

    expect(changed.json()).toMatchObject({ admin_state: 'drain', address: '10.0.0.1' });
  });

  it('a server that starts disabled is in maintenance', async () => {
    const { push, ask } = await openSandbox();
    await push(config.replace('10.0.0.1:80', '10.0.0.1:80 disabled'), { version: 1, force_reload: true });

    expect((await ask('GET', '/runtime/backends/be/servers/s1')).json()).toMatchObject({ admin_state: 'maint', operational_state: 'down' });
  });

  it.each([['2.9', '0'], ['3.2', '']] as const)('stats/native of version %s tell state, weight, address and limits', async (apiVersion, index) => {
    const { push, ask } = await openSandbox({ apiVersion });
    await push(config.replace('10.0.0.2:80', '[2001:db8::1]:80 disabled'), { version: 1, force_reload: true });

    const answer = await ask('GET', '/stats/native');

    expect(answer.pick(...(index === '' ? [] : [index]), 'stats')).toEqual([
      { name: 'fe', type: 'frontend', stats: { status: 'OPEN', slim: 50 } },
      { name: 'be', type: 'backend', stats: { status: 'UP', weight: 10 } },
      { name: 's1', type: 'server', backend_name: 'be', stats: { status: 'UP', weight: 10, addr: '10.0.0.1:80' } },
      { name: 's2', type: 'server', backend_name: 'be', stats: { status: 'MAINT', weight: 10, addr: '[2001:db8::1]:80' } },
    ]);
  });

  it.each([['2.9', '/runtime/maps_entries', '?map=hosts.map'], ['3.2', '/runtime/maps/hosts.map/entries', '']] as const)('entries of a map in version %s are read, added, changed and removed under %s', async (apiVersion, path, query) => {
    const { push, ask, upload } = await openSandbox({ apiVersion });
    await upload('/storage/maps', 'hosts.map', '# hosts\na one\nb two words\n');
    await push(`${config}  http-request set-header X %[path,map(/etc/haproxy/maps/hosts.map,none)]\n`, { version: 1, force_reload: true });
    const body = (value: object): { body: string; headers: Record<string, string> } => ({ body: JSON.stringify(value), headers: { 'content-type': 'application/json' } });
    const entries = async (): Promise<string> => JSON.stringify((await ask('GET', `${path}${query}`)).json());

    expect(await entries()).toMatch(/^\[\{"id":"0x[0-9a-f]+","key":"a","value":"one"\},\{"id":"0x[0-9a-f]+","key":"b","value":"two words"\}\]$/);
    expect((await ask('POST', `${path}${query}`, body({ key: 'c', value: 'three' }))).status).toBe(201);
    expect((await ask('POST', `${path}${query}`, body({ key: 'c', value: 'three' }))).status).toBe(409);
    expect((await ask('PUT', `${path}/a${query}`, body({ value: 'uno' }))).status).toBe(200);
    expect((await ask('DELETE', `${path}/b${query}`)).status).toBe(204);
    expect((await ask('DELETE', `${path}/b${query}`)).status).toBe(404);
    expect((await ask('GET', `${path}/a${query}`)).pick('value')).toBe('uno');
    expect((await ask('GET', '/storage/maps/hosts.map')).text).toContain('a one');

    await ask('DELETE', `${path}/c${query === '' ? '?' : `${query}&`}force_sync=true`);

    expect((await ask('GET', '/storage/maps/hosts.map')).text).toBe('a uno\n');
  });

  it('a map that no running line uses is not there', async () => {
    const { ask, upload } = await openSandbox();
    await upload('/storage/maps', 'hosts.map', 'a one\n');

    expect((await ask('GET', '/runtime/maps/hosts.map/entries')).status).toBe(404);
    expect((await ask('GET', '/runtime/maps')).json()).toEqual([]);
  });
});

describe('structured servers of a sandbox (facts 8)', () => {
  const text = config.replace('10.0.0.2:80', '[2001:db8::1]:80 disabled cookie c2 verify none inter 2s');
  const first = { name: 's1', address: '10.0.0.1', port: 80, weight: 10, check: 'enabled' };
  const second = { ...first, name: 's2', address: '2001:db8::1', maintenance: 'enabled', cookie: 'c2', verify: 'none' };

  it('of v2 are flat and wrapped with the version', async () => {
    const { push, ask } = await openSandbox({ apiVersion: '2.9' });
    await push(text, { version: 1, skip_reload: true });

    expect((await ask('GET', '/configuration/servers?backend=be')).json()).toEqual({ _version: 2, data: [first, second] });
    expect((await ask('GET', '/configuration/servers/s1?parent_type=backend&parent_name=be')).json()).toEqual({ _version: 2, data: first });
  });

  it('of v3 are nested and bare; an unknown backend has none', async () => {
    const { push, ask } = await openSandbox();
    await push(text, { version: 1, skip_reload: true });

    expect((await ask('GET', '/configuration/backends/be/servers')).json()).toEqual([first, second]);
    expect((await ask('GET', '/configuration/backends/be/servers/none')).status).toBe(404);
    expect((await ask('GET', '/configuration/backends/none/servers')).json()).toEqual([]);
  });
});
