import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Doing } from '../../lib/dataplane/dataPlaneError.js';
import { resolveCredentials, type CredentialSource } from '../../lib/dataplane/resolveCredentials.js';

const doing: Doing = { what: 'writing the configuration', endpoint: 'http://lb1.test:5555', stage: 'apply', writes: true, secrets: () => [] };
const resolve = (entry: CredentialSource, defaults: CredentialSource = {}, env: Record<string, string> = {}) =>
  resolveCredentials(entry, defaults, env, doing, new AbortController().signal);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'credentials-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});
const file = (content: string) => {
  const path = join(folder, 'password');
  writeFileSync(path, content);
  return path;
};

describe('resolveCredentials', () => {
  it('finds none where neither names any', async () => {
    expect(await resolve({})).toBeUndefined();
  });

  it('takes the password of the entry before that of the defaults, whatever form it has', async () => {
    const defaults = { username: 'fleet', password: 'of the fleet' };

    expect(await resolve({}, defaults)).toEqual({ username: 'fleet', password: 'of the fleet' });
    expect(await resolve({ username: 'own' }, defaults)).toEqual({ username: 'own', password: 'of the fleet' });
    expect(await resolve({ passwordEnv: 'OWN' }, defaults, { OWN: 'own word' })).toEqual({ username: 'fleet', password: 'own word' });
  });

  it.each([
    ['one line end', 'word\n', 'word'],
    ['one line end of two', 'word\n\n', 'word\n'],
    ['a DOS line end', 'word\r\n', 'word'],
    ['no blank', ' word ', ' word '],
  ])('strips %s from a password file', async (_name, content, password) => {
    expect(await resolve({ username: 'u', passwordFile: file(content) })).toEqual({ username: 'u', password });
  });

  it('reads a password file anew each time', async () => {
    const passwordFile = file('old');
    await resolve({ passwordFile });
    file('new');

    expect(await resolve({ passwordFile })).toMatchObject({ password: 'new' });
  });

  it('is unauthorized, stage local, untouched, where the file or the variable is not there (design 7)', async () => {
    const expected = { code: 'unauthorized', stage: 'local', retryable: false, outcome: 'untouched' };

    await expect(resolve({ passwordFile: join(folder, 'none') })).rejects.toMatchObject(expected);
    for (const passwordEnv of ['NONE', 'toString', 'constructor', '__proto__']) await expect(resolve({ passwordEnv })).rejects.toMatchObject(expected);
  });

  it('follows links to a password file, as those of a mounted secret', async () => {
    file('word\n');
    symlinkSync('password', join(folder, '..data'));
    symlinkSync('..data', join(folder, 'link'));

    expect(await resolve({ username: 'u', passwordFile: join(folder, 'link') })).toEqual({ username: 'u', password: 'word' });
  });

  it('waits for no pipe, folder or device, also behind a link: more of them than there are threads for files keep no other waiting', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    symlinkSync('pipe', join(folder, 'link'));
    const expected = { code: 'unauthorized', stage: 'local', retryable: false, outcome: 'untouched' };
    const kinds = [[pipe, 'a pipe'], [join(folder, 'link'), 'a pipe'], [folder, 'a folder'], ['/dev/zero', 'a device']] as const;

    for (const [passwordFile, kind] of [...kinds, ...kinds, ...kinds]) {
      await expect(resolve({ passwordFile })).rejects.toMatchObject({ ...expected, message: `writing the configuration at http://lb1.test:5555: the credentials file cannot be read: ${passwordFile} is ${kind}, and only a regular file can be read again whenever it is needed` });
    }

    expect(await resolve({ username: 'u', passwordFile: file('word') })).toEqual({ username: 'u', password: 'word' });
  });
});
