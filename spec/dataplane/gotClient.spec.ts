import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { inspect } from 'node:util';
import nock from 'nock';
import { createConnections, type Connections } from '../../lib/dataplane/createConnections.js';
import type { DataPlaneClient, RawWrite } from '../../lib/dataplane/DataPlaneClient.js';
import { createGotClient, type GotClientOptions } from '../../lib/dataplane/gotClient.js';
import type { Endpoint } from '../../lib/events/types.js';
import { errorOf } from '../support/errorOf.js';
import { oneValue } from '../support/oneValue.js';

const url = 'http://lb1.test:5555';
const password = 'kept-to-ourselves';
const text = 'global\n  maxconn 100\n';
const headers = { 'Configuration-Version': '7', Date: 'Fri, 14 Aug 2026 08:42:35 GMT' };
const dateMs = Date.UTC(2026, 7, 14, 8, 42, 35);
const write: RawWrite = { text, version: 6, reload: 'forced', timeoutMs: 5_000 };

let connections: Connections;
const client = (entry: Partial<Endpoint> = {}, options: Partial<GotClientOptions> = {}): DataPlaneClient =>
  createGotClient({ url, username: 'admin', password, ...entry }, { connections, ...options });
const api = () => nock(url);
const v3 = () => api().get('/v3/info').reply(200, { api: { version: 'v3.2.15 6c3065d9' }, system: {} });
const v2 = () => {
  api().get('/v3/info').reply(404, { code: 404, message: 'path /v3/info was not found' });
  api().get('/v2/info').reply(200, { api: { version: 'v2.9.27 9818b7d1' }, system: {} });
};

beforeAll(() => {
  nock.disableNetConnect();
});
beforeEach(() => {
  connections = createConnections();
});
afterEach(() => {
  connections.close();
  nock.abortPendingRequests();
  nock.cleanAll();
});
afterAll(() => {
  nock.enableNetConnect();
  nock.restore();
});

describe('createGotClient: the version (facts 0, 1)', () => {
  it('is 3.x where /v3/info answers', async () => {
    v3();

    expect(await oneValue(client().info())).toEqual({ major: 3, minor: 2, version: 'v3.2.15 6c3065d9' });
  });

  it('is 2.x where /v3/info answers 404 and /v2/info answers', async () => {
    v2();

    expect(await oneValue(client().info())).toEqual({ major: 2, minor: 9, version: 'v2.9.27 9818b7d1' });
  });

  it('ends at a 401: the API is there and refuses the credentials', async () => {
    api().get('/v3/info').reply(401, { code: 401, message: 'unauthorized' });

    expect(await errorOf(client().info())).toMatchObject({ code: 'unauthorized', stage: 'connect', retryable: false, status: 401 });
  });

  it('is incompatible where neither base path answers', async () => {
    api().get('/v3/info').reply(404).get('/v2/info').reply(404);

    expect(await errorOf(client().info())).toMatchObject({ code: 'incompatible', status: 404 });
  });

  it('tries a given base path alone, and hints at it where it answers 404', async () => {
    api().get('/v2/info').reply(404);

    const error = await errorOf(client({ basePath: 'v2' }).info());

    expect(error).toMatchObject({ code: 'incompatible' });
    expect(error.hints.join()).toContain('/v2');
  });

  it('is taken from the specification by a build that does not know it', async () => {
    api().get('/v3/info').reply(200, { api: { version: ' dev.dirty' } });
    api().get('/v3/specification').reply(200, { info: { version: '3.1' } });

    expect(await oneValue(client().info())).toEqual({ major: 3, minor: 1, version: ' dev.dirty' });
  });

  it('has no minor where the specification is not there either', async () => {
    api().get('/v3/info').reply(200, { api: { version: ' dev.dirty' } });
    api().get('/v3/specification').reply(404);

    expect(await oneValue(client().info())).toEqual({ major: 3, version: ' dev.dirty' });
  });

  it('is an api_error where /v3/info is no JSON', async () => {
    api().get('/v3/info').reply(200, '<html>hello</html>');

    expect(await errorOf(client().info())).toMatchObject({ code: 'api_error' });
  });

  it('is asked for once, over clients that share their connections', async () => {
    v3();
    await oneValue(client().info());

    expect(await oneValue(client().info())).toMatchObject({ major: 3 });
  });

  it('is forgotten when a route is not there, for another API may have come', async () => {
    v3();
    api().get('/v3/services/haproxy/configuration/version').reply(404);
    await errorOf(client().version());
    v2();

    expect(await oneValue(client().info())).toMatchObject({ major: 2 });
  });
});

