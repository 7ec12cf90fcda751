import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { lastValueFrom, ReplaySubject, take, toArray } from 'rxjs';
import { startSandbox } from '../../lib/index.js';
import type { Sandbox } from '../../lib/index.js';

let folder: string;
let sandbox: Sandbox;
const { argv, env } = process;

/** Another file in its place, as editors do. */
async function save(text: string): Promise<void> {
  await writeFile(join(folder, 'new'), text);
  await rename(join(folder, 'new'), join(folder, 'haproxy.cfg'));
}

/** Stands for `haproxy -c`: refuses what says so. */
async function createProgram(): Promise<string> {
  const program = join(folder, 'haproxy');
  await writeFile(program, `#!/bin/sh\ngrep -q refuse "$3" || exit 0\necho 'refused as asked' >&2\nexit 1\n`);
  await chmod(program, 0o755);
  return program;
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watched-'));
  sandbox = await startSandbox({ users: [{ name: 'admin', password: 'example' }] });
});

afterEach(async () => {
  Object.assign(process, { argv });
  delete env['DATAPLANE_PASSWORD'];
  jest.restoreAllMocks();
  await sandbox.close();
  await rm(folder, { recursive: true });
});

describe('the example of a file that is watched', () => {
  it('deploys each valid text of the file, and ends on SIGINT', async () => {
    const line$ = new ReplaySubject<unknown>(Infinity);
    jest.spyOn(console, 'log').mockImplementation((line: unknown) => line$.next(line));
    const printed = (count: number): Promise<readonly unknown[]> => lastValueFrom(line$.pipe(take(count), toArray()), { defaultValue: [] });
    const program = await createProgram();
    const base = sandbox.state.diskText;
    Object.assign(process, { argv: ['node', 'watchFile.js', join(folder, 'haproxy.cfg'), sandbox.url, program] });
    env['DATAPLANE_PASSWORD'] = 'example';

    await save(`${base}backend app\n  server s1 10.0.0.1:80\n`);
    const ended = import('../../examples/watchFile.js');
    await printed(1);
    await save(`${base}backend refuse\n`);
    await printed(2);
    await save(`${base}backend app\n  server s1 10.0.0.2:80\n`);
    await printed(3);
    process.emit('SIGINT');
    await ended;

    expect(await printed(4)).toEqual(['deployed: raw, version 2', 'not valid: refused as asked', 'deployed: runtime, version 3', '1 of 1 endpoints run it']);
    expect(sandbox.state.diskText).toContain('server s1 10.0.0.2:80');
    expect(process.listenerCount('SIGINT')).toBe(0);
  });
});
