import { describe, expect, it } from '@jest/globals';
import { closeSandboxesAfterEach, configOf, openSandbox } from './support/openSandbox.js';

closeSandboxesAfterEach();

const one = configOf('10.0.0.1:80');

describe('transactions of a sandbox (facts 5)', () => {
  it('one rests on the present version', async () => {
    const { ask } = await openSandbox();

    const begun = await ask('POST', '/transactions', { query: { version: 1 } });
    const mismatch = await ask('POST', '/transactions', { query: { version: 2 } });

    expect([begun.status, begun.json(), mismatch.status]).toEqual([201, { _version: 1, id: 'tx-1', status: 'in_progress' }, 409]);
  });

  it.each([['3.2', 422], ['3.4', 400]] as const)('version %s refuses one without a version with %i', async (apiVersion, status) => {
    const { ask } = await openSandbox({ apiVersion });

    expect((await ask('POST', '/transactions')).status).toBe(status);
  });

  it('the twenty-first open one is 429, and one less makes room', async () => {
    const { ask } = await openSandbox();
    for (let count = 0; count < 20; count++) await ask('POST', '/transactions', { query: { version: 1 } });

    const refused = await ask('POST', '/transactions', { query: { version: 1 } });
    await ask('DELETE', '/transactions/tx-1');

    expect([refused.status, refused.message()]).toEqual([429, 'cannot start a new transaction, reached the maximum amount of 20 active transactions available']);
    expect((await ask('POST', '/transactions', { query: { version: 1 } })).status).toBe(201);
  });

  it('failed pushes are listed as such, readable, and never count as open', async () => {
    const { ask, push } = await openSandbox();
    await ask('POST', '/transactions', { query: { version: 1 } });
    await push(`${one}  bogus\n`, { version: 1 });

    const failed = await ask('GET', '/transactions', { query: { status: 'failed' } });
    const all = await ask('GET', '/transactions');

    expect(failed.json()).toEqual([{ _version: 1, id: 'tx-2', status: 'failed' }]);
    expect(all.json()).toHaveLength(2);
    expect((await ask('GET', '/configuration/raw', { query: { transaction_id: 'tx-2' } })).text).toContain('bogus');
  });

  it('a failed one is deleted once: 204, then 404', async () => {
    const { ask, push } = await openSandbox();
    await push(`${one}  bogus\n`, { version: 1 });

    expect((await ask('DELETE', '/transactions/tx-1')).status).toBe(204);
    expect((await ask('DELETE', '/transactions/tx-1')).status).toBe(404);
  });

  it('a commit tells the base version in its body and the new one in the header', async () => {
    const { ask } = await openSandbox();
    await ask('POST', '/transactions', { query: { version: 1 } });

    const { status, headers, json } = await ask('PUT', '/transactions/tx-1');

    expect([status, json(), headers['configuration-version'], headers['reload-id']]).toEqual([202, { _version: 1, id: 'tx-1', status: 'success' }, '2', '2026-08-14-0']);
  });

  it('a forced commit is 200, and 400 when the reload fails', async () => {
    const { ask, sandbox } = await openSandbox();
    await ask('POST', '/transactions', { query: { version: 1 } });
    const good = await ask('PUT', '/transactions/tx-1', { query: { force_reload: true } });
    await ask('POST', '/transactions', { query: { version: 2 } });
    sandbox.faults = { failReloads: 1 };

    const bad = await ask('PUT', '/transactions/tx-2', { query: { force_reload: true } });

    expect([good.status, bad.status]).toEqual([200, 400]);
  });

  it('a commit kills the others of its base at once: 406', async () => {
    const { ask } = await openSandbox();
    await ask('POST', '/transactions', { query: { version: 1 } });
    await ask('POST', '/transactions', { query: { version: 1 } });
    await ask('PUT', '/transactions/tx-1');

    expect((await ask('PUT', '/transactions/tx-2')).status).toBe(406);
  });

  it('after a raw push the first commit is 409, the second 406', async () => {
    const { ask, push } = await openSandbox();
    await ask('POST', '/transactions', { query: { version: 1 } });
    await push(one, { version: 1 });

    expect((await ask('PUT', '/transactions/tx-1')).status).toBe(409);
    expect((await ask('PUT', '/transactions/tx-1')).status).toBe(406);
  });

  it('a commit that HAProxy refuses fails the transaction', async () => {
    const { ask } = await openSandbox({ faults: { refuseConfig: 'parsing: no', refuseTimes: 1 } });
    await ask('POST', '/transactions', { query: { version: 1 } });

    const refused = await ask('PUT', '/transactions/tx-1');

    expect([refused.status, (await ask('GET', '/transactions/tx-1')).pick('status')]).toEqual([400, 'failed']);
  });

  it('an unknown one is 404, and 400 as a parameter', async () => {
    const { ask } = await openSandbox();

    expect((await ask('GET', '/transactions/none')).status).toBe(404);
    expect((await ask('PUT', '/transactions/none')).status).toBe(404);
    expect((await ask('GET', '/configuration/raw', { query: { transaction_id: 'none' } })).status).toBe(400);
  });

  it('the version header is that of the open transaction named in the query, and 0 for any other (facts 1)', async () => {
    const { ask, push } = await openSandbox();
    await ask('POST', '/transactions', { query: { version: 1 } });
    await push(one, { version: 1 });

    const headers = await Promise.all(['tx-1', 'none'].map(async (id) => (await ask('GET', '/configuration/raw', { query: { transaction_id: id } })).headers['configuration-version']));

    expect(headers).toEqual(['1', '0']);
  });

  it('they outlive a restart', async () => {
    const { ask, sandbox } = await openSandbox();
    await ask('POST', '/transactions', { query: { version: 1 } });

    sandbox.restart();

    expect((await ask('GET', '/transactions/tx-1')).status).toBe(200);
  });
});