describe('createGotClient: reading', () => {
  it('reads the version from the body', async () => {
    v3();
    api().get('/v3/services/haproxy/configuration/version').reply(200, '8\n', headers);

    expect(await oneValue(client().version())).toBe(8);
  });

  it.each([
    ['2.x, with a _version that lies', v2, '/v2', JSON.stringify({ _version: 5, data: text })],
    ['3.0.0', v3, '/v3', JSON.stringify({ data: text })],
    ['3.0.1 and later', v3, '/v3', text],
  ])('facts 10.3 reads the text of %s, and the version from the header', async (_name, info, base, body) => {
    info();
    api().get(`${base}/services/haproxy/configuration/raw`).reply(200, body, headers);

    expect(await oneValue(client().readRaw())).toEqual({ text, version: 7, dateMs });
  });

  it('gives an api_error for a text without a version, and for one that is cut off', async () => {
    v3();
    api().get('/v3/services/haproxy/configuration/raw').reply(200, text);
    expect(await errorOf(client().readRaw())).toMatchObject({ code: 'api_error', stage: 'read' });

    api().get('/v3/services/haproxy/configuration/raw').reply(200, '{"data":"glob', headers);
    expect(await errorOf(client().readRaw())).toMatchObject({ code: 'api_error', stage: 'read' });
  });

  it('asks for any type and no compression', async () => {
    nock(url, { reqheaders: { accept: '*/*' }, badheaders: ['accept-encoding'] })
      .get('/v3/info')
      .reply(200, { api: { version: 'v3.0.1' } });

    expect(await oneValue(client().info())).toMatchObject({ minor: 0 });
  });

  it('reads a reload, a pending one without id, and undefined for one that is not known (facts 4)', async () => {
    v3();
    const path = '/v3/services/haproxy/reloads/2026-08-14-3';
    api().get(path).reply(200, { id: '2026-08-14-3', status: 'failed', reload_timestamp: 1, response: 'boom' });
    api().get(path).reply(200, { status: 'in_progress' });
    api().get(path).reply(404, { code: 404, message: 'Reload with ID 2026-08-14-3 does not exist' });
    api().get(path).reply(200, { status: 'dancing' });

    const read = () => client().reload('2026-08-14-3');

    expect(await oneValue(read())).toEqual({ id: '2026-08-14-3', status: 'failed', response: 'boom' });
    expect(await oneValue(read())).toEqual({ status: 'in_progress' });
    expect(await oneValue(read())).toBeUndefined();
    expect(await errorOf(read())).toMatchObject({ code: 'api_error', stage: 'reload' });
  });

  it('reads the list of reloads', async () => {
    v3();
    api().get('/v3/services/haproxy/reloads').reply(200, [{ id: 'a', status: 'succeeded' }, { id: 'b', status: 'in_progress' }]);

    expect(await oneValue(client().reloads())).toEqual([{ id: 'a', status: 'succeeded' }, { id: 'b', status: 'in_progress' }]);
  });

  it.each([
    ['2.x gives a list', [{ info: { pid: 41, uptime: 12 }, runtimeAPI: '/run/haproxy.sock' }]],
    ['3.x gives one', { info: { pid: 41, uptime: 12 }, runtimeAPI: '/run/haproxy.sock' }],
  ])('reads the worker where %s', async (_name, body) => {
    v3();
    api().get('/v3/services/haproxy/runtime/info').reply(200, body, headers);

    expect(await oneValue(client().worker())).toEqual({ pid: 41, uptimeSeconds: 12, dateMs });
  });

  it.each([
    ['the socket failed', 200, [{ error: 'dial unix: no such file', runtimeAPI: '/run/haproxy.sock' }]],
    ['there is no runtime', 500, { code: 500, message: 'runtime not configured' }],
    ['there is no such route', 404, { code: 404, message: 'not found' }],
  ])('tells of no worker where %s', async (_name, status, body) => {
    v3();
    api().get('/v3/services/haproxy/runtime/info').reply(status, body);

    expect(await oneValue(client().worker())).toBeUndefined();
  });

  it('tells of an endpoint that cannot be reached, also when asked for the worker', async () => {
    v3();
    api().get('/v3/services/haproxy/runtime/info').replyWithError(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));

    expect(await errorOf(client().worker())).toMatchObject({ code: 'unreachable' });
  });
});

