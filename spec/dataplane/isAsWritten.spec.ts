import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { isAsWritten } from '../../lib/dataplane/isAsWritten.js';
import type { Fingerprint } from '../../lib/haproxy/fingerprint.js';

const fingerprint: Fingerprint = { checksum: 'a'.repeat(64), name: 'x', at: 1, by: 'reload', version: 7 };
const md5 = (text: string, encoding: BufferEncoding = 'utf8'): string => createHash('md5').update(text, encoding).digest('hex');
const stored = (rest: string): string => `# _md5hash=${md5(rest)}\n${rest}`;
const rest = '# _version=7\n# ours\n\nglobal\n  description "é"\n';

describe('isAsWritten', () => {
  it('D5a tells a text that nobody has touched since the write by version and checksum', () => {
    expect(isAsWritten({ text: stored(rest), version: 7 }, fingerprint)).toBe(true);
  });

  it('D5a takes the checksum over the bytes of a text that is no UTF-8', () => {
    const text = `# _md5hash=${md5(rest, 'latin1')}\n${rest}`;

    expect(isAsWritten({ text, version: 7, encoding: 'latin1' }, fingerprint)).toBe(true);
    expect(isAsWritten({ text, version: 7 }, fingerprint)).toBe(false);
  });

  it.each([
    ['an edited file', { text: stored(rest).replace('global', 'global\n  maxconn 1'), version: 7 }, fingerprint],
    ['a write by somebody else since', { text: stored(rest.replace('=7', '=8')), version: 8 }, fingerprint],
    ['a version in memory that is not that of the file', { text: stored(rest), version: 8 }, { ...fingerprint, version: 8 }],
    ['a fingerprint of another version', { text: stored(rest), version: 7 }, { ...fingerprint, version: 6 }],
    ['a fingerprint that names no version', { text: stored(rest), version: 7 }, { checksum: fingerprint.checksum, name: 'x', at: 1, by: 'reload' }],
    ['a text without a checksum', { text: rest, version: 7 }, fingerprint],
    ['a text without a version', { text: stored('global\n'), version: 7 }, fingerprint],
  ] as const)('D5a does not take %s for it', (_what, found, by) => {
    expect(isAsWritten(found, by)).toBe(false);
  });
});
