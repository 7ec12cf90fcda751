import { describe, expect, it } from '@jest/globals';
import { startFleet } from '../../lib/sandbox/startFleet.js';
import { startSandbox } from '../../lib/sandbox/startSandbox.js';
import { closeSandboxesAfterEach, configOf, openSandbox, user } from './support/openSandbox.js';

closeSandboxesAfterEach();

describe('transport of a sandbox (facts 1)', () => {
  it.each([['2.9', '/v2', 'v2.9.27 9818b7d1'], ['3.0', '/v3', 'v3.0.23 e18784b0'], ['3.4', '/v3', 'v3.4.2 8613429f']] as const)('version %s tells itself under %s', async (apiVersion, base, version) => {
    const { ask } = await openSandbox({ apiVersion });

    expect((await ask('GET', `${base}/info`, { absolute: true })).pick('api', 'version')).toBe(version);
    expect((await ask('GET', `${base}/health`, { absolute: true })).json()).toEqual({ haproxy: 'unknown' });
    expect((await ask('GET', `${base}/specification`, { absolute: true })).pick('info', 'version')).toBe(apiVersion);
  });

  it.each([['3.2', '/v2/info', 404], ['2.9', '/v3/info', 404]] as const)('version %s serves no other base path', async (apiVersion, path, status) => {
    const { ask } = await openSandbox({ apiVersion });

    expect((await ask('GET', path, { absolute: true })).status).toBe(status);
  });

  it.each([['3.2', 404], ['3.3', 401], ['3.4', 401]] as const)('version %s answers an unknown path without credentials with %i', async (apiVersion, status) => {
    const { ask } = await openSandbox({ apiVersion });

    expect((await ask('GET', '/v2/info', { absolute: true, user: '' })).status).toBe(status);
  });

  it.each([['2.9', true], ['3.0', true], ['3.1', false], ['3.4', false]] as const)('the 401 of version %s holds the password: %s', async (apiVersion, told) => {
    const { ask } = await openSandbox({ apiVersion });

    const refused = await ask('GET', '/configuration/version', { user: 'admin:wrong-secret' });

    expect([refused.status, refused.headers['www-authenticate'], refused.pick('code')]).toEqual([401, 'Basic realm="API"', 401]);
    expect(refused.text.includes('wrong-secret')).toBe(told);
  });

  it.each([['', 'no credentials'], ['admin:', 'no password'], ['other:correct horse', 'an unknown user'], ['admin:correct horses', 'a longer password']])('%j (%s) is 401', async (credentials) => {
    const { ask } = await openSandbox();

    expect((await ask('GET', '/configuration/version', { user: credentials })).status).toBe(401);
  });

  it('every user has a password of its own', async () => {
    const { ask } = await openSandbox({ users: [user, { name: 'other', password: 'b:c' }] });

    const statuses = await Promise.all(['other:b:c', `other:${user.password}`, 'admin:b:c'].map(async (credentials) => (await ask('GET', '/configuration/version', { user: credentials })).status));

    expect(statuses).toEqual([200, 401, 401]);
  });

  it.each([
    ['200', 'GET', '/configuration/version', {}], ['401', 'GET', '/configuration/version', { user: 'a:b' }], ['404', 'GET', '/reloads/none', {}], ['405', 'DELETE', '/configuration/raw', {}],
    ['409', 'POST', '/transactions?version=9', {}], ['500', 'POST', '/storage/ssl_certificates', { body: '--e\r\nContent-Disposition: form-data; name="file_upload"; filename="a"\r\n\r\na\r\n--e--', headers: { 'content-type': 'multipart/form-data; boundary=e' } }],
  ] as const)('tells the version and the time on a %s', async (status, method, path, options) => {
    const { ask, push, clock } = await openSandbox();
    await push(configOf('10.0.0.1:80'), { version: 1, skip_reload: true });
    await clock.advance(61_000);

    const answer = await ask(method, path, options);

    expect([String(answer.status), answer.headers['configuration-version'], answer.headers.date]).toEqual([status, '2', 'Fri, 14 Aug 2026 12:01:01 GMT']);
  });

  it('a method that a path does not take is 405 with those it does', async () => {
    const { ask } = await openSandbox();

    const refused = await ask('DELETE', '/configuration/raw');

    expect([refused.status, refused.headers.allow]).toEqual([405, 'GET,POST']);
  });

  it.each([
    ['2.9', 'text/plain', 406], ['2.9', '*/*', 200], ['2.9', 'application/json', 200],
    ['3.2', 'text/plain', 200], ['3.2', 'text/*;q=0.5', 200], ['3.2', 'image/png', 406], ['3.4', 'image/png', 200],
  ] as const)('version %s answers raw text to Accept: %s with %i', async (apiVersion, accept, status) => {
    const { ask } = await openSandbox({ apiVersion });

    expect((await ask('GET', '/configuration/raw', { headers: { accept } })).status).toBe(status);
  });

  it('up to 3.2 text is put into a JSON string where only JSON is accepted', async () => {
    const { ask, sandbox } = await openSandbox();

    const { json } = await ask('GET', '/configuration/raw', { headers: { accept: 'application/json' } });

    expect(json()).toBe(sandbox.state.diskText);
  });

  it.each([
    ['3.2', 'text/plain; charset=utf-8', 202], ['3.2', 'application/x-www-form-urlencoded', 415], ['3.2', '', 415], ['3.4', 'application/json', 415],
  ] as const)('version %s answers a raw push of type %j with %i', async (apiVersion, type, status) => {
    const { push } = await openSandbox({ apiVersion });

    const answer = await push(configOf('10.0.0.1:80'), { version: 1 }, { 'content-type': type });

    expect(answer.status).toBe(status);
  });

  it('up to 3.2 the configuration may come as one JSON string, and as nothing else of JSON', async () => {
    const { push } = await openSandbox();
    const type = { 'content-type': 'application/json' };

    expect((await push(JSON.stringify(configOf('10.0.0.1:80')), { version: 1 }, type)).status).toBe(202);
    expect((await push('{}', { version: 2 }, type)).status).toBe(400);
  });

  it.each([['2.9', 'application/json'], ['3.2', 'text/plain'], ['3.4', 'application/json']] as const)('errors of raw endpoints are JSON, which version %s calls %s', async (apiVersion, type) => {
    const { push } = await openSandbox({ apiVersion });

    const { headers, json } = await push(configOf('10.0.0.1:80'), { version: 5 });

    expect(headers['content-type']).toBe(type);
    expect(json()).toMatchObject({ code: 409 });
  });
});