describe('createGotClient: writing (facts 2)', () => {
  it.each([
    ['forced', { version: '6', force_reload: 'true' }],
    ['scheduled', { version: '6' }],
    ['none', { version: '6', skip_reload: 'true' }],
  ] as const)('sends a write with reload %s as text/plain, with its version', async (reload, query) => {
    v3();
    nock(url, { reqheaders: { 'content-type': 'text/plain', authorization: `Basic ${btoa(`admin:${password}`)}` } })
      .post('/v3/services/haproxy/configuration/raw', text)
      .query(query)
      .reply(201, `# _version=7\n${text}`, headers);

    expect(await oneValue(client().writeRaw({ ...write, reload }))).toEqual({ text: `# _version=7\n${text}`, version: 7 });
  });

  it('gives the id of a scheduled reload', async () => {
    v3();
    api().post('/v3/services/haproxy/configuration/raw').query(true).reply(202, text, { ...headers, 'Reload-Id': '2026-08-14-3' });

    expect(await oneValue(client().writeRaw(write))).toEqual({ text, version: 7, reloadId: '2026-08-14-3' });
  });

  it('reads the JSON string that 2.x and 3.0.0 answer', async () => {
    v2();
    api().post('/v2/services/haproxy/configuration/raw').query(true).reply(201, `${JSON.stringify(text)}\n`, headers);

    expect(await oneValue(client().writeRaw(write))).toEqual({ text, version: 7 });
  });

  it('sends run-time actions', async () => {
    v3();
    const runtimeActions = 'SetServerWeight be s1 10;SetServerState be s1 ready';
    nock(url, { reqheaders: { 'x-runtime-actions': runtimeActions } })
      .post('/v3/services/haproxy/configuration/raw')
      .query({ version: '6', skip_reload: 'true' })
      .reply(201, text, headers);

    expect(await oneValue(client().writeRaw({ ...write, reload: 'none', runtimeActions }))).toMatchObject({ version: 7 });
  });

  it.each([
    [301, '', 'api_error', true, 'untouched'],
    [400, 'validation error: exit status 1', 'rejected', false, 'untouched'],
    [400, 'invalid configuration: no newline character found', 'rejected', false, 'untouched'],
    [400, 'version or transaction not specified: give one', 'incompatible', false, 'untouched'],
    [401, 'no', 'unauthorized', false, 'untouched'],
    [403, 'no', 'unauthorized', false, 'untouched'],
    [404, 'path was not found', 'incompatible', false, 'untouched'],
    [405, 'no', 'incompatible', false, 'untouched'],
    [406, 'no', 'incompatible', false, 'untouched'],
    [408, 'no', 'unreachable', true, 'untouched'],
    [409, 'version mismatch', 'conflict', true, 'untouched'],
    [413, 'too large', 'rejected', false, 'untouched'],
    [415, 'no', 'incompatible', false, 'untouched'],
    [418, 'no', 'api_error', true, 'untouched'],
    [422, 'no', 'incompatible', false, 'untouched'],
    [429, 'no', 'unreachable', true, 'untouched'],
    [500, 'cannot execute SetServerWeight: [3] No such server.', 'api_error', true, 'unknown'],
    [502, '<html>', 'unreachable', true, 'unknown'],
    [503, '', 'unreachable', true, 'unknown'],
    [504, '', 'unreachable', true, 'unknown'],
  ])('facts 1, design 7: a %d to a write ("%s") is %s', async (status, message, code, retryable, outcome) => {
    v3();
    api().post('/v3/services/haproxy/configuration/raw').query(true).reply(status, { code: status, message }, headers);

    const error = await errorOf(client().writeRaw(write));

    expect(error).toMatchObject({ code, retryable, outcome, status, version: 7, endpoint: url, stage: 'apply' });
    expect(error.message).toContain(`writing the configuration at ${url}: `);
    expect(error.hints).not.toEqual([]);
  });

  it('passes on HAProxy\'s own lines of a refused configuration, masked, and the id of the failed transaction (D9)', async () => {
    v3();
    const id = '7f5f8bd0-9a9a-4b8a-9d43-24cf1c4d2d6a';
    const message = [
      `validation error: exit status 1: err transactionId=${id} `,
      `msg="config parsing [/tmp/haproxy/haproxy.cfg.${id}:27] unknown keyword 'foo' in "backend b" section"`,
      `msg="config parsing [/tmp/haproxy/haproxy.cfg.${id}:28] user bob insecure-password verysecretword"`,
      'msg="Error(s) found in configuration file : /tmp/x"',
      'msg="Fatal errors found in configuration."',
    ].join('\n');
    api().post('/v3/services/haproxy/configuration/raw').query(true).reply(400, { code: 400, message }, { ...headers, 'content-type': 'text/plain' });

    const error = await errorOf(client().writeRaw(write));

    expect(error).toMatchObject({ code: 'rejected', transactionId: id });
    expect(error.message).toContain(':27] unknown keyword \'foo\' in "backend b" section\nconfig parsing');
    expect(error.message).not.toMatch(/verysecretword|Fatal errors|Error\(s\)|exit status/);
  });

  it('tells a reload that failed from a configuration that was refused', async () => {
    v3();
    const message = 'Reload failed: exit status 1, cannot bind socket [0.0.0.0:80]';
    api().post('/v3/services/haproxy/configuration/raw').query(true).reply(400, { code: 400, message }, headers);

    const error = await errorOf(client().writeRaw(write));

    expect(error).toMatchObject({ code: 'reload_failed', stage: 'reload', retryable: false, version: 7 });
    expect(error.message).toContain('cannot bind socket');
  });

  it.each(['ENOTFOUND', 'ECONNREFUSED', 'ECONNRESET', 'EPROTO'])('is unreachable after %s', async (code) => {
    v3();
    api().post('/v3/services/haproxy/configuration/raw').query(true).replyWithError(Object.assign(new Error(code), { code }));

    expect(await errorOf(client().writeRaw(write))).toMatchObject({ code: 'unreachable', retryable: true });
  });

  it.each([204, 200, 404])('deletes a transaction; a %d is fine', async (status) => {
    v3();
    api().delete('/v3/services/haproxy/transactions/7f5f8bd0').reply(status);

    await expect(oneValue(client().deleteTransaction('7f5f8bd0'))).resolves.toBeUndefined();
  });
});

