import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import nock from 'nock';
import { createConnections, type Connections } from '../../lib/dataplane/createConnections.js';
import { createGotClient } from '../../lib/dataplane/gotClient.js';
import type { StorageClient } from '../../lib/dataplane/StorageClient.js';
import { hashIssuers } from '../../lib/haproxy/certificateTraits.js';
import { errorOf } from '../support/errorOf.js';
import { oneValue } from '../support/oneValue.js';

const url = 'http://lb1.test:5555';
const skip = { skip_reload: 'true' };
const content = 'example.com backend-of-example\n';

let connections: Connections;
const storage = (): StorageClient => {
  const { storage: found } = createGotClient({ url, username: 'admin', password: 'kept-to-ourselves' }, { connections });
  if (!found) throw new Error('the client keeps files');
  return found;
};

/** An API of this version. */
const open = (version: string) => {
  const base = version.startsWith('v2') ? '/v2' : '/v3';
  if (base === '/v2') nock(url).get('/v3/info').reply(404);
  nock(url).get(`${base}/info`).reply(200, { api: { version } });
  return { path: (rest: string): string => `${base}/services/haproxy/storage/${rest}`, api: nock(url) };
};

/** A form with just this file. */
const form = (name: string, text: string) => (body: unknown): boolean =>
  typeof body === 'string' && body.includes(`name="file_upload"; filename="${name}"`) && body.includes(`\r\n\r\n${text}\r\n--`);

beforeAll(() => {
  nock.disableNetConnect();
});
beforeEach(() => {
  connections = createConnections();
});
afterEach(() => {
  connections.close();
  expect(nock.pendingMocks()).toEqual([]);
  nock.abortPendingRequests();
  nock.cleanAll();
});
afterAll(() => {
  nock.enableNetConnect();
  nock.restore();
});

