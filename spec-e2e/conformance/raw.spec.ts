import { createHash } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { call, messageOf, push, rawText, readRaw, services, version, workerPid } from '../support/call.js';
import { fingerprint } from '../support/configuration.js';
import { conformance } from '../support/conformance.js';

/** facts 2: reading and pushing the whole text. */
conformance('the raw configuration', (instance) => {
  it('facts 2 gives the version as a bare integer and in the header', async () => {
    const answer = await call(instance(), 'GET', `${services}/configuration/version`);

    expect(answer.text).toMatch(/^\d+\n?$/);
    expect(answer.headers.get('configuration-version')).toBe(answer.text.trim());
  });

  it('facts 2 gives the text as JSON with its version in 2.x, as plain text in 3.x', async () => {
    const answer = await call(instance(), 'GET', `${services}/configuration/raw`);

    expect(answer.status).toBe(200);
    if (instance().base === '/v2') expect(answer.json()).toEqual({ _version: await version(instance()), data: expect.any(String) });
    else expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(rawText(instance(), answer)).toContain('\nbackend be from base\n');
  });

  it('facts 2.1 heads the file with a checksum of all that follows, then the version', async () => {
    const answer = await call(instance(), 'GET', `${services}/configuration/raw`);
    const [first = '', ...rest] = rawText(instance(), answer).split('\n');

    const md5 = createHash('md5').update(rest.join('\n')).digest('hex');
    expect(first).toBe(`# _md5hash=${md5}`);
    expect(rest[0]).toBe(`# _version=${await version(instance())}`);
    expect(answer.headers.get('configuration-checksum')).toBe(md5);
  });

  it('D5a keeps the fingerprint line on top, below its own two', async () => {
    const line = fingerprint('a');

    await push(instance(), instance().configuration({ top: [line] }), { force_reload: true });

    const lines = (await readRaw(instance())).split('\n');
    expect(lines.slice(2, 4)).toEqual([line, '']);
  });

  it('D5a drops the fingerprint line with the text that bore it', async () => {
    await push(instance(), instance().configuration({ top: [fingerprint('a')] }), { skip_reload: true });

    await push(instance(), instance().configuration({ top: [fingerprint('b')] }), { skip_reload: true });

    const text = await readRaw(instance());
    expect(text).toContain(fingerprint('b'));
    expect(text).not.toContain(fingerprint('a'));
  });

  it('facts 2.1 takes out the version line that came with the text', async () => {
    const now = await version(instance());

    await push(instance(), `# _md5hash=0\n# _version=77\n\n${instance().configuration()}`, { skip_reload: true });

    const text = await readRaw(instance());
    expect(text.match(/^# _version=.*$/gm)).toEqual([`# _version=${now + 1}`]);
    expect(text.match(/^# _md5hash=.*$/gm)).toHaveLength(1);
  });

  it('facts 2.1 sorts sections and re-indents, so that what is read is never what was sent', async () => {
    const text = `${instance().configuration()}\nbackend a from base\n        server   s1    127.0.0.1:18081\n`;

    const pushed = rawText(instance(), await push(instance(), text, { skip_reload: true }));

    expect(pushed).toContain('\nbackend a from base\n  server s1 127.0.0.1:18081\n');
    expect(pushed.indexOf('\nbackend a ')).toBeLessThan(pushed.indexOf('\nbackend be '));
    expect(await readRaw(instance())).toBe(pushed);
  });

  it('facts 2.1 gives its own output back unchanged, but for the head', async () => {
    const body = (text: string): string => text.split('\n').slice(2).join('\n');
    const first = await readRaw(instance());

    await push(instance(), first, { skip_reload: true });

    expect(body(await readRaw(instance()))).toBe(body(first));
  });

  it('facts 2 answers 201 to a forced push, without a reload id, and HAProxy has another worker', async () => {
    const [now, before] = [await version(instance()), await workerPid(instance())];

    const answer = await push(instance(), instance().configuration({ servers: [18082] }), { force_reload: true });

    expect(answer.status).toBe(201);
    expect(answer.headers.get('reload-id')).toBeNull();
    expect(answer.headers.get('configuration-version')).toBe(String(now + 1));
    expect(await workerPid(instance())).not.toBe(before);
  });

  it('facts 2 answers 201 to a push without a reload, and HAProxy keeps its worker', async () => {
    const [now, before] = [await version(instance()), await workerPid(instance())];

    const answer = await push(instance(), instance().configuration({ servers: [18082] }), { skip_reload: true });

    expect(answer.status).toBe(201);
    expect(answer.headers.get('reload-id')).toBeNull();
    expect(answer.headers.get('configuration-version')).toBe(String(now + 1));
    expect(await readRaw(instance())).toContain('127.0.0.1:18082');
    expect(await workerPid(instance())).toBe(before);
  });

  it('D7 answers 409 to an old version, names the one at hand and changes nothing', async () => {
    const [now, text] = [await version(instance()), await readRaw(instance())];

    const answer = await push(instance(), instance().configuration({ servers: [18082] }), { version: now - 1, force_reload: true });

    expect(answer.status).toBe(409);
    expect(messageOf(answer)).toBe(`version mismatch: version in configuration file is ${now}, given version is ${now - 1}`);
    expect(answer.headers.get('configuration-version')).toBe(String(now));
    expect(await readRaw(instance())).toBe(text);
  });

  it('D7 answers 409 after a foreign commit', async () => {
    const now = await version(instance());
    await push(instance(), instance().configuration({ servers: [18083] }), { skip_reload: true });

    const answer = await push(instance(), instance().configuration({ servers: [18082] }), { version: now, force_reload: true });

    expect(answer.status).toBe(409);
    expect(answer.headers.get('configuration-version')).toBe(String(now + 1));
  });

  it('facts 2 answers 400 without a version', async () => {
    const answer = await call(instance(), 'POST', `${services}/configuration/raw`, { body: instance().configuration() });

    expect(answer.status).toBe(400);
    expect(messageOf(answer)).toContain('version or transaction not specified');
  });

  it('facts 2 answers 400 to a text of one unfinished line', async () => {
    const answer = await push(instance(), 'global');

    expect(answer.status).toBe(400);
    expect(messageOf(answer)).toContain('no newline character found');
  });

  it('facts 2 refuses an empty body, with 422 in older versions and 400 in newer ones', async () => {
    const answer = await push(instance(), '');

    expect([400, 422]).toContain(answer.status);
  });

  it('facts 2 only validates where it is told to: 202 with the text at hand, and nothing moves', async () => {
    const [now, before] = [await version(instance()), await readRaw(instance())];

    const answer = await push(instance(), instance().configuration({ servers: [18082] }), { only_validate: true });

    expect(answer.status).toBe(202);
    expect(answer.headers.get('reload-id')).toBeNull();
    expect(rawText(instance(), answer)).toBe(before);
    expect(await version(instance())).toBe(now);
  });

  it('facts 2 answers 400 where it only validates and HAProxy refuses', async () => {
    const answer = await push(instance(), instance().configuration({ backend: ['nonsense here'] }), { only_validate: true });

    expect(answer.status).toBe(400);
    expect(messageOf(answer)).toContain('exit status 1');
  });

  it('facts 2 takes the version from the text when it is told to skip it', async () => {
    await push(instance(), `# _version=4711\n\n${instance().configuration()}`, { version: 0, skip_version: true, skip_reload: true });

    expect(await version(instance())).toBe(4711);
  });
});
