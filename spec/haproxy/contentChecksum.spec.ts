import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { AuxiliaryFiles } from '../../lib/events/types.js';
import { baseName, contentChecksum } from '../../lib/haproxy/contentChecksum.js';
import { withFingerprint } from '../../lib/haproxy/fingerprint.js';

const text = 'global\n  maxconn 100\n\ndefaults\n  mode http\n';
const sum = (haproxyConfig: string, files: AuxiliaryFiles = {}): string => contentChecksum(haproxyConfig, files);
const fingerprint = { checksum: '0'.repeat(64), name: 'default', at: 1, by: 'reload' } as const;

describe('contentChecksum', () => {
  it('D5a is the SHA-256 of a normal text in hex', () => {
    expect(sum(text)).toBe(createHash('sha256').update(text).digest('hex'));
  });

  it.each([
    ['a byte order mark', `\uFEFF${text}`],
    ['the line ends of Windows', text.replaceAll('\n', '\r\n')],
    ['trailing blanks', text.replaceAll('\n', ' \t\n')],
    ['a missing final newline', text.trimEnd()],
    ['more final newlines', `${text}\n \n\n`],
    ['blank lines on top', `\n\n${text}`],
    ['a version line', `# _version=12\n${text}`],
    ['a hash line', `# _md5hash=0123\n${text}`],
    ['both, and the line ends of Windows', `# _md5hash=0123\r\n# _version=12\r\n${text}`],
    ['a fingerprint', withFingerprint(text, fingerprint)],
    ['a byte order mark before the metadata', `\uFEFF# _version=12\n${text}`],
  ])('D5a does not depend on %s', (_what, other) => {
    expect(sum(other)).toBe(sum(text));
  });

  it.each([
    ['another value', text.replace('100', '101')],
    ['leading blanks', text.replace('  maxconn', ' maxconn')],
    ['a blank line in the middle', text.replace('\n\n', '\n')],
    ['blanks within a line', text.replace('mode http', 'mode  http')],
    ['a comment', `# note\n${text}`],
    ['a version line below the first section', `${text}# _version=12\n`],
  ])('D5a depends on %s', (_what, other) => {
    expect(sum(other)).not.toBe(sum(text));
  });

  it('D5a is the same for every text and its pushed form', () => {
    const lines = fc.array(fc.constantFrom('global', '', ' maxconn 1 ', '# note', '\r', 'x\t', '# _version=1'), { maxLength: 30 });

    fc.assert(
      fc.property(lines, (given) => {
        const any = given.join('\n');

        expect(sum(withFingerprint(any, fingerprint))).toBe(sum(any));
      }),
    );
  });

  it('D5a takes the blanks of a long line in linear time', () => {
    const long = `  ${' '.repeat(1_000_000)}x\n`.repeat(3);

    expect(sum(long)).toHaveLength(64);
  });

  const file = (path: string, content: string) => ({ path, content });

  it.each<[string, AuxiliaryFiles, AuxiliaryFiles]>([
    ['the order of files', { maps: [file('a.map', '1'), file('b.map', '2')] }, { maps: [file('b.map', '2'), file('a.map', '1')] }],
    ['the folder of a file', { maps: [file('/etc/haproxy/maps/a.map', '1')] }, { maps: [file('a.map', '1')] }],
    ['an empty list', { maps: [] }, {}],
  ])('D5a D6 does not depend on %s', (_what, one, other) => {
    expect(sum(text, one)).toBe(sum(text, other));
  });

  it.each<[string, AuxiliaryFiles, AuxiliaryFiles]>([
    ['the content of a file', { maps: [file('a.map', '1')] }, { maps: [file('a.map', '2')] }],
    ['its final newline', { maps: [file('a.map', '1')] }, { maps: [file('a.map', '1\n')] }],
    ['its name', { maps: [file('a.map', '1')] }, { maps: [file('b.map', '1')] }],
    ['its kind', { maps: [file('a', '1')] }, { generalFiles: [file('a', '1')] }],
    ['its presence', { maps: [file('a.map', '')] }, {}],
    ['where one file ends', { maps: [file('a', '1'), file('b', '2')] }, { maps: [file('a', '1\0maps\0b\x001\x002')] }],
  ])('D5a depends on %s', (_what, one, other) => {
    expect(sum(text, one)).not.toBe(sum(text, other));
  });

  it('D5a tells files from text that looks like them', () => {
    const body = '1';

    expect(sum(text, { maps: [file('a', body)] })).not.toBe(sum(`${text}\0maps\0a\x001\0${body}`));
  });
});

describe('baseName', () => {
  it.each([
    ['/etc/haproxy/ssl/site.pem', 'site.pem'],
    ['site.pem', 'site.pem'],
    ['a/b/', ''],
    ['', ''],
  ])('D6 takes the last part of %j: %j', (path, name) => {
    expect(baseName(path)).toBe(name);
  });
});
