import { describe, expect, it } from '@jest/globals';
import { firstValueFrom, of } from 'rxjs';
import { noProgress } from '../../lib/dataplane/attempt.js';
import { changeMaps } from '../../lib/dataplane/changeMaps.js';
import type { MapClient } from '../../lib/dataplane/MapClient.js';
import type { AuxiliaryFiles } from '../../lib/events/types.js';
import { fakeClient } from '../support/fakeClient.js';
import { closeFilesRunsAfterEach, manifestKey, openFilesRun, type FilesRun } from '../support/deployFiles.js';

closeFilesRunsAfterEach();

const manifestPath = `storage/${manifestKey}`;
const path = '/etc/haproxy/maps/hosts.map';
const lookUp = `http-request set-header X-App %[req.hdr(host),map(${path},none)]`;
const configFor = (...lines: readonly string[]): string =>
  [
    'global', '  stats socket /var/run/haproxy.sock mode 600 level admin', '', 'defaults base', '  mode http', '  timeout connect 5s', '  timeout client 30s', '  timeout server 30s', '',
    'frontend fe from base', '  bind :80', ...lines.map((line) => `  ${line}`), '  default_backend be', '', 'backend be from base', '  balance roundrobin', '  server s1 10.0.0.1:80 weight 1', '',
  ].join('\n');
const config = configFor(lookUp);
const heavier = config.replace('weight 1', 'weight 2');
const before = 'a.example one\nb.example two\nc.example three\n';
const after = '# who serves what\na.example one\nb.example 2\nd.example four\n';
const mapOf = (content: string): AuxiliaryFiles => ({ maps: [{ path: 'hosts.map', content }] });
const shown = async ({ sandbox }: FilesRun): Promise<Record<string, string>> =>
  Object.fromEntries(((await sandbox.running()).maps.get(path) ?? []).map(({ key, value }) => [key, value]));
const wanted = { 'a.example': 'one', 'b.example': '2', 'd.example': 'four' };

/** A run whose endpoint has the map from before. */
async function openWith(...[version = '3.2', options, deployer]: Partial<Parameters<typeof openFilesRun>>): Promise<FilesRun> {
  const run = await openFilesRun(version, options, deployer);
  await run.deploy(config, mapOf(before));
  run.writes();
  return run;
}

describe.each([
  ['2.9', 'runtime/maps_entries'],
  ['3.2', 'runtime/maps/hosts.map/entries'],
] as const)('D5 entries of a map with API %s', (version, entries) => {
  it('follow a changed file one by one, without a reload, and are read back', async () => {
    const run = await openWith(version);
    const { reloads } = run.sandbox.state;

    const { end } = await run.deploy(config, mapOf(after));

    expect(end).toMatchObject({ type: 'InstanceDeployedEvent', strategy: 'runtime', reloadRequired: false, operations: { map_update: 1 } });
    expect([await shown(run), run.file('maps/hosts.map'), run.sandbox.state.reloads]).toEqual([wanted, after, reloads]);
    const sent = run.requests();
    expect(sent.filter((line) => !line.startsWith('GET '))).toEqual([
      `PUT ${manifestPath}`, 'PUT storage/maps/hosts.map', 'POST configuration/raw',
      `DELETE ${entries}/c.example`, `PUT ${entries}/b.example`, `POST ${entries}`, `PUT ${manifestPath}`,
    ]);
    expect(sent.slice(sent.indexOf(`POST ${entries}`))).toContain(`GET ${entries}`);

    expect((await run.deploy(config, mapOf(after))).end).toMatchObject({ strategy: 'noop' });
    run.restart();
    expect((await run.deploy(config, mapOf(after), true)).end).toMatchObject({ strategy: 'noop' });
    expect([run.writes(), run.sandbox.state.reloads]).toEqual([[], reloads]);
  });

  it('go along with changes of servers', async () => {
    const run = await openWith(version);

    const { end } = await run.deploy(heavier, mapOf(after));

    expect(end).toMatchObject({ strategy: 'runtime', operations: { map_update: 1, server_update: 1 } });
    expect([await shown(run), (await run.sandbox.running()).backends[0]?.servers[0]?.weight]).toEqual([wanted, 2]);
  });

  it('are those of the file after a step that failed on the way: one reload makes them so', async () => {
    const run = await openWith(version);
    const { reloads } = run.sandbox.state;
    run.sandbox.faults = { rules: [{ method: 'POST', path: `*/${entries}`, effect: { kind: 'status', status: 500 } }] };

    const { end } = await run.deploy(config, mapOf(after));

    expect(end).toMatchObject({ type: 'InstanceDeployedEvent', strategy: 'raw' });
    expect([await shown(run), run.sandbox.state.reloads]).toEqual([wanted, reloads + 1]);
  });

  it.each(['before', 'after'] as const)(`are as wanted wherever a process before it died %s a write`, async (when) => {
    for (let at = 1; ; at += 1) {
      const run = await openWith(version);
      const end = await run.deployAndDie(config, mapOf(after), at, when);
      run.restart();

      expect((await run.deploy(config, mapOf(after))).end).toMatchObject({ type: 'InstanceDeployedEvent' });
      expect([at, await shown(run), run.file('maps/hosts.map')]).toEqual([at, wanted, after]);
      run.writes();
      expect((await run.deploy(config, mapOf(after), true)).end).toMatchObject({ strategy: 'noop' });
      expect(run.writes()).toEqual([]);
      if (end === 'lived') {
        expect(at).toBe(8);
        return;
      }
    }
  });
});

