import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { LintReport } from '../../../bin/lint/lintVersions.js';
import { openFolder } from '../../support/openFolder.js';
import { lintInProcess } from '../../support/planInProcess.js';

const folder = openFolder();
afterAll(() => folder.remove());

const faithful = 'global\n  maxconn 100\n';
/** `guid` is lost by 2.9, the lines of the first `backend b` and the missing name of `defaults` by all; 3.0 does not know `traces`. */
const lossy = `defaults
  mode http
backend app
  server one 127.0.0.1:9001 guid abc
backend b
  balance roundrobin
backend b
  balance leastconn
traces
  trace h1 sink stderr
`;
const fileOf = (config: string): string => join(folder.write({ 'haproxy.cfg': config }), 'haproxy.cfg');

describe('lint', () => {
  it('D5b tells each finding once with its versions, its place and the mend, and ends with 3', async () => {
    const file = fileOf(lossy);

    const { code, stdout } = await lintInProcess(file);

    expect(stdout.replaceAll(file, 'haproxy.cfg')).toBe(`haproxy.cfg:1 (defaults): harmless: the API gives this section a name
  all these versions: write a name of your own behind defaults
haproxy.cfg:4 (backend app): loss: this API does not know the server option guid and drops it
  API 2.9: leave the option out, put the line into the snippet block of the section, or use an API of 3.1 or later
haproxy.cfg:5 (backend b): loss: the API keeps only the last backend b: the lines of this one are lost
  all these versions: give each section a name of its own, or write one section with all the lines
haproxy.cfg:9 (traces): harmless: this API does not know traces sections and keeps their lines as they are
  API 2.9, 3.0: use an API that knows traces sections, or leave the section out
2 losses, by API 2.9, 3.0, 3.1, 3.2, 3.3, 3.4; 2 harmless changes
`);
    expect(code).toBe(3);
  });

  it('judges for the versions that are named only', async () => {
    const guid = fileOf(lossy.replace(/backend b[^]*/, ''));

    const young = await lintInProcess(guid, ['--api-version', '3.4', '--api-version', '3.2']);
    const old = await lintInProcess(guid, ['--api-version', '3.4', '--api-version', '2.9']);

    expect([young.code, young.stdout.split('\n').at(-2)]).toEqual([0, 'nothing is known to be lost by API 3.2, 3.4; 1 harmless change']);
    expect([old.code, old.stdout.split('\n').at(-2)]).toEqual([3, '1 loss, by API 2.9; none by 3.4; 1 harmless change']);
  });

  it('ends with 0 where nothing is lost', async () => {
    expect(await lintInProcess(fileOf(faithful))).toMatchObject({ code: 0, stdout: 'nothing is known to be lost by API 2.9, 3.0, 3.1, 3.2, 3.3, 3.4\n' });
  });

  it('writes JSON', async () => {
    const { code, stdout } = await lintInProcess(fileOf(lossy), ['--json', '--api-version', '2.9', '--api-version', '3.0']);

    const { versions, findings, losing } = JSON.parse(stdout) as LintReport;
    expect([code, versions, losing]).toEqual([3, ['2.9', '3.0'], ['2.9', '3.0']]);
    expect(findings.map(({ line, rule, severity, versions: of }) => [line, rule, severity, of])).toEqual([
      [1, 'unnamed-defaults', 'harmless', ['2.9', '3.0']],
      [4, 'dropped-option', 'loss', ['2.9']],
      [5, 'duplicate-section', 'loss', ['2.9', '3.0']],
      [9, 'unknown-section', 'harmless', ['2.9', '3.0']],
    ]);
  });

  it('reads standard input, and a folder', async () => {
    expect(await lintInProcess('-', [], { stdin: lossy })).toMatchObject({ code: 3, stdout: expect.stringContaining('-:4 (backend app)') });
    expect(await lintInProcess(folder.write({ 'haproxy.cfg': faithful }))).toMatchObject({ code: 0 });
  });

  it('is wrong usage where the file cannot be read, or is none', async () => {
    await expect(lintInProcess('/nowhere/haproxy.cfg')).rejects.toThrow('/nowhere/haproxy.cfg is not there');
    await expect(lintInProcess('-', [], { stdin: 'global\0' })).rejects.toThrow('standard input has a NUL byte in line 1');
  });
});
