import { describe, expect, it } from '@jest/globals';
import { call, endOfReload, messageOf, push, readRaw, services, version, workerPid } from '../support/call.js';
import { cleanupAfterEach } from '../support/cleanup.js';
import { fingerprint } from '../support/configuration.js';
import { conformance } from '../support/conformance.js';
import { eventually } from '../support/eventually.js';

/** facts 4: reload ids, failed reloads, and disk against memory afterwards. */
conformance('reloads', (instance, { noticesFailedReloads }) => {
  const cleanup = cleanupAfterEach();
  const reload = (id: string) => call(instance(), 'GET', `${services}/reloads/${id}`);

  async function scheduled(servers: readonly number[]): Promise<string> {
    const answer = await push(instance(), instance().configuration({ servers }));
    expect(answer.status).toBe(202);
    return answer.headers.get('reload-id') ?? '';
  }

  it('facts 4 schedules a reload unless told otherwise: 202, an id of date and number, the next version', async () => {
    const now = await version(instance());

    const answer = await push(instance(), instance().configuration({ servers: [18082] }));

    expect(answer.status).toBe(202);
    expect(answer.headers.get('reload-id')).toMatch(/^\d{4}-\d{2}-\d{2}-\d+$/);
    expect(answer.headers.get('configuration-version')).toBe(String(now + 1));
    expect(answer.headers.get('configuration-checksum')).toMatch(/^[0-9a-f]{32}$/);
  });

  it('D8 ends a scheduled reload in `succeeded`, with another worker', async () => {
    const before = await workerPid(instance());
    const id = await scheduled([18082]);

    expect(await endOfReload(instance(), id)).toMatchObject({ id, status: 'succeeded', reload_timestamp: expect.any(Number) });

    await eventually('another worker', async () => ((await workerPid(instance())) === before ? undefined : true));
  });

  it('facts 4 answers a pending reload without its id, but lists it with it', async () => {
    // A push just before the tick is no longer pending when it is asked for.
    const seen = await eventually('a reload that is still pending', async () => {
      const id = await scheduled([18082]);
      const answer: unknown = (await reload(id)).json();
      const list: unknown = (await call(instance(), 'GET', `${services}/reloads`)).json();
      const pending = Array.isArray(list) && list.some((entry: { id?: string; status?: string }) => entry.id === id && entry.status === 'in_progress');
      return pending ? answer : undefined;
    });

    expect(seen).toEqual({ status: 'in_progress' });
  });

  it('facts 4 gathers requests into the pending reload', async () => {
    const ids = await eventually('two pushes before one tick', async () => {
      const pair = [await scheduled([18082]), await scheduled([18083])];
      return pair[0] === pair[1] ? pair : undefined;
    });

    expect(await endOfReload(instance(), ids[1] ?? '')).toMatchObject({ status: 'succeeded' });
    expect(await readRaw(instance())).toContain('127.0.0.1:18083');
  });

  it('facts 4 knows a success that a later one followed, without its time', async () => {
    const first = await scheduled([18082]);
    await endOfReload(instance(), first);
    await endOfReload(instance(), await scheduled([18083]));

    expect((await reload(first)).json()).toEqual({ id: first, status: 'succeeded' });
  });

  it.each(['2999-01-01-0', 'nosuch'])('D8 answers 404 to the unknown id %s', async (id) => {
    const answer = await reload(id);

    expect(answer.status).toBe(404);
    expect(messageOf(answer)).toContain(`Reload with ID ${id} does not exist`);
  });

  it('D8 forgets its ids when the API is killed, and the pending reload does not come', async () => {
    // A tick between push and kill leaves another worker: then it is no pending reload, and tried again.
    const text = await eventually('an API killed while its reload is pending', async () => {
      const before = await workerPid(instance());
      const id = await scheduled([18082]);
      await instance().restartApi();
      const answer = await reload(id);
      return answer.status === 404 && (await workerPid(instance())) === before ? readRaw(instance()) : undefined;
    });

    expect(text).toContain('127.0.0.1:18082');
  });

  it('facts 4 leaves no trace of a forced reload in the list', async () => {
    const list = async (): Promise<unknown> => (await call(instance(), 'GET', `${services}/reloads`)).json();
    const before = await list();

    await push(instance(), instance().configuration({ servers: [18082] }), { force_reload: true });

    expect(await list()).toEqual(before);
  });

  (noticesFailedReloads ? describe : describe.skip)('that fail', () => {
    const good = (): string => instance().configuration({ top: [fingerprint('a')] });
    const bad = async (): Promise<string> => instance().configuration({ top: [fingerprint('b')], ports: [instance().port, await instance().takenPort(cleanup)] });

    /** What every failed reload leaves: the old text on disk, the new version in memory, the old worker. */
    async function expectDisagreement(goodVersion: number, pid: number): Promise<void> {
      const text = await readRaw(instance());
      expect(text).toContain(fingerprint('a'));
      expect(text).toContain(`# _version=${goodVersion}\n`);
      expect(await version(instance())).toBe(goodVersion + 1);
      expect(await workerPid(instance())).toBe(pid);
    }

    it('D8a answers 400 to a forced push, with HAProxy\'s words; disk and memory disagree', async () => {
      await push(instance(), good(), { force_reload: true });
      const [now, pid] = [await version(instance()), await workerPid(instance())];

      const answer = await push(instance(), await bad(), { force_reload: true });

      expect(answer.status).toBe(400);
      expect(messageOf(answer)).toMatch(/^Reload failed: .*Address already in use/s);
      expect(answer.headers.get('configuration-version')).toBe(String(now + 1));
      await expectDisagreement(now, pid);
    });

    it('D8a ends a scheduled one in `failed` with HAProxy\'s words; disk and memory disagree', async () => {
      await push(instance(), good(), { force_reload: true });
      const [now, pid] = [await version(instance()), await workerPid(instance())];

      const answer = await push(instance(), await bad());
      const id = answer.headers.get('reload-id') ?? '';

      expect(answer.status).toBe(202);
      expect(await endOfReload(instance(), id)).toMatchObject({ id, status: 'failed', response: expect.stringContaining('Address already in use') });
      await expectDisagreement(now, pid);
    });

    it('D8a takes the text from before without a reload at the version in memory, and none at the one on disk', async () => {
      await push(instance(), good(), { force_reload: true });
      const [now, pid] = [await version(instance()), await workerPid(instance())];
      await push(instance(), await bad(), { force_reload: true });

      expect((await push(instance(), good(), { version: now, skip_reload: true })).status).toBe(409);
      expect((await push(instance(), good(), { version: now + 1, skip_reload: true })).status).toBe(201);

      const text = await readRaw(instance());
      expect(text).toContain(fingerprint('a'));
      expect(text).toContain(`# _version=${now + 2}\n`);
      expect(await version(instance())).toBe(now + 2);
      expect(await workerPid(instance())).toBe(pid);
    });

    it('D8a throws away an earlier push without a reload, too', async () => {
      await push(instance(), good(), { force_reload: true });
      await push(instance(), instance().configuration({ top: [fingerprint('c')] }), { skip_reload: true });

      await push(instance(), await bad(), { force_reload: true });

      expect(await readRaw(instance())).toContain(fingerprint('a'));
    });
  });
});
