import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildSync } from 'esbuild';
import { watchLines } from '../support/watch.js';

const folder = mkdtempSync(join(tmpdir(), 'signals-spec-'));
const pipe = join(folder, 'pipe');
const program = join(folder, 'program.mjs');
beforeAll(() => {
  const contents = `
    import { readFile } from 'node:fs';
    import { signals } from './bin/signals.ts';
    // Nobody ever writes to it: the thread never comes back.
    readFile(${JSON.stringify(pipe)}, () => undefined);
    process.on('exit', (code) => console.log('ends with ' + code));
    signals(process).subscribe((signal) => console.log('first: ' + signal));
    console.log('ready');
  `;
  execFileSync('mkfifo', [pipe]);
  buildSync({ stdin: { contents, resolveDir: '.', loader: 'js' }, bundle: true, platform: 'node', format: 'esm', outfile: program });
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('signals', () => {
  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('design 8: a second one, %s, ends the process at once, with %i for a shell, though a thread waits for good', async (signal, code) => {
    const child = spawn(process.execPath, [program]);
    const ended = once(child, 'exit');
    const out = watchLines(child.stdout);
    await out.until((line) => line === 'ready');

    child.kill('SIGTERM');
    await out.until((line) => line === 'first: SIGTERM');
    child.kill(signal);

    expect(await ended).toEqual([null, signal]);
    await out.until((line) => line === `ends with ${code}`);
  });
});
