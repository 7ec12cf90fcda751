import { expect, it } from '@jest/globals';
import { call, messageOf, push, readRaw, services, version } from '../support/call.js';
import { conformance } from '../support/conformance.js';

/** facts 2 and 5: a push that HAProxy refuses, and what it leaves behind. */
conformance('a refused push', (instance) => {
  const refused = () => push(instance(), instance().configuration({ backend: ['nonsense here'] }), { force_reload: true });

  it('D9 is 400 with the words of HAProxy and the id of the failed transaction', async () => {
    const answer = await refused();

    expect(answer.status).toBe(400);
    expect(messageOf(answer)).toMatch(/^validation error: exit status 1: err transactionId=[0-9a-f-]{36} \n/);
    expect(messageOf(answer)).toMatch(/msg="config parsing \[[^\]]+:\d+\] ?:? ?unknown keyword 'nonsense' in 'backend' section"/);
  });

  it('D9 changes neither text nor version', async () => {
    const [now, text] = [await version(instance()), await readRaw(instance())];

    const answer = await refused();

    expect(answer.headers.get('configuration-version')).toBe(String(now));
    expect(await version(instance())).toBe(now);
    expect(await readRaw(instance())).toBe(text);
  });

  it('D9 leaves a failed transaction that can be deleted once', async () => {
    const id = /transactionId=([0-9a-f-]{36})/.exec(messageOf(await refused()))?.[1] ?? '';
    const failed = async (): Promise<unknown> => (await call(instance(), 'GET', `${services}/transactions`, { query: { status: 'failed' } })).json();
    expect(await failed()).toContainEqual(expect.objectContaining({ id, status: 'failed' }));

    expect((await call(instance(), 'DELETE', `${services}/transactions/${id}`)).status).toBe(204);

    expect(await failed()).not.toContainEqual(expect.objectContaining({ id }));
    const again = await call(instance(), 'DELETE', `${services}/transactions/${id}`);
    expect(again.status).toBe(404);
    expect(messageOf(again)).toContain('does not exist');
  });

  it('D9 is no hindrance to the next push on the same version', async () => {
    const now = await version(instance());
    await refused();

    const answer = await push(instance(), instance().configuration({ servers: [18082] }), { version: now, force_reload: true });

    expect(answer.status).toBe(201);
  });

  it('D9 outlives a restart of the API', async () => {
    const id = /transactionId=([0-9a-f-]{36})/.exec(messageOf(await refused()))?.[1] ?? '';

    await instance().restartApi();

    expect((await call(instance(), 'DELETE', `${services}/transactions/${id}`)).status).toBe(204);
  });
});
