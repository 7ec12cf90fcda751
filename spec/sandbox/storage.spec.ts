import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { sanitiseName } from '../../lib/sandbox/state/sanitiseName.js';
import { closeSandboxesAfterEach, configOf, openSandbox } from './support/openSandbox.js';

closeSandboxesAfterEach();

const text = { 'content-type': 'text/plain' };
const pem = readFileSync(new URL('../fixtures/sandbox.example.pem', import.meta.url), 'utf8');
const certificateOnly = pem.slice(0, pem.indexOf('-----BEGIN PRIVATE'));

describe('sanitiseName (facts 6)', () => {
  it.each([
    ['example.com.pem', 'example_com.pem'],
    ['a b+c.map', 'a_b_c.map'],
    ['.hidden', '_hidden'],
    ['*.x.y.pem', '_x_y.pem'],
    ['/etc/haproxy/maps/hosts.map', 'hosts.map'],
    ['plain', 'plain'],
    ['back\\slash-1.txt', 'back\\slash-1.txt'],
  ])('makes %s to %s', (name, sanitised) => {
    expect(sanitiseName(name)).toBe(sanitised);
  });
});

describe('storage of a sandbox (facts 6)', () => {
  it.each(['maps', 'general', 'ssl_crt_lists'])('%s gives back what was sent, byte for byte', async (store) => {
    const { ask, upload } = await openSandbox();
    const content = 'é \u0001 a\r\nb\n';

    await upload(`/storage/${store}`, 'hosts.map', content);
    const read = await ask('GET', `/storage/${store}/hosts.map`);

    expect([read.status, read.headers['content-type'], read.text]).toEqual([200, 'application/octet-stream', content]);
  });

  it('a new map never reloads; the same name once more is 409', async () => {
    const { upload, sandbox } = await openSandbox();

    const created = await upload('/storage/maps', 'hosts.map', 'a b\n');
    const again = await upload('/storage/maps', 'hosts.map', 'a b\n');

    expect([created.status, created.json()]).toEqual([201, { description: 'managed map file', file: '/etc/haproxy/maps/hosts.map', storage_name: 'hosts.map', size: 4 }]);
    expect([again.status, sandbox.state.pendingReloadId]).toEqual([409, undefined]);
  });

  it('lists tell names and paths only', async () => {
    const { ask, upload } = await openSandbox();
    await upload('/storage/general', 'b.txt', 'x');
    await upload('/storage/general', 'a.b.txt', 'x');

    expect((await ask('GET', '/storage/general')).json()).toEqual([
      { description: 'managed general use file', file: '/etc/haproxy/general/a_b.txt', storage_name: 'a_b.txt' },
      { description: 'managed general use file', file: '/etc/haproxy/general/b.txt', storage_name: 'b.txt' },
    ]);
  });

  it('a map of another ending gets .map behind its name, under which it is then not found by the name given', async () => {
    const { ask, upload } = await openSandbox();

    const created = await upload('/storage/maps', 'foo.txt', 'a b\n');

    expect(created.pick('storage_name')).toBe('foo.txt.map');
    expect((await ask('GET', '/storage/maps/foo.txt')).status).toBe(404);
    expect((await ask('GET', '/storage/maps/foo.txt.map')).status).toBe(404);
  });

  it.each([
    [{}, 202, '2026-08-14-0'],
    [{ skip_reload: true }, 204, undefined],
    [{ force_reload: true }, 204, undefined],
  ])('replacing a map with %j is %i', async (query, status, reloadId) => {
    const { ask, upload } = await openSandbox();
    await upload('/storage/maps', 'hosts.map', 'a b\n');

    const replaced = await ask('PUT', '/storage/maps/hosts.map', { query, body: 'a c\n', headers: text });

    expect([replaced.status, replaced.headers['reload-id']]).toEqual([status, reloadId]);
    expect((await ask('GET', '/storage/maps/hosts.map')).text).toBe('a c\n');
  });

  it('replacing never creates, and an empty body is refused', async () => {
    const { ask, upload } = await openSandbox();
    await upload('/storage/maps', 'hosts.map', 'a b\n');

    expect((await ask('PUT', '/storage/maps/none.map', { body: 'a', headers: text })).status).toBe(404);
    expect((await ask('PUT', '/storage/maps/hosts.map', { headers: text })).status).toBe(422);
  });

  it('a general file is replaced as plain text in 2.9, as a form from 3.0', async () => {
    const old = await openSandbox({ apiVersion: '2.9' });
    const recent = await openSandbox({ apiVersion: '3.0' });
    for (const { upload } of [old, recent]) await upload('/storage/general', 'a.txt', 'x');
    const plain = { query: { skip_reload: true }, body: 'y', headers: text };

    expect((await old.ask('PUT', '/storage/general/a.txt', plain)).status).toBe(204);
    expect((await old.upload('/storage/general/a.txt', 'a.txt', 'y', {}, 'PUT')).status).toBe(415);
    expect((await recent.ask('PUT', '/storage/general/a.txt', plain)).status).toBe(415);
    expect((await recent.upload('/storage/general/a.txt', 'a.txt', 'y', { skip_reload: true }, 'PUT')).status).toBe(204);
    expect((await recent.ask('GET', '/storage/general/a.txt')).text).toBe('y');
  });

  it('a form without the part file_upload, or that is none, is 400', async () => {
    const { ask } = await openSandbox();
    const form = { 'content-type': 'multipart/form-data; boundary=edge' };

    const other = await ask('POST', '/storage/general', { headers: form, body: '--edge\r\nContent-Disposition: form-data; name="x"; filename="a"\r\n\r\na\r\n--edge--\r\n' });
    const cut = await ask('POST', '/storage/general', { headers: form, body: '--edge\r\nContent-Disposition: form-data; name="file_upload"; filename="a"\r\n\r\na' });

    expect([other.status, cut.status]).toEqual([400, 400]);
  });

  it('what the configuration in memory names by its absolute path, outside comments, is not deleted: 409', async () => {
    const { ask, upload, push } = await openSandbox();
    for (const name of ['used.map', 'comment.map']) await upload('/storage/maps', name, 'a b\n');
    await push(`${configOf('10.0.0.1:80')}  # /etc/haproxy/maps/comment.map\n  http-request set-header X %[path,map(/etc/haproxy/maps/used.map)]\n`, { version: 1, skip_reload: true });

    expect((await ask('DELETE', '/storage/maps/used.map')).status).toBe(409);
    expect((await ask('DELETE', '/storage/maps/comment.map')).status).toBe(204);
    expect((await ask('DELETE', '/storage/maps/comment.map')).status).toBe(404);
  });

  it('a configuration that names a file which is not there is refused', async () => {
    const { push, upload } = await openSandbox();
    const config = `${configOf('10.0.0.1:80')}  errorfile 503 /etc/haproxy/general/503.http\n`;

    const before = await push(config, { version: 1 });
    await upload('/storage/general', '503.http', 'HTTP/1.0 503\r\n\r\n');

    expect([before.status, (await push(config, { version: 1 })).status]).toEqual([400, 202]);
  });

  it('files are not taken back when the reload fails', async () => {
    const { ask, upload } = await openSandbox({ faults: { failReloads: 1 } });
    await upload('/storage/maps', 'hosts.map', 'a b\n');

    const forced = await ask('PUT', '/storage/maps/hosts.map', { query: { force_reload: true }, body: 'a c\n', headers: text });

    expect([forced.status, (await ask('GET', '/storage/maps/hosts.map')).text]).toEqual([400, 'a c\n']);
  });

  it('crt-lists are there from 3.2, always reload, and get their last newline', async () => {
    const old = await openSandbox({ apiVersion: '3.1' });
    const { ask, upload } = await openSandbox({ apiVersion: '3.2' });

    const created = await upload('/storage/ssl_crt_lists', 'list.txt', '/etc/haproxy/ssl/a.pem', { skip_reload: true });

    expect((await old.ask('GET', '/storage/ssl_crt_lists')).status).toBe(404);
    expect([created.status, created.headers['reload-id']]).toEqual([202, '2026-08-14-0']);
    expect((await ask('GET', '/storage/ssl_crt_lists/list.txt')).text).toBe('/etc/haproxy/ssl/a.pem\n');
    expect((await upload('/storage/ssl_crt_lists', 'empty.txt', '')).status).toBe(500);
  });
});

