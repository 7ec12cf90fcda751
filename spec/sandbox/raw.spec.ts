import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { apiVersions } from '../../lib/sandbox/ApiProfile.js';
import { closeSandboxesAfterEach, configOf, openSandbox } from './support/openSandbox.js';

closeSandboxesAfterEach();

const one = configOf('10.0.0.1:80');

describe('configuration/raw of a sandbox (facts 2)', () => {
  it.each(apiVersions)('version %s tells the version as a bare number and takes a push of that version', async (apiVersion) => {
    const { ask, push } = await openSandbox({ apiVersion });

    const before = await ask('GET', '/configuration/version');
    const pushed = await push(one, { version: 1, force_reload: true });
    const after = await ask('GET', '/configuration/version');

    expect([before.text, pushed.status, after.text]).toEqual(['1\n', 201, '2\n']);
  });

  it.each(['2.9', '3.2', '3.4'] as const)('version %s stores another text than was sent, and gives back what it answered', async (apiVersion) => {
    const { ask, push, sandbox } = await openSandbox({ apiVersion });

    const pushed = await push(one, { version: 1, force_reload: true });
    const read = await ask('GET', '/configuration/raw');

    const stored = apiVersion === '2.9' ? pushed.json() : pushed.text;
    expect(stored).not.toBe(one);
    expect(apiVersion === '2.9' ? read.json() : read.text).toEqual(apiVersion === '2.9' ? { _version: 2, data: stored } : stored);
    expect(sandbox.state.diskText).toBe(stored);
  });

  it('writes the checksum of all that follows it, which the header tells as well', async () => {
    const { push } = await openSandbox();

    const { text, headers } = await push(one, { version: 1, force_reload: true });

    const [first = '', ...rest] = text.split('\n');
    const checksum = createHash('md5').update(rest.join('\n')).digest('hex');
    expect(first).toBe(`# _md5hash=${checksum}`);
    expect(rest[0]).toBe('# _version=2');
    expect(headers['configuration-checksum']).toBe(checksum);
  });

  it('has no checksum header before the first write', async () => {
    const { ask } = await openSandbox();

    expect((await ask('GET', '/configuration/raw')).headers).not.toHaveProperty('configuration-checksum');
  });

  it('schedules a reload by default: 202 with an id, spelled as Go does', async () => {
    const { push, sandbox } = await openSandbox();

    const { status, headers, rawHeaders } = await push(one, { version: 1 });

    expect([status, headers['reload-id'], headers['configuration-version']]).toEqual([202, '2026-08-14-0', '2']);
    expect(rawHeaders).toContain('Reload-Id');
    expect(sandbox.state.runningText).not.toBe(sandbox.state.diskText);
  });

  it('force_reload reloads before it answers', async () => {
    const { push, sandbox } = await openSandbox();

    const { status, headers } = await push(one, { version: 1, force_reload: true });

    expect([status, headers['reload-id'], sandbox.state.reloads]).toEqual([201, undefined, 1]);
    expect(sandbox.state.runningText).toBe(sandbox.state.diskText);
  });

  it('skip_reload writes without one, and wins over force_reload', async () => {
    const { push, sandbox } = await openSandbox();

    const { status, headers } = await push(one, { version: 1, skip_reload: true, force_reload: true });

    expect([status, headers['reload-id'], sandbox.state.reloads, sandbox.state.pendingReloadId]).toEqual([201, undefined, 0, undefined]);
    expect(sandbox.state.version).toBe(2);
  });

  it('only_validate answers 202 with the present text, writes nothing and looks at no version', async () => {
    const { push, sandbox } = await openSandbox();
    const before = sandbox.state.diskText;

    const { status, text, headers } = await push(one, { only_validate: true, version: 77, skip_reload: true });

    expect([status, text, headers['reload-id'], sandbox.state.version]).toEqual([202, before, undefined, 1]);
  });

  it.each([['2.9', 'validation error: exit status 1'], ['3.2', "unknown keyword 'bogus'"]] as const)('only_validate of version %s tells %s, and leaves no transaction', async (apiVersion, message) => {
    const { push, sandbox } = await openSandbox({ apiVersion });

    const refused = await push(`${one}  bogus\n`, { only_validate: true });

    expect(refused.status).toBe(400);
    expect(refused.message()).toContain(message);
    expect(refused.message()).not.toContain('transactionId');
    expect(sandbox.state.transactions).toEqual([]);
  });

  it('another version is a conflict that tells the right one', async () => {
    const { push } = await openSandbox();

    const { status, headers, json } = await push(one, { version: 6 });

    expect([status, headers['configuration-version']]).toEqual([409, '1']);
    expect(json()).toEqual({ code: 409, message: 'version mismatch: version in configuration file is 1, given version is 6' });
  });

  it.each([[{}], [{ version: 0 }]])('no version (%j) is 400', async (query) => {
    const { push } = await openSandbox();

    const { status, message } = await push(one, query);

    expect(status).toBe(400);
    expect(message()).toMatch(/^version or transaction not specified: /);
  });

  it('skip_version takes the version from the text, and 1 where it has none', async () => {
    const { push, sandbox } = await openSandbox();
    await push(one, { version: 1, skip_reload: true });

    await push(one, { skip_version: true, skip_reload: true });
    const without = sandbox.state.version;
    await push(`# _version=41\n${one}`, { skip_version: true, skip_reload: true });

    expect([without, sandbox.state.version]).toEqual([1, 41]);
  });

  it('a refused text changes nothing, leaves a failed transaction and says where', async () => {
    const { push, sandbox } = await openSandbox();
    const before = sandbox.state;

    const { status, message } = await push(`${one}  bogus\n`, { version: 1, force_reload: true });

    expect(status).toBe(400);
    expect(message()).toMatch(/^validation error: exit status 1: err transactionId=tx-1 \nmsg="config parsing \[\S+tx-1:\d+\] : unknown keyword 'bogus' in 'backend' section"\nmsg="/);
    expect(sandbox.state).toEqual({ ...before, transactions: [{ id: 'tx-1', version: 1, status: 'failed', text: expect.stringContaining('bogus') }] });
  });

  it('the line it names is that of the re-serialised text', async () => {
    const { push, sandbox } = await openSandbox();

    const { message } = await push('backend zz\n  bogus\nglobal\n  maxconn 1\n', { version: 1 });

    const line = Number(/:(\d+)\]/.exec(message())?.[1]);
    const checked = `# _md5hash=\n# _version=2\n${sandbox.state.transactions[0]?.text ?? ''}`;
    expect(checked.split('\n')[line - 1]).toBe('  bogus');
  });

  it('a text without any newline is 400', async () => {
    const { push } = await openSandbox();

    const { status, message } = await push('global', { version: 1 });

    expect([status, message()]).toEqual([400, 'invalid configuration: no newline character found']);
  });

  it.each([['2.9', 422, 602], ['3.2', 422, 602], ['3.4', 400, 400]] as const)('an empty body is refused by version %s with %i, code %i', async (apiVersion, status, code) => {
    const { push } = await openSandbox({ apiVersion });

    const refused = await push('', { version: 1 });

    expect([refused.status, refused.pick('code')]).toEqual([status, code]);
  });

  it.each([['2.9', 422, 601], ['3.4', 400, 400]] as const)('a parameter that is no number is refused by version %s with %i', async (apiVersion, status, code) => {
    const { push } = await openSandbox({ apiVersion });

    const refused = await push(one, { version: 'x' });

    expect([refused.status, refused.pick('code')]).toEqual([status, code]);
  });

  it('a failed forced reload is 400: the disk goes back, memory and version do not (facts 4)', async () => {
    const { push, ask, sandbox } = await openSandbox();
    const good = (await push(one, { version: 1, force_reload: true })).text;
    sandbox.faults = { failReloads: 1, reloadOutput: 'cannot bind' };

    const { status, message, headers } = await push(configOf('10.0.0.2:80'), { version: 2, force_reload: true });

    expect([status, headers['configuration-version']]).toEqual([400, '3']);
    expect(message()).toBe('Reload failed: exit status 1, cannot bind');
    expect((await ask('GET', '/configuration/raw')).text).toBe(good);
    expect((await ask('GET', '/configuration/version')).text).toBe('3\n');
    expect(sandbox.state.memoryText).toContain('10.0.0.2');
    expect(sandbox.state.runningText).toBe(good);
  });

  it('a foreign commit moves the version on, and a foreign edit of the file too', async () => {
    const { push, sandbox } = await openSandbox();
    await push(one, { version: 1, skip_reload: true });

    sandbox.foreignCommit(configOf('10.9.9.9:80'));
    sandbox.editDisk(one);

    expect(sandbox.state.version).toBe(4);
    expect((await push(one, { version: 2 })).status).toBe(409);
  });

  it('an edit whose checksum line fits goes unnoticed', async () => {
    const { push, sandbox } = await openSandbox();
    const first = (await push(one, { version: 1, skip_reload: true })).text;
    await push(configOf('10.0.0.2:80'), { version: 2, skip_reload: true });

    sandbox.editDisk(first);

    expect(sandbox.state).toMatchObject({ version: 3, diskText: first, memoryText: expect.stringContaining('10.0.0.2') });
  });

  it('pushes one after another: of two with the same version one is a conflict', async () => {
    const { push } = await openSandbox();

    const answers = await Promise.all([push(one, { version: 1 }), push(one, { version: 1 })]);

    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
  });
});
