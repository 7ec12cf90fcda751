import { describe, expect, it } from '@jest/globals';
import type { AuxiliaryFiles } from '../../lib/events/types.js';
import { readManifest } from '../../lib/haproxy/manifest.js';
import { closeFilesRunsAfterEach, manifestKey, openFilesRun, pems, type FilesRun } from '../support/deployFiles.js';

closeFilesRunsAfterEach();

const manifestPath = `storage/${manifestKey}`;
const uses = {
  // Not by whole strings: a change of it takes a reload.
  hosts: 'http-request set-header X-Host %[path,map_beg(/etc/haproxy/maps/hosts.map)]',
  error: 'errorfile 503 /etc/haproxy/general/503.http',
  cert: 'bind :443 ssl crt /etc/haproxy/ssl/site.pem',
};
const configFor = (...lines: readonly string[]): string =>
  [
    'global', '  stats socket /var/run/haproxy.sock mode 600 level admin', '', 'defaults base', '  mode http', '  timeout connect 5s', '  timeout client 30s', '  timeout server 30s', '',
    'frontend fe from base', '  bind :80', ...lines.map((line) => `  ${line}`), '  default_backend be', '', 'backend be from base', '  server s1 10.0.0.1:80', '',
  ].join('\n');
const all = configFor(uses.error, uses.cert, uses.hosts);

interface Contents {
  readonly map?: string;
  readonly error?: string;
  readonly pem?: string;
}
const filesOf = ({ map = 'a 1\n', error = 'HTTP/1.0 503\r\n\r\n', pem = pems[0] }: Contents = {}): AuxiliaryFiles => ({
  maps: [{ path: '/somewhere/hosts.map', content: map }],
  generalFiles: [{ path: '503.http', content: error }],
  sslCertificates: [{ path: 'site.pem', content: pem }],
});
const owned = ({ file }: FilesRun): readonly string[] | undefined =>
  readManifest(file(manifestKey) ?? '')?.map(({ store, name, sha256 }) => `${store}/${name}${sha256 === undefined ? ' open' : ''}`).toSorted();
const stored = ({ file }: FilesRun): readonly (string | undefined)[] => [file('maps/hosts.map'), file('general/503.http'), file('ssl_certificates/site.pem')];