describe('certificates of a sandbox (facts 6)', () => {
  it('are described, never given back', async () => {
    const { ask, upload } = await openSandbox();
    await upload('/storage/ssl_certificates', 'sandbox.example.pem', pem);

    const read = await ask('GET', '/storage/ssl_certificates/sandbox.example.pem');

    expect(read.json()).toMatchObject({
      storage_name: 'sandbox_example.pem', file: '/etc/haproxy/ssl/sandbox_example.pem', size: pem.length,
      subject: 'sandbox.example', issuers: 'sandbox.example', domains: 'sandbox.example, www.sandbox.example', ip_addresses: '192.0.2.1', serial: expect.stringMatching(/^\d+$/),
    });
    expect(read.text).not.toContain('BEGIN');
  });

  it('of version 2.9 have neither subject nor serial', async () => {
    const { ask, upload } = await openSandbox({ apiVersion: '2.9' });
    await upload('/storage/ssl_certificates', 'a.pem', pem);

    const description = (await ask('GET', '/storage/ssl_certificates/a.pem')).json();

    expect(description).toHaveProperty('issuers');
    expect(description).not.toHaveProperty('serial');
  });

  it.each([['rubbish'], ['']])('%j is no certificate: 500', async (content) => {
    const { upload } = await openSandbox();

    expect((await upload('/storage/ssl_certificates', 'a.pem', content)).status).toBe(500);
  });

  it('without its key is refused as well, new or as a replacement', async () => {
    const { ask, upload } = await openSandbox();
    await upload('/storage/ssl_certificates', 'a.pem', pem);

    expect((await upload('/storage/ssl_certificates', 'b.pem', certificateOnly)).status).toBe(500);
    expect((await ask('PUT', '/storage/ssl_certificates/a.pem', { body: certificateOnly, headers: text })).status).toBe(500);
  });

  it.each([
    ['2.9', {}, 202], ['2.9', { skip_reload: true }, 202], ['2.9', { force_reload: true }, 201],
    ['3.1', {}, 202], ['3.1', { skip_reload: true }, 201],
    ['3.2', {}, 201],
  ] as const)('a new one in version %s with %j is %i', async (apiVersion, query, status) => {
    const { upload } = await openSandbox({ apiVersion });

    expect((await upload('/storage/ssl_certificates', 'a.pem', pem, query)).status).toBe(status);
  });

  it.each([[{}, 202], [{ skip_reload: true }, 200], [{ force_reload: true }, 200]])('replacing one with %j is %i', async (query, status) => {
    const { ask, upload } = await openSandbox();
    await upload('/storage/ssl_certificates', 'a.pem', pem);

    expect((await ask('PUT', '/storage/ssl_certificates/a.pem', { query, body: pem, headers: text })).status).toBe(status);
  });

  it('are deleted with a reload unless that is skipped', async () => {
    const { ask, upload } = await openSandbox();
    for (const name of ['a.pem', 'b.pem']) await upload('/storage/ssl_certificates', name, pem);

    expect((await ask('DELETE', '/storage/ssl_certificates/a.pem')).status).toBe(202);
    expect((await ask('DELETE', '/storage/ssl_certificates/b.pem', { query: { skip_reload: true } })).status).toBe(204);
  });
});
