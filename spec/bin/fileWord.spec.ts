import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildCli, type BuiltCli } from '../support/buildCli.js';

const folder = mkdtempSync(join(tmpdir(), 'file-word-'));
let cli: BuiltCli;

beforeAll(() => {
  cli = buildCli();
}, 60_000);
afterAll(() => {
  cli.remove();
  rmSync(folder, { recursive: true });
});

function errorOf(words: readonly string[], input = ''): string {
  return spawnSync(process.execPath, [cli.program, ...words], { input, cwd: folder, encoding: 'utf8', env: { PATH: process.env['PATH'] } }).stderr;
}

const fleet = ['--endpoint', 'http://127.0.0.1:9'];
const readsInput = 'standard input is empty, and a configuration has at least one section';

describe('FILE on the command line', () => {
  it.each([
    ['lint', '-'],
    ['lint', '-', '--api-version', '3.2'],
    ['lint', '--', '-'],
    ['push', '-', ...fleet],
    ['push', ...fleet, '-'],
    ['plan', '-', ...fleet],
    ['drift', '-', ...fleet],
    ['status', '-', ...fleet],
    ['status', ...fleet, '--', '-'],
  ])('design 8: "-" is standard input, in %s %s %s %s', (...words) => {
    expect(errorOf(words)).toContain(readsInput);
  });

  it('design 8: may follow an option that can be repeated', () => {
    writeFileSync(join(folder, 'empty.cfg'), '');

    expect(errorOf(['plan', '--map', 'hosts.map', 'empty.cfg', ...fleet])).toContain('empty.cfg is empty');
    expect(errorOf(['push', ...fleet, 'empty.cfg'])).toContain('empty.cfg is empty');
  });

  it('design 8: may begin with a dash behind "--"', () => {
    writeFileSync(join(folder, '-dash.cfg'), '');

    expect(errorOf(['lint', '--', '-dash.cfg'])).toContain('./-dash.cfg is empty');
  });

  it('design 8: is not standard input where it is an empty text, as of a variable that is not set', () => {
    expect(errorOf(['lint', ''], 'global\n')).toContain('FILE is empty');
  });
});