describe('the door of a sandbox', () => {
  it.each(['evil.example', 'evil.example:80', '127.0.0.1.evil.example', 'localhost.evil.example'])('refuses Host %j, against DNS rebinding', async (host) => {
    const { ask } = await openSandbox();

    expect((await ask('GET', '/configuration/version', { headers: { host } })).status).toBe(403);
  });

  it.each(['localhost', 'LOCALHOST:80', '127.8.8.8:1', '[::1]:80'])('takes Host %s', async (host) => {
    const { ask } = await openSandbox();

    expect((await ask('GET', '/configuration/version', { headers: { host } })).status).toBe(200);
  });

  it('refuses what tells an Origin, the control path as well', async () => {
    const { ask } = await openSandbox();
    const headers = { origin: 'http://127.0.0.1' };

    expect((await ask('GET', '/configuration/version', { headers })).status).toBe(403);
    expect((await ask('GET', '/sandbox/state', { headers, absolute: true })).status).toBe(403);
  });

  it.each(['0.0.0.0', '::', '192.0.2.1', 'example.com'])('does not listen on %s unless told to', async (host) => {
    await expect(startSandbox({ users: [user], host })).rejects.toThrow(RangeError);
  });

  it.each([[[]], [[{ name: 'a', password: '' }]], [[{ name: '', password: 'b' }]], [[{ name: 'a:b', password: 'c' }]]])('does not start for users %j', async (users) => {
    await expect(startSandbox({ users })).rejects.toThrow(TypeError);
  });

  it('takes any Host where it may listen beyond loopback', async () => {
    const { ask } = await openSandbox({ allowNonLoopback: true });

    expect((await ask('GET', '/configuration/version', { headers: { host: 'haproxy.example' } })).status).toBe(200);
  });
});

describe('startFleet', () => {
  it('starts instances apart from each other', async () => {
    const [first, second] = await startFleet({ users: [user], count: 2 });
    first!.foreignCommit();

    const versions = [first!.state.version, second!.state.version];
    await Promise.all([first!.close(), second!.close()]);

    expect(versions).toEqual([2, 1]);
    expect(first!.port).not.toBe(second!.port);
  });

  it('leaves none behind when one cannot start', async () => {
    const { sandbox } = await openSandbox();
    const taken = sandbox.port;

    await expect(startFleet({ users: [user], count: 2, port: taken - 1 })).rejects.toThrow('EADDRINUSE');
    const again = await startSandbox({ users: [user], port: taken - 1 });
    await again.close();
  });
});
