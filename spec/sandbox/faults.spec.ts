import { describe, expect, it } from '@jest/globals';
import { request } from 'node:http';
import { closeSandboxesAfterEach, configOf, openSandbox, user } from './support/openSandbox.js';

closeSandboxesAfterEach();

const one = configOf('10.0.0.1:80');

describe('faults of a sandbox', () => {
  it('a refusal is what HAProxy would say, as often as told', async () => {
    const { push, sandbox } = await openSandbox({ faults: { refuseConfig: "parsing: 'bind' : no such thing", refuseTimes: 1 } });

    const refused = await push(one, { version: 1 });

    expect([refused.status, sandbox.state.version]).toEqual([400, 1]);
    expect(refused.message()).toContain("msg=\"config parsing: 'bind' : no such thing\"");
    expect((await push(one, { version: 1 })).status).toBe(202);
  });

  it('a conflict is a foreign commit just before the push, as often as told', async () => {
    const { push, sandbox } = await openSandbox({ faults: { conflicts: 2 } });

    const statuses = [(await push(one, { version: 1 })).status, (await push(one, { version: 2 })).status, (await push(one, { version: 3 })).status];

    expect(statuses).toEqual([409, 409, 202]);
    expect(sandbox.faults).toEqual({ conflicts: 0 });
  });

  it('a status is answered without doing anything, for what the rule matches', async () => {
    const { ask, push, sandbox } = await openSandbox({ faults: { rules: [{ method: 'POST', path: '*/configuration/raw', times: 1, effect: { kind: 'status', status: 503, message: 'busy' } }] } });

    const others = [(await ask('GET', '/configuration/raw')).status, (await ask('POST', '/transactions?version=1')).status];
    const refused = await push(one, { version: 1 });

    expect(others).toEqual([200, 201]);
    expect([refused.status, refused.json(), sandbox.state.version]).toEqual([503, { code: 503, message: 'busy' }, 1]);
    expect((await push(one, { version: 1 })).status).toBe(202);
  });

  it('a wait delays one request and no other', async () => {
    const { ask, clock } = await openSandbox({ faults: { rules: [{ times: 1, effect: { kind: 'delay', ms: 300 } }] } });
    let answered = false;
    const slow = ask('GET', '/configuration/version').then(({ status }) => {
      answered = true;
      return status;
    });
    await clock.waiting();

    await clock.advance(299);
    const other = (await ask('GET', '/configuration/version')).status;
    const before = answered;
    await clock.advance(1);

    expect([other, before, await slow]).toEqual([200, false, 200]);
  });

  it('a delayed write is done even when its client has given up', async () => {
    const { sandbox, clock } = await openSandbox({ faults: { rules: [{ times: 1, effect: { kind: 'delay', ms: 300 } }] } });
    const impatient = new AbortController();
    const given = fetch(`${sandbox.url}/v3/services/haproxy/configuration/raw?version=1&skip_reload=true`, {
      method: 'POST', body: one, signal: impatient.signal, headers: { 'content-type': 'text/plain', authorization: `Basic ${Buffer.from(`${user.name}:${user.password}`).toString('base64')}` },
    });
    await clock.waiting();
    impatient.abort();
    await expect(given).rejects.toThrow('aborted');

    await clock.advance(300);

    expect(sandbox.state.version).toBe(2);
  });

  it('closing ends a wait, and nothing is done', async () => {
    const { push, sandbox, clock } = await openSandbox({ faults: { rules: [{ effect: { kind: 'delay', ms: 300 } }] } });
    const slow = push(one, { version: 1 }).catch((error: unknown) => String(error));
    await clock.waiting();

    await sandbox.close();
    await clock.advance(300);

    expect(await slow).toContain('socket hang up');
    expect(sandbox.state.version).toBe(1);
  });

  it('a wait and another effect of two rules both happen', async () => {
    const { ask, clock } = await openSandbox({ faults: { rules: [{ effect: { kind: 'status', status: 500 } }, { effect: { kind: 'delay', ms: 5 } }] } });
    const slow = ask('GET', '/configuration/version');
    await clock.waiting();

    await clock.advance(5);

    expect((await slow).status).toBe(500);
  });

  it.each([['before', 1], ['after', 2]] as const)('a connection is cut %s the write was done', async (when, version) => {
    const { push, sandbox } = await openSandbox({ faults: { rules: [{ times: 1, effect: { kind: 'drop', when } }] } });

    await expect(push(one, { version: 1 })).rejects.toThrow('socket hang up');

    expect(sandbox.state.version).toBe(version);
    expect(sandbox.requests).toEqual([{ method: 'POST', path: '/v3/services/haproxy/configuration/raw?version=1', status: 0 }]);
  });

  it('a request that hangs is taken and never answered; closing ends it', async () => {
    const { ask, sandbox } = await openSandbox({ faults: { rules: [{ path: '*/raw', effect: { kind: 'hang' } }] } });
    const hanging = ask('GET', '/configuration/raw').catch((error: unknown) => String(error));
    await ask('GET', '/configuration/version');

    await sandbox.close();

    expect(await hanging).toContain('socket hang up');
  });

  it('garbage is neither JSON nor UTF-8', async () => {
    const { ask } = await openSandbox({ faults: { rules: [{ effect: { kind: 'garbage' } }] } });

    const { status, text, json } = await ask('GET', '/configuration/version');

    expect(status).toBe(200);
    expect(text).toContain('\uFFFD');
    expect(json).toThrow(SyntaxError);
  });

  it('an endless answer goes on as long as somebody reads', async () => {
    const { sandbox } = await openSandbox({ faults: { rules: [{ effect: { kind: 'endless' } }] } });

    const read = await new Promise<number>((resolve, reject) => {
      let bytes = 0;
      const sent = request(`${sandbox.url}/v3/info`, { auth: `${user.name}:${user.password}`, agent: false }, (response) => {
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes < 4_000_000) return;
          response.destroy();
          resolve(bytes);
        });
      });
      sent.on('error', reject);
      sent.end();
    });

    expect(read).toBeGreaterThanOrEqual(4_000_000);
  });
});