describe('D5 a changed map takes a reload', () => {
  const cases: readonly (readonly [string, string, AuxiliaryFiles, AuxiliaryFiles])[] = [
    ['that is not looked up by whole strings', configFor(lookUp.replace('map(', 'map_beg(')), mapOf(before), mapOf(after)],
    ['that a rule changes', configFor(lookUp, `http-request set-map(${path}) %[src] x`), mapOf(before), mapOf(after)],
    ['that has a key twice', config, mapOf(before), mapOf(`${after}a.example other\n`)],
    ['with blanks in a value', config, mapOf(before), mapOf('a.example one and two\n')],
    ['with a key that is no argument of the API', config, mapOf(before), mapOf(`${before}/path x\n`)],
    ['with a value that is none of a command', config, mapOf(before), mapOf(`${before}d.example a;b\n`)],
    ['of which more than a hundred entries change', config, mapOf(before), mapOf(Array.from({ length: 101 }, (_, index) => `h${index}.example x\n`).join('') + before)],
    ['beside another file', config, { ...mapOf(before), generalFiles: [{ path: 'a.txt', content: 'one' }] }, { ...mapOf(after), generalFiles: [{ path: 'a.txt', content: 'two' }] }],
  ];

  it.each(cases)('%s', async (_, text, from, to) => {
    const run = await openFilesRun('3.2');
    await run.deploy(text, from);
    run.writes();

    const { end } = await run.deploy(text, to);

    expect(end).toMatchObject({ type: 'InstanceDeployedEvent', strategy: 'raw' });
    expect(run.writes().filter((line) => line.includes('runtime/'))).toEqual([]);
    expect(run.file('maps/hosts.map')).toBe(to.maps?.[0]?.content);
  });

  it('of which more entries change than the threshold has room for', async () => {
    const run = await openWith('3.2', {}, { rawPushThreshold: 3 });

    expect((await run.deploy(config, mapOf(after))).end).toMatchObject({ strategy: 'runtime' });
    expect((await run.deploy(heavier, mapOf(before))).end).toMatchObject({ strategy: 'raw' });
  });

  it('where the configuration changes with it in what takes one', async () => {
    const run = await openWith();

    expect((await run.deploy(`${config}\nbackend more from base\n`, mapOf(after))).end).toMatchObject({ strategy: 'raw' });
    expect(await shown(run)).toEqual(wanted);
  });

  it('where it is not known that the process runs what is stored', async () => {
    const run = await openWith();
    run.sandbox.foreignCommit(heavier);

    expect((await run.deploy(heavier, mapOf(after))).end).toMatchObject({ strategy: 'raw' });
  });

  it.each([
    ['404', { kind: 'status', status: 404 }],
    ['500', { kind: 'status', status: 500 }],
    ['no JSON', { kind: 'garbage' }],
  ] as const)('where the API tells nothing of the running map: %s', async (_, effect) => {
    const run = await openWith();
    run.sandbox.faults = { rules: [{ method: 'GET', path: '*/runtime/maps/*', effect }] };

    expect((await run.deploy(config, mapOf(after))).end).toMatchObject({ strategy: 'raw' });
  });
});

it('D6 calls a map open whose entries were changed before the reload that failed, and puts them right afterwards', async () => {
  const run = await openWith();
  run.sandbox.faults = { failReloads: 1, rules: [{ method: 'POST', path: '*/entries', effect: { kind: 'status', status: 500 } }] };

  const { end } = await run.deploy(config, mapOf(after));

  expect(end).toMatchObject({ type: 'InstanceDeploymentFailedEvent', outcome: 'unknown', error: { code: 'reload_failed' } });
  expect([run.file('maps/hosts.map'), await shown(run)]).toEqual([before, { 'a.example': 'one', 'b.example': '2' }]);

  run.sandbox.faults = {};
  const { reloads } = run.sandbox.state;
  expect((await run.deploy(config, mapOf(before))).end).toMatchObject({ type: 'InstanceDeployedEvent' });
  expect([await shown(run), run.sandbox.state.reloads - reloads]).toEqual([{ 'a.example': 'one', 'b.example': 'two', 'c.example': 'three' }, 0]);
});