describe('createGotClient: secrets (design 6)', () => {
  it('never quotes a 401, for old versions put the password into it', async () => {
    v3();
    api().get('/v3/services/haproxy/configuration/version').reply(401, { code: 401, message: `bad password swapped-${password}` });

    const error = await errorOf(client().version());

    expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/swapped|kept-to/);
  });

  it('masks the password, plain or in base64, wherever an answer quotes it', async () => {
    v3();
    const message = `seen ${password} and ${btoa(`admin:${password}`)}`;
    api().get('/v3/services/haproxy/configuration/version').reply(500, { code: 500, message });

    const error = await errorOf(client().version());

    expect(error.message).toContain('seen *** and ***');
  });

  it('keeps nothing of a failed request in the error but its words', async () => {
    v3();
    api().get('/v3/services/haproxy/configuration/version').replyWithError(Object.assign(new Error(`lost ${password}`), { code: 'EPIPE' }));

    const error = await errorOf(client().version());

    expect(error.cause).toBeInstanceOf(Error);
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('kept-to');
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(btoa(`admin:${password}`));
  });

  it('takes scheme, host and port of the URL alone', async () => {
    nock(url, { badheaders: ['authorization'] }).get('/v3/info').reply(200, { api: { version: 'v3.2.1' } });

    const info = createGotClient({ url: 'http://eve:word@lb1.test:5555/other/path?x=1#y' }, { connections }).info();

    expect(await oneValue(info)).toMatchObject({ major: 3 });
  });

  it('refuses a URL that is none without showing it', () => {
    expect(() => createGotClient({ url: 'ftp://eve:word@host' }, { connections })).toThrow(
      expect.objectContaining({ name: 'TypeError', message: expect.not.stringContaining('word') }),
    );
  });
});

describe('createGotClient: building', () => {
  it.each([
    ['requestTimeoutMs', { requestTimeoutMs: 0 }],
    ['maxAnswerBytes', { maxAnswerBytes: 0.5 }],
  ])('refuses a wrong %s at once', (name, options) => {
    expect(() => client({}, options)).toThrow(RangeError);
    expect(() => client({}, options)).toThrow(name);
  });
});
