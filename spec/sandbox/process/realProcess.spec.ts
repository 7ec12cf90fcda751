import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { realProcess } from '../../../lib/sandbox/process/realProcess.js';
import { realClock } from '../../../lib/sandbox/realClock.js';
import { startSandbox } from '../../../lib/sandbox/startSandbox.js';

/** What a program has to do to count as a HAProxy that runs is for spec-e2e; here are those that do not start. */
describe('realProcess', () => {
  let folder = '';
  let temporary = '';
  const program = (body: string): string => {
    const path = join(folder, 'haproxy');
    writeFileSync(path, `#!/bin/sh\n${body}\n`);
    chmodSync(path, 0o700);
    return path;
  };
  const start = (path: string, initialText = 'global\n') =>
    realProcess({ program: path, folder: temporary, initialText, files: { directories: ['/etc/haproxy/maps'], contents: new Map() }, clock: realClock });

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'real-process-spec-'));
    temporary = mkdtempSync(join(tmpdir(), 'real-process-spec-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
    rmSync(temporary, { recursive: true, force: true });
  });

  it('rejects with the words of a program that ends, its paths as the API knows them, and leaves nothing behind', async () => {
    // The last argument is the configuration.
    const path = program('for file; do :; done; echo "[ALERT] (1) : config : parsing [$file:1] : no" >&2; exit 1');

    await expect(start(path)).rejects.toThrow('HAProxy has ended with 1: [ALERT] (1) : config : parsing [/etc/haproxy/haproxy.cfg:1] : no');

    expect(readdirSync(temporary)).toEqual([]);
  });

  it('masks what the program quotes of the configuration', async () => {
    const path = program('for file; do :; done; cat "$file" >&2; exit 1');

    const error = await start(path, 'userlist u\n  user a insecure-password correct-horse\n').catch((failure: unknown) => failure);

    expect(String(error)).toContain('insecure-password ***');
    expect(String(error)).not.toContain('correct-horse');
  });

  it('rejects for a program that is not there, and leaves nothing behind', async () => {
    await expect(start(join(folder, 'none'))).rejects.toThrow('ENOENT');

    expect(readdirSync(temporary)).toEqual([]);
  });

  it('keeps a sandbox from starting', async () => {
    const haproxy = { program: join(folder, 'none'), folder: temporary };

    await expect(startSandbox({ users: [{ name: 'a', password: 'b' }], haproxy })).rejects.toThrow('ENOENT');
  });
});
