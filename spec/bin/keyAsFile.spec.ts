import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import type { Validator } from '../../lib/sandbox/check/Validator.js';
import { at, drift, push } from '../support/operateInProcess.js';
import { openFolder } from '../support/openFolder.js';
import { planInProcess } from '../support/planInProcess.js';
import { sandboxes, user } from '../support/sandboxes.js';

const fleet = sandboxes();
const folder = openFolder();
afterEach(fleet.closeAll);
afterAll(() => folder.remove());

/** Marked in every line, so that a part of each would be seen. */
const body = (mark: string): string => Array.from({ length: 40 }, (_, index) => `${mark}${String(index).padStart(2, '0')}${'aB3/xY7+'.repeat(7)}Q`.slice(0, 64)).join('\n');
const block = (kind: string, mark: string): string => `# -----BEGIN ${kind}-----\n${body(mark)}\nMARKe2e=\n-----END ${kind}-----\n`;
const site = block('CERTIFICATE', 'MARKc') + block('PRIVATE KEY', 'MARKk');
/** What the check for PEM files lets through: a configuration into which keys were pasted. */
const textOf = (length: number): string => `global\n${'x'.repeat(length)}\n${site}`;
const lockout = ['--allow-lockout', '--allow-lossy'];
const seen = /MARK|aB3\/xY7/;

/** What HAProxy says of each line; the last word that it quotes is cut where it likes. */
const quoting: Validator = (text) =>
  text.split('\n').map((line, index, { length }) => ({
    line: index + 1,
    text: index === length - 2 ? `unknown keyword '${line.slice(0, 5 + (text.length % 50))}` : `unknown keyword '${line}' out of section`,
  }));

describe('a key in FILE (design 6, "Secrets")', () => {
  it.each(['3.2', '2.9'] as const)('is in nothing that push writes, whatever length of its first line, at API %s', async (apiVersion) => {
    const apis = await fleet.start(1, { apiVersion, validate: quoting });

    for (let length = 100; length <= 200; length += 4) {
      const file = folder.write({ 'haproxy.cfg': textOf(length) });
      const { code, stdout, stderr } = await push(`${file}/haproxy.cfg`, [...at(apis), ...lockout, '--json']);

      expect(code).toBe(1);
      expect(stdout).toContain('unknown keyword');
      expect(stdout + stderr).not.toMatch(seen);
    }
  });

  it.each([[[]], [['--json']]])('is in nothing that plan and drift write: %j', async (words) => {
    const [api] = await fleet.start(1);
    const file = `${folder.write({ 'haproxy.cfg': textOf(10) })}/haproxy.cfg`;

    const planned = await planInProcess(file, [...at([api]), ...words], { env: { OPERATE_PASSWORD: user.password } });
    const drifted = await drift(file, [...at([api]), ...words]);

    expect(planned.stdout).toContain('***');
    if (words.length > 0) expect(planned.stdout).toContain('"line_create"');
    for (const { stdout, stderr } of [planned, drifted]) {
      expect(stdout.length).toBeGreaterThan(50);
      expect(stdout + stderr).not.toMatch(seen);
    }
  });
});