describe.each(['2.9', '3.0', '3.2'] as const)('D6 files with API %s', (version) => {
  it('sends new files, the configuration and the manifest, in this order; another deployment writes nothing', async () => {
    const run = await openFilesRun(version);

    const { end } = await run.deploy(all, filesOf());

    expect(end).toMatchObject({ type: 'InstanceDeployedEvent', strategy: 'raw', operations: { map_create: 1, general_file_create: 1, ssl_certificate_create: 1 } });
    expect(run.writes()).toEqual(['POST storage/general', 'POST storage/ssl_certificates', 'POST storage/general', 'POST storage/maps', 'POST configuration/raw', `PUT ${manifestPath}`]);
    expect(stored(run)).toEqual(['a 1\n', 'HTTP/1.0 503\r\n\r\n', pems[0]]);
    expect(owned(run)).toEqual(['general/503.http', 'maps/hosts.map', 'ssl_certificates/site.pem']);

    expect((await run.deploy(all, filesOf())).end).toMatchObject({ strategy: 'noop', operations: {} });
    expect(run.requests()).toEqual(['GET configuration/version']);
    run.restart();
    expect((await run.deploy(all, filesOf())).end).toMatchObject({ strategy: 'noop' });
    expect((await run.deploy(all, filesOf(), true)).end).toMatchObject({ strategy: 'noop' });
    expect(run.writes()).toEqual([]);
  });

  it('sends only what changed, and reloads once for it, though the configuration is the same', async () => {
    const run = await openFilesRun(version);
    await run.deploy(all, filesOf());
    run.writes();
    const { reloads } = run.sandbox.state;

    const { end } = await run.deploy(all, filesOf({ map: 'a 2\n' }));

    expect(end).toMatchObject({ strategy: 'raw', operations: { map_update: 1 } });
    expect(run.writes()).toEqual([`PUT ${manifestPath}`, 'PUT storage/maps/hosts.map', 'POST configuration/raw', `PUT ${manifestPath}`]);
    expect([run.file('maps/hosts.map'), run.sandbox.state.reloads]).toEqual(['a 2\n', reloads + 1]);
  });

  it('replaces a general file and a certificate', async () => {
    const run = await openFilesRun(version);
    await run.deploy(all, filesOf());

    const { end } = await run.deploy(all, filesOf({ error: 'HTTP/1.0 503 no\r\n\r\n', pem: pems[1] }));

    expect(end).toMatchObject({ strategy: 'raw', operations: { general_file_update: 1, ssl_certificate_update: 1 } });
    expect(stored(run)).toEqual(['a 1\n', 'HTTP/1.0 503 no\r\n\r\n', pems[1]]);
    run.restart();
    expect((await run.deploy(all, filesOf({ error: 'HTTP/1.0 503 no\r\n\r\n', pem: pems[1] }), true)).end).toMatchObject({ strategy: 'noop' });
  });

  it('removes what is obsolete after the configuration that used it, and in the end the manifest', async () => {
    const run = await openFilesRun(version);
    await run.deploy(all, filesOf());
    run.writes();

    const { end } = await run.deploy(configFor(), {});

    expect(end).toMatchObject({ strategy: 'raw', operations: { map_delete: 1, general_file_delete: 1, ssl_certificate_delete: 1 } });
    const [first, ...rest] = run.writes();
    expect([first, rest.toSorted()]).toEqual([
      'POST configuration/raw',
      ['DELETE storage/general/503.http', `DELETE ${manifestPath}`, 'DELETE storage/maps/hosts.map', 'DELETE storage/ssl_certificates/site.pem'],
    ]);
    expect([...stored(run), run.file(manifestKey)]).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('keeps an obsolete file that the configuration still names, as its own, tries nothing and counts nothing', async () => {
    const run = await openFilesRun(version);
    await run.deploy(all, filesOf());
    const { maps, sslCertificates, ...others } = filesOf();
    run.writes();

    const { end } = await run.deploy(all, others);

    expect([maps?.length, sslCertificates?.length, run.writes()]).toEqual([1, 1, []]);
    expect(end).toMatchObject({ type: 'InstanceDeployedEvent', strategy: 'noop', operations: {} });
    expect(owned(run)).toEqual(['general/503.http', 'maps/hosts.map', 'ssl_certificates/site.pem']);
    expect([run.file('maps/hosts.map'), run.file('ssl_certificates/site.pem')]).toEqual(['a 1\n', pems[0]]);

    await run.deploy(configFor(uses.error, uses.cert), others);
    expect(owned(run)).toEqual(['general/503.http', 'ssl_certificates/site.pem']);
  });

  it('removes nothing without a manifest', async () => {
    const run = await openFilesRun(version);
    run.sandbox.writeFile('/etc/haproxy/maps/theirs.map', 'a 1\n');
    await run.deploy(all, filesOf());
    run.sandbox.writeFile(`/etc/haproxy/${manifestKey}`, 'spoilt');

    await run.deploy(configFor(), {});

    expect([...stored(run), run.file('maps/theirs.map')]).toEqual(['a 1\n', 'HTTP/1.0 503\r\n\r\n', pems[0], 'a 1\n']);
  });

  it('puts replaced maps and general files back when the configuration is refused, removes new ones, and says which certificate stays', async () => {
    const run = await openFilesRun(version);
    await run.deploy(all, filesOf());
    run.sandbox.faults = { refuseConfig: 'parsing: no such thing' };
    const more = { ...filesOf({ map: 'a 2\n', error: 'x\n', pem: pems[1] }), sslCaFiles: [{ path: 'ca.pem', content: 'new\n' }] };

    const { end } = await run.deploy(all, more);

    expect(end).toMatchObject({ type: 'InstanceDeploymentFailedEvent', outcome: 'reverted', error: { code: 'rejected' } });
    expect(JSON.stringify(end)).toContain('site.pem');
    expect([...stored(run), run.file('general/ca.pem')]).toEqual(['a 1\n', 'HTTP/1.0 503\r\n\r\n', pems[1], undefined]);
    expect(owned(run)).toEqual(['general/503.http', 'maps/hosts.map', 'ssl_certificates/site.pem open']);

    run.sandbox.faults = {};
    expect((await run.deploy(all, filesOf())).end).toMatchObject({ type: 'InstanceDeployedEvent', strategy: 'raw' });
    expect(stored(run)[2]).toBe(pems[0]);
  });

  it('leaves an endpoint untouched whose first files were sent for a configuration that is refused', async () => {
    const run = await openFilesRun(version, { faults: { refuseConfig: 'parsing: no such thing' } });
    const before = run.sandbox.state.files;

    const { end } = await run.deploy(all, filesOf());

    expect(end).toMatchObject({ outcome: 'untouched', error: { code: 'rejected', stage: 'apply' } });
    expect(run.sandbox.state.files).toEqual(before);
  });

  it('D8a puts the files back after a failed reload', async () => {
    const run = await openFilesRun(version);
    await run.deploy(all, filesOf());
    run.sandbox.faults = { failReloads: 1 };

    const { end } = await run.deploy(all, filesOf({ map: 'a 2\n' }));

    expect(end).toMatchObject({ outcome: 'reverted', error: { code: 'reload_failed' } });
    expect([stored(run)[0], owned(run)?.some((line) => line.endsWith('open'))]).toEqual(['a 1\n', false]);
  });

  it('D7 comes through conflicts with its files', async () => {
    const run = await openFilesRun(version);
    await run.deploy(all, filesOf());
    run.sandbox.faults = { conflicts: 2 };

    const { end } = await run.deploy(all, filesOf({ map: 'a 2\n' }));

    expect(end).toMatchObject({ type: 'InstanceDeployedEvent', retries: 2 });
    expect(stored(run)[0]).toBe('a 2\n');
  });

  it('R4 a check finds a file that somebody changed, within as many passes as it takes to read all', async () => {
    const run = await openFilesRun(version);
    await run.deploy(all, filesOf());
    run.sandbox.writeFile('/etc/haproxy/maps/hosts.map', 'foreign 1\n');
    const found = [];
    for (let pass = 0; pass < 3; pass += 1) found.push((await run.deploy(all, filesOf(), true)).drift?.operations);

    expect(found.filter((operations) => operations !== undefined)).toEqual([{ map_update: 1 }]);
    expect(run.file('maps/hosts.map')).toBe('a 1\n');
  });

  it('R5 a check that only warns writes nothing', async () => {
    const run = await openFilesRun(version, {}, { driftMode: 'warn' });
    await run.deploy(configFor(uses.hosts), { maps: [{ path: 'hosts.map', content: 'a 1\n' }] });
    run.sandbox.writeFile('/etc/haproxy/maps/hosts.map', 'foreign 1\n');
    run.writes();

    const { end } = await run.deploy(configFor(uses.hosts), { maps: [{ path: 'hosts.map', content: 'a 1\n' }] }, true);

    expect(end).toMatchObject({ error: { code: 'drifted' } });
    expect(run.writes()).toEqual([]);
  });

  it('R4 a check finds a certificate that somebody replaced by what the API tells of it', async () => {
    const run = await openFilesRun(version);
    await run.deploy(configFor(uses.cert), { sslCertificates: [{ path: 'site.pem', content: pems[0] }] });
    run.sandbox.writeFile('/etc/haproxy/ssl/site.pem', pems[1]);

    const { drift } = await run.deploy(configFor(uses.cert), { sslCertificates: [{ path: 'site.pem', content: pems[0] }] }, true);

    expect([drift?.operations, run.file('ssl_certificates/site.pem')]).toEqual([{ ssl_certificate_update: 1 }, pems[0]]);
  });

  const when = version === '3.0' ? 'before' : 'after';
  it(`comes to the wanted state wherever a process before it died ${when} a write, and leaves nothing open`, async () => {
    const changed = configFor(uses.error, uses.cert);
    const wanted: AuxiliaryFiles = { ...filesOf({ error: 'new\n', pem: pems[1] }), maps: [], sslCaFiles: [{ path: 'ca.pem', content: 'new\n' }] };
    let deaths = 0;
    for (let at = 1; ; at += 1) {
      const run = await openFilesRun(version);
      await run.deploy(all, filesOf());
      const end = await run.deployAndDie(changed, wanted, at, when);
      run.restart();

      expect((await run.deploy(changed, wanted)).end).toMatchObject({ type: 'InstanceDeployedEvent' });
      expect([at, ...stored(run), run.file('general/ca.pem')]).toEqual([at, undefined, 'new\n', pems[1], 'new\n']);
      expect(owned(run)).toEqual(['general/503.http', 'general/ca.pem', 'ssl_certificates/site.pem']);
      expect(run.sandbox.state.runningText).toContain('503.http');
      run.writes();
      run.restart();
      expect((await run.deploy(changed, wanted, true)).end).toMatchObject({ strategy: 'noop' });
      expect(run.writes()).toEqual([]);
      if (end === 'lived') break;
      deaths += 1;
    }

    expect(deaths).toBe(7);
  });
});

describe('D6 names and references', () => {
  it('refuses names that the storage would change before anything is sent, and names what to use', async () => {
    const run = await openFilesRun('3.2');

    const { end } = await run.deploy(configFor(), { maps: [{ path: 'my.hosts.txt', content: 'a 1\n' }], generalFiles: [{ path: 'a b.txt', content: 'x' }] });

    expect(end).toMatchObject({ outcome: 'untouched', error: { code: 'rejected', stage: 'plan' } });
    expect(JSON.stringify(end)).toMatch(/a_b\.txt.*my_hosts\.map/);
    expect(run.writes()).toEqual([]);
  });

  it('refuses a reference into another folder than the storage’s where a listing tells it', async () => {
    const run = await openFilesRun('3.2');
    run.sandbox.writeFile('/etc/haproxy/maps/theirs.map', 'a 1\n');

    const { end } = await run.deploy(configFor(uses.hosts.replace('/etc/haproxy/maps', '/elsewhere')), { maps: [{ path: 'hosts.map', content: 'a 1\n' }] });

    expect(end).toMatchObject({ outcome: 'untouched', error: { code: 'rejected', stage: 'plan' } });
    expect(JSON.stringify(end)).toContain('/etc/haproxy/maps/hosts.map');
    expect(run.writes()).toEqual([]);
  });

  it('finds the folder of an empty storage by its first file, which it takes back where the configuration looks elsewhere', async () => {
    const run = await openFilesRun('3.2');

    const { end } = await run.deploy(configFor(uses.hosts.replace('/etc/haproxy/maps', '/elsewhere')), { maps: [{ path: 'hosts.map', content: 'a 1\n' }] });

    expect(end).toMatchObject({ outcome: 'untouched', error: { code: 'rejected', stage: 'files' } });
    expect(run.writes().filter((line) => line.includes('configuration'))).toEqual([]);
    expect(run.sandbox.state.files).toEqual({});
  });

  it('calls a certificate that the API does not take rejected, and quotes nothing of it', async () => {
    const run = await openFilesRun('3.2');
    const [certificate, key] = [pems[0].slice(0, pems[0].indexOf('-----BEGIN PRIVATE')), pems[1].slice(pems[1].lastIndexOf('-----BEGIN'))];

    const { end } = await run.deploy(configFor(uses.cert), { sslCertificates: [{ path: 'site.pem', content: `${certificate}${key}` }] });

    expect(end).toMatchObject({ outcome: 'untouched', error: { code: 'rejected', stage: 'files' } });
    expect(JSON.stringify(end)).not.toContain(key.split('\n')[1]);
  });

  it('sends half of a surrogate pair as UTF-8 has it, and takes it for the same afterwards', async () => {
    const run = await openFilesRun('3.2');
    const files = { maps: [{ path: 'hosts.map', content: 'a t\ud800wo\n' }] };
    await run.deploy(configFor(uses.hosts), files);

    run.restart();

    expect([(await run.deploy(configFor(uses.hosts), files, true)).end, run.file('maps/hosts.map')]).toMatchObject([{ strategy: 'noop' }, 'a t\ufffdwo\n']);
  });

  it('sends an empty map as a line end, and takes it for the same afterwards', async () => {
    const run = await openFilesRun('3.2');
    const files = { maps: [{ path: 'hosts.map', content: '' }] };
    await run.deploy(configFor(uses.hosts), files);

    run.restart();

    expect([(await run.deploy(configFor(uses.hosts), files, true)).end, run.file('maps/hosts.map')]).toMatchObject([{ strategy: 'noop' }, '\n']);
  });
});
