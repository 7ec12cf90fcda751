import { expect, it } from '@jest/globals';
import { call, messageOf, services, version } from '../support/call.js';
import { conformance } from '../support/conformance.js';

/** facts 1: which version answers, and how it refuses. */
conformance('info and refusals', (instance) => {
  it('facts 1 tells its version, or that it was built without one', async () => {
    const answer = await call(instance(), 'GET', '/info');

    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({ api: { version: expect.stringMatching(new RegExp(`^v?${instance().base.slice(2)}\\.${instance().minor}\\.|^ dev`)) } });
  });

  it('facts 1 answers 404 under the base path of the other generation', async () => {
    const other = instance().base === '/v2' ? '/v3' : '/v2';

    expect((await call(instance(), 'GET', `${other}/info`)).status).toBe(404);
  });

  it('facts 1 answers 401 without credentials, with the realm and the version at hand', async () => {
    const answer = await call(instance(), 'GET', '/info', { credentials: 'none' });

    expect(answer.status).toBe(401);
    expect(answer.json()).toMatchObject({ code: 401 });
    expect(answer.headers.get('www-authenticate')).toBe('Basic realm="API"');
    expect(answer.headers.get('configuration-version')).toBe(String(await version(instance())));
  });

  it('facts 1 answers 401 to a wrong password, which only 2.9 and 3.0 give away', async () => {
    const answer = await call(instance(), 'GET', '/info', { credentials: { username: instance().username, password: 'not-the-password' } });

    expect(answer.status).toBe(401);
    expect(answer.text.includes('not-the-password')).toBe(instance().base === '/v2' || instance().minor === 0);
  });

  it('facts 1 answers 404 with a code and a message for a path that it does not know', async () => {
    const answer = await call(instance(), 'GET', `${services}/nosuchthing`);

    expect(answer.status).toBe(404);
    expect(answer.json()).toMatchObject({ code: 404, message: expect.any(String) });
  });

  it('facts 1 tells its minor version in the specification, whatever it was built with', async () => {
    const answer = await call(instance(), 'GET', '/specification');

    expect(answer.json()).toMatchObject({ info: { version: `${instance().base.slice(2)}.${instance().minor}` } });
  });

  it('facts 1 names the version in a header of every answer, refusals included', async () => {
    const now = String(await version(instance()));

    for (const path of ['/info', `${services}/configuration/raw`, `${services}/reloads/nosuch`, `${services}/transactions/nosuch`]) {
      expect((await call(instance(), 'GET', path)).headers.get('configuration-version')).toBe(now);
    }
  });

  it('facts 1 refuses a push of another content type than text', async () => {
    const answer = await call(instance(), 'POST', `${services}/configuration/raw`, { query: { version: 1 }, headers: { 'content-type': 'application/xml' }, body: '<a/>\n' });

    expect(answer.status).toBe(415);
    expect(messageOf(answer)).not.toBe('');
  });
});