describe('the control path of a sandbox', () => {
  const json = { 'content-type': 'application/json' };

  it('takes faults and tells those still to come, whatever they are', async () => {
    const { ask, push } = await openSandbox({ faults: { rules: [{ effect: { kind: 'hang' } }] } });

    const put = await ask('PUT', '/sandbox/faults', { absolute: true, headers: json, body: JSON.stringify({ conflicts: 2 }) });
    await push(one, { version: 1 });

    expect([put.status, put.json()]).toEqual([200, { conflicts: 2 }]);
    expect((await ask('GET', '/sandbox/faults', { absolute: true })).json()).toEqual({ conflicts: 1 });
  });

  it.each([['{"failReload":1}', 'failReload'], ['{"rules":[{"effect":{"kind":"status","status":200}}]}', 'rules.0.effect.status'], ['{', 'JSON']])('refuses %s, naming what is wrong, and changes nothing', async (body, named) => {
    const { ask, sandbox } = await openSandbox({ faults: { conflicts: 1 } });

    const refused = await ask('PUT', '/sandbox/faults', { absolute: true, headers: json, body });

    expect([refused.status, sandbox.faults]).toEqual([400, { conflicts: 1 }]);
    expect(refused.message()).toContain(named);
    expect(refused.message()).not.toMatch(/^:/);
  });

  it('asks for the same users as the API', async () => {
    const { ask } = await openSandbox();

    expect((await ask('PUT', '/sandbox/faults', { absolute: true, headers: json, body: '{}', user: 'a:b' })).status).toBe(401);
  });

  it('restarts, commits, edits and tells the state', async () => {
    const { ask, push, sandbox } = await openSandbox();
    const text = { 'content-type': 'text/plain' };
    await push(one, { version: 1 });

    const statuses = [
      (await ask('POST', '/sandbox/foreign-commit', { absolute: true, headers: text })).status,
      (await ask('POST', '/sandbox/foreign-commit', { absolute: true, headers: text, body: configOf('10.7.7.7:80') })).status,
      (await ask('PUT', '/sandbox/disk', { absolute: true, headers: text, body: one })).status,
      (await ask('POST', '/sandbox/restart', { absolute: true })).status,
    ];

    expect(statuses).toEqual([204, 204, 204, 204]);
    expect(sandbox.state.version).toBe(5);
    expect((await ask('GET', '/sandbox/state', { absolute: true })).json()).toEqual(sandbox.state);
  });
});