describe.each(['v2.9.27 x', 'v3.2.15 x'])('the storage of %s (facts 6)', (version) => {
  it('lists names and paths', async () => {
    const { api, path } = open(version);
    api.get(path('maps')).reply(200, [{ description: 'd', file: '/etc/haproxy/maps/a.map', storage_name: 'a.map' }, { file: '/etc/haproxy/maps/b.map' }, { storage_name: 'c.map', file: '' }]);

    expect(await oneValue(storage().list('maps'))).toEqual([{ name: 'a.map', path: '/etc/haproxy/maps/a.map' }, { name: 'b.map', path: '/etc/haproxy/maps/b.map' }, { name: 'c.map' }]);
  });

  it.each([['null', null], ['wrapped', { _version: 1, data: [] }]])('takes %s for an empty list', async (_name, body) => {
    const { api, path } = open(version);
    api.get(path('general')).reply(200, JSON.stringify(body));

    expect(await oneValue(storage().list('general'))).toEqual([]);
  });

  it('reads a file, or that there is none', async () => {
    const { api, path } = open(version);
    api.get(path('maps/a.map')).reply(200, content).get(path('maps/b.map')).reply(404, { code: 404, message: 'no' });

    expect(await oneValue(storage().read('maps', 'a.map'))).toBe(content);
    expect(await oneValue(storage().read('maps', 'b.map'))).toBeUndefined();
  });

  it('creates files as a form; only certificates are told not to reload', async () => {
    const { api, path } = open(version);
    api.post(path('maps'), form('a.map', content)).matchHeader('content-type', /^multipart\/form-data; boundary=/).reply(201, { file: '/etc/haproxy/maps/a.map' });
    api.post(path('ssl_certificates'), form('a.pem', content)).query(skip).reply(202, {}, { 'Reload-ID': '2026-08-14-3' });

    expect(await oneValue(storage().create('maps', 'a.map', content))).toEqual({ path: '/etc/haproxy/maps/a.map' });
    expect(await oneValue(storage().create('ssl_certificates', 'a.pem', content))).toEqual({ reloadId: '2026-08-14-3' });
  });

  it.each([['maps', 204], ['ssl_certificates', 200]] as const)('replaces a file of %s as plain text, without a reload', async (store, status) => {
    const { api, path } = open(version);
    api.put(path(`${store}/a.map`), content).query(skip).matchHeader('content-type', 'text/plain').reply(status, status === 200 ? {} : undefined);

    expect(await oneValue(storage().replace(store, 'a.map', content))).toEqual({});
  });

  it('10.19 creates what is not there to be replaced, and replaces what is there already', async () => {
    const { api, path } = open(version);
    api.put(path('maps/a.map')).query(skip).reply(404).post(path('maps'), form('a.map', content)).reply(201, {});
    api.post(path('maps')).reply(409, { code: 409, message: 'file already exists' }).put(path('maps/b.map'), content).query(skip).reply(204);

    expect(await oneValue(storage().replace('maps', 'a.map', content))).toEqual({});
    expect(await oneValue(storage().create('maps', 'b.map', content))).toEqual({});
  });

  it.each([[204, true], [202, true], [404, true], [409, false]])('10.25 tells by a %d to a removal whether the file is gone: %j', async (status, gone) => {
    const { api, path } = open(version);
    api.delete(path('general/a.txt')).reply(status);

    expect(await oneValue(storage().remove('general', 'a.txt'))).toBe(gone);
  });

  it.each([[404, true], [200, false]])('looks, after a failed removal of a certificate, whether it is there: %d', async (status, gone) => {
    const { api, path } = open(version);
    api.delete(path('ssl_certificates/a.pem')).query(skip).reply(500, { code: 500, message: 'no runtime socket' }).get(path('ssl_certificates/a.pem')).reply(status, {});

    const removed = storage().remove('ssl_certificates', 'a.pem');

    if (gone) expect(await oneValue(removed)).toBe(true);
    else expect(await errorOf(removed)).toMatchObject({ code: 'api_error', stage: 'files' });
  });

  it('tells certificates apart by size, serial and issuers in any order', async () => {
    const { api, path } = open(version);
    api.get(path('ssl_certificates/a.pem')).reply(200, { size: 5, serial: '77', issuers: 'B, A' }).get(path('ssl_certificates/b.pem')).reply(200, { issuers: '' });

    expect(await oneValue(storage().certificate('a.pem'))).toEqual({ size: 5, serial: '77', issuers: hashIssuers('A, B') });
    expect(await oneValue(storage().certificate('b.pem'))).toEqual({});
  });

  it.each([
    ['failed to parse certificate', 'rejected', false, 'untouched'],
    ['write /etc/haproxy/ssl/a.pem: no space left on device', 'api_error', true, 'unknown'],
  ])('a 500 to a certificate saying "%s" is %s', async (message, code, retryable, outcome) => {
    const { api, path } = open(version);
    api.post(path('ssl_certificates')).query(skip).reply(500, { code: 500, message: `${message}: example.com backend-of-example` });

    const error = await errorOf(storage().create('ssl_certificates', 'a.pem', content));

    expect(error).toMatchObject({ code, retryable, outcome, stage: 'files' });
    expect(error.message).not.toContain('backend-of-example');
  });

  it('names the file in errors and quotes no line of it', async () => {
    const { api, path } = open(version);
    api.post(path('maps')).reply(400, { code: 400, message: 'cannot take example.com backend-of-example' });

    const error = await errorOf(storage().create('maps', 'a.map', content));

    expect(error.message).toContain('maps/a.map');
    expect(error.message).not.toContain('backend-of-example');
  });
});

describe('replacing a general file (facts 10.22)', () => {
  it.each([
    ['v2.9.27', 'text'], ['v3.0.0 x', 'text'], ['v3.0.4 x', 'form'], ['v3.2.15', 'form'],
  ])('%s takes it as %s', async (version, shape) => {
    const { api, path } = open(version);
    api.put(path('general/a.txt'), shape === 'text' ? content : form('a.txt', content)).query(skip).reply(204);

    expect(await oneValue(storage().replace('general', 'a.txt', content))).toEqual({});
  });

  it.each(['v3.0.1', 'v3.0.3 x'])('%s would cut it: it is removed and created', async (version) => {
    const { api, path } = open(version);
    api.delete(path('general/a.txt')).reply(204).post(path('general'), form('a.txt', content)).reply(201, {});

    expect(await oneValue(storage().replace('general', 'a.txt', content))).toEqual({});
  });

  it('3.0.2 cannot replace one that the configuration refers to: incompatible', async () => {
    const { api, path } = open('v3.0.2');
    api.delete(path('general/a.txt')).reply(409);

    expect(await errorOf(storage().replace('general', 'a.txt', content))).toMatchObject({ code: 'incompatible', outcome: 'untouched' });
  });

  it('a build without version is asked the other way after a 415', async () => {
    nock(url).get('/v3/specification').reply(200, { info: { version: '3.0' } });
    const { api, path } = open(' dev.dirty');
    api.put(path('general/a.txt'), form('a.txt', content)).query(skip).reply(415).put(path('general/a.txt'), content).query(skip).reply(204);

    expect(await oneValue(storage().replace('general', 'a.txt', content))).toEqual({});
  });
});
