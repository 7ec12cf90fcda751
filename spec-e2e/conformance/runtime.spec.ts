import { expect, it } from '@jest/globals';
import { call, messageOf, push, readRaw, services, version, workerPid } from '../support/call.js';
import { conformance } from '../support/conformance.js';

/** facts 3 and 7: changes without a reload, and how they are read back. */
conformance('run-time changes', (instance) => {
  const actions = (text: string, header: string) => push(instance(), text, { skip_reload: true }, { 'x-runtime-actions': header });

  async function server(): Promise<unknown> {
    const [path, query] = instance().base === '/v2' ? ['/servers/s1', { backend: 'be' }] : ['/backends/be/servers/s1', {}];
    return (await call(instance(), 'GET', `${services}/runtime${path}`, { query })).json();
  }

  /** What one request tells of all proxies: an array of processes in 2.x, one in 3.x. */
  async function stats(): Promise<readonly Record<string, unknown>[]> {
    const json: unknown = (await call(instance(), 'GET', `${services}/stats/native`)).json();
    const [first]: { stats?: Record<string, unknown>[] }[] = Array.isArray(json) ? json : [json];
    return first?.stats ?? [];
  }

  it('D8 tells pid and uptime of the worker', async () => {
    const json = (await call(instance(), 'GET', `${services}/runtime/info`)).json();
    const [first] = Array.isArray(json) ? json : [json];

    expect(first).toMatchObject({ info: { pid: expect.any(Number), uptime: expect.any(Number) } });
  });

  it('D5 sets address, port, weight and state of a server and keeps the worker', async () => {
    const [now, pid] = [await version(instance()), await workerPid(instance())];
    const text = instance().configuration().replace('127.0.0.1:18081 weight 10', '127.0.0.2:18082 weight 20');

    const answer = await actions(text, 'SetServerAddr be s1 127.0.0.2 18082;SetServerWeight be s1 20;SetServerState be s1 drain');

    expect(answer.status).toBe(201);
    expect(answer.headers.get('reload-id')).toBeNull();
    expect(answer.headers.get('configuration-version')).toBe(String(now + 1));
    expect(await server()).toMatchObject({ name: 's1', address: '127.0.0.2', port: 18082, admin_state: 'drain' });
    expect(await workerPid(instance())).toBe(pid);
    expect(await readRaw(instance())).toContain('server s1 127.0.0.2:18082 weight 20');
  });

  it('D5 shows weight, address and limit in the statistics of all proxies', async () => {
    await actions(instance().configuration(), 'SetServerWeight be s1 20;SetFrontendMaxConn fe 50');

    const all = await stats();
    expect(all).toContainEqual(expect.objectContaining({ type: 'server', name: 's1', backend_name: 'be', stats: expect.objectContaining({ weight: 20, addr: '127.0.0.1:18081' }) }));
    expect(all).toContainEqual(expect.objectContaining({ type: 'frontend', name: 'fe', stats: expect.objectContaining({ slim: 50 }) }));
  });

  it('D5 answers 500 to an action that HAProxy refuses; the file is written and the version counted', async () => {
    const now = await version(instance());

    const answer = await actions(instance().configuration({ servers: [18082] }), 'SetServerWeight be nosuch 20');

    expect(answer.status).toBe(500);
    expect(messageOf(answer)).toMatch(/^cannot execute SetServerWeight: .*No such server/s);
    expect(await version(instance())).toBe(now + 1);
    expect(await readRaw(instance())).toContain('127.0.0.1:18082');
  });

  it('D5 stops at the first action that fails and takes none back', async () => {
    await actions(instance().configuration(), 'SetServerState be s1 maint;SetServerWeight be nosuch 20;SetServerState be s1 ready');

    expect(await server()).toMatchObject({ admin_state: 'maint' });
  });

  it.each(['NoSuchAction be s1 20', ' SetServerState be s1 maint'])('D5 passes over %j without a word', async (header) => {
    const answer = await actions(instance().configuration(), `SetServerState be s1 ready;${header}`);

    expect(answer.status).toBe(201);
    expect(await server()).toMatchObject({ admin_state: 'ready' });
  });

  it('D8 answers 201 to an address that HAProxy refused with a mere warning', async () => {
    const answer = await actions(instance().configuration(), 'SetServerAddr be s1 nosuch.invalid 18082');

    expect(answer.status).toBe(201);
    expect(await server()).toMatchObject({ address: '127.0.0.1', port: 18081 });
  });

  it('D5 heeds no actions in a push that reloads', async () => {
    const answer = await push(instance(), instance().configuration(), { force_reload: true }, { 'x-runtime-actions': 'SetServerState be s1 maint' });

    expect(answer.status).toBe(201);
    expect(await server()).toMatchObject({ admin_state: 'ready' });
  });

  it('D5 loses what was set at run time in the next reload', async () => {
    await actions(instance().configuration(), 'SetServerState be s1 maint');

    await push(instance(), instance().configuration(), { force_reload: true });

    expect(await server()).toMatchObject({ admin_state: 'ready' });
  });
});