it.each([
  ['that are as wanted then', [{ key: 'a', value: '1' }], true],
  ['of which one is missing', [], false],
  ['of which one is another', [{ key: 'a', value: '0' }], false],
  ['of which one is too many', [{ key: 'a', value: '1' }, { key: 'b', value: '1' }], false],
  ['of a map that is not loaded any more', undefined, false],
])('D5 reads entries back, whatever the API said of the changes: those %s', async (_, shown, reached) => {
  const maps: MapClient = { entries: () => of(shown), add: () => of(undefined), set: () => of(undefined), remove: () => of(undefined) };
  const map = { name: 'hosts.map', entries: () => new Map([['a', '1']]), exact: true };

  expect(await firstValueFrom(changeMaps({ client: fakeClient({ maps }), progress: noProgress() }, [{ map, changes: [{ action: 'add', key: 'a', value: '1' }] }]), { defaultValue: undefined })).toBe(reached);
});

describe('R4 the running entries of maps', () => {
  const check = async (run: FilesRun, text: string, files: AuxiliaryFiles): Promise<readonly unknown[]> => {
    const found: unknown[] = [];
    for (let pass = 0; pass < 5; pass += 1) found.push((await run.deploy(text, files, true)).drift?.operations);
    return found.filter((operations) => operations !== undefined);
  };

  it('are put right, entry by entry, where somebody changed them in the process', async () => {
    const run = await openWith();
    const { reloads } = run.sandbox.state;
    for (const command of [`set map ${path} a.example theirs`, `add map ${path} x.example theirs`, `del map ${path} b.example`]) await run.sandbox.haproxy.execute(command);

    expect(await check(run, config, mapOf(before))).toEqual([{ running_map_update: 1 }]);
    expect([await shown(run), run.sandbox.state.reloads]).toEqual([{ 'a.example': 'one', 'b.example': 'two', 'c.example': 'three' }, reloads]);
  });

  it('are put right where a key was added once more', async () => {
    const run = await openWith();
    await run.sandbox.haproxy.execute(`add map ${path} a.example theirs`);

    expect(await check(run, config, mapOf(before))).toEqual([{ running_map_update: 1 }]);
    expect((await run.sandbox.running()).maps.get(path)?.filter(({ key }) => key === 'a.example')).toMatchObject([{ value: 'one' }]);
  });

  it.each([
    ['more than a hundred entries', Array.from({ length: 101 }, (_, index) => `k${index}`)],
    ['a key that no command takes back', ['/path']],
  ])('are put right by a reload where somebody added %s', async (_, keys) => {
    const run = await openWith();
    const { reloads } = run.sandbox.state;
    for (const key of keys) await run.sandbox.haproxy.execute(`add map ${path} ${key} theirs`);

    expect(await check(run, config, mapOf(before))).toEqual([{ running_map_update: 1 }]);
    expect([Object.values(await shown(run)).includes('theirs'), run.sandbox.state.reloads]).toEqual([false, reloads + 1]);
  });

  it('are passed by where the API does not tell them', async () => {
    const run = await openWith();
    run.sandbox.faults = { rules: [{ method: 'GET', path: '*/runtime/maps/*', effect: { kind: 'status', status: 500 } }] };

    expect(await check(run, config, mapOf(before))).toEqual([]);
  });

  it('are put right by a reload where the map is not looked up by whole strings', async () => {
    const text = configFor(lookUp.replace('map(', 'map_beg('));
    const run = await openFilesRun('3.2');
    await run.deploy(text, mapOf(before));
    const { reloads } = run.sandbox.state;
    await run.sandbox.haproxy.execute(`set map ${path} a.example theirs`);

    expect(await check(run, text, mapOf(before))).toEqual([{ running_map_update: 1 }]);
    expect([(await shown(run))['a.example'], run.sandbox.state.reloads]).toEqual(['one', reloads + 1]);
  });

  it('are left alone where a rule changes them', async () => {
    const text = configFor(lookUp, `http-request set-map(${path}) %[src] x`);
    const run = await openFilesRun('3.2');
    await run.deploy(text, mapOf(before));
    await run.sandbox.haproxy.execute(`set map ${path} a.example theirs`);

    expect(await check(run, text, mapOf(before))).toEqual([]);
    expect((await shown(run))['a.example']).toBe('theirs');
  });

  it('stand beside values, whose drift alone is put right without a reload whatever the threshold for changes of maps', async () => {
    const run = await openWith('3.2', {}, { rawPushThreshold: 1 });
    const { reloads } = run.sandbox.state;
    for (const command of ['set server be/s1 weight 7', 'set server be/s1 addr 10.0.0.9 port 81']) await run.sandbox.haproxy.execute(command);
    for (let pass = 0; pass < 5; pass += 1) await run.deploy(config, mapOf(before), true);

    expect([(await run.sandbox.running()).backends[0]?.servers[0], run.sandbox.state.reloads]).toEqual([expect.objectContaining({ address: '10.0.0.1', weight: 1 }), reloads]);
  });

  it('R5 are told of and left alone by a check that only warns', async () => {
    const run = await openWith('3.2', {}, { driftMode: 'warn' });
    await run.sandbox.haproxy.execute(`set map ${path} a.example theirs`);

    expect(await check(run, config, mapOf(before))).toEqual([{ running_map_update: 1 }]);
    expect([run.writes(), (await shown(run))['a.example']]).toEqual([[], 'theirs']);
  });
});
