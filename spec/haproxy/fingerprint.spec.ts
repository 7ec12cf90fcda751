import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fleetNamePattern, readFingerprint, withFingerprint, withoutMetadata } from '../../lib/haproxy/fingerprint.js';
import type { Fingerprint } from '../../lib/haproxy/fingerprint.js';

const checksum = 'a1'.repeat(32);
const fingerprint: Fingerprint = { checksum, name: 'edge', at: 1_700_000_000, by: 'reload' };
const line = `# haproxy-deployer fp=1:${checksum} name=edge at=1700000000 by=reload`;
const text = 'global\n  maxconn 100\n';

describe('withFingerprint', () => {
  it('D5a puts one comment line and a blank line on top of the text', () => {
    expect(withFingerprint(text, fingerprint)).toBe(`${line}\n\n${text}`);
  });

  it('D5a changes nothing of the text', () => {
    fc.assert(fc.property(fc.string(), (any) => expect(withFingerprint(any, fingerprint).endsWith(any)).toBe(true)));
  });
});

describe('readFingerprint', () => {
  it('D5a reads back what was written, whatever it says', () => {
    const any = fc.record(
      {
        checksum: fc.stringMatching(/^[0-9a-f]{64}$/),
        name: fc.stringMatching(fleetNamePattern),
        at: fc.integer({ min: 0, max: 10 ** 15 - 1 }),
        by: fc.constantFrom('reload' as const, 'runtime' as const),
        version: fc.integer({ min: 0, max: 10 ** 15 - 1 }),
        before: fc.nat(),
        unseen: fc.constant(true as const),
      },
      { requiredKeys: ['checksum', 'name', 'at', 'by'] },
    );

    fc.assert(fc.property(any, fc.string(), (given, rest) => expect(readFingerprint(withFingerprint(rest, given))).toEqual(given)));
  });

  it.each([
    ['below the lines of the API', `# _version=7\n${line}\n\n${text}`],
    ['below a hash and other comments', `# _md5hash=abc\n\n# ours\n${line}\n${text}`],
    ['with the line ends of Windows', `${line}\r\n\r\n${text}`],
    ['with a trailing blank', `${line} \n${text}`],
    ['at the end of a text without a final newline', line],
  ])('D5a finds it %s', (_where, stored) => {
    expect(readFingerprint(stored)).toEqual(fingerprint);
  });

  it.each([
    ['an empty text', ''],
    ['a text without one', text],
    ['one below the first section', `${text}${line}\n`],
    ['one below many comments', `${'#\n'.repeat(16)}${line}\n`],
    ['another format', line.replace('fp=1:', 'fp=2:')],
    ['a checksum that is too short', line.replace(checksum, checksum.slice(1))],
    ['an unknown way', line.replace('by=reload', 'by=hand')],
    ['a name with a blank', line.replace('edge', 'the edge')],
    ['something after it', `${line} and more\n`],
    ['blanks before it', ` ${line}`],
  ])('D5a finds none in %s', (_what, stored) => {
    expect(readFingerprint(stored)).toBeUndefined();
  });

  it('D5a takes the first of two', () => {
    expect(readFingerprint(`${line}\n${line.replace('edge', 'other')}\n`)?.name).toBe('edge');
  });
});

describe('withoutMetadata', () => {
  it.each([
    ['the fingerprint', `${line}\n${text}`, text],
    ['the version', `# _version=7\n${text}`, text],
    ['the hash', `# _md5hash=abc\n${text}`, text],
    ['all of them among other comments', `# _md5hash=abc\n# ours\n# _version=7\n${line}\n\n${text}`, `# ours\n\n${text}`],
    ['a damaged fingerprint', `# haproxy-deployer fp=broken\n${text}`, text],
    ['the only line', '# _version=7', ''],
  ])('D5a takes %s away', (_what, stored, left) => {
    expect(withoutMetadata(stored)).toBe(left);
  });

  it.each([
    ['a text without any', text],
    ['an empty text', ''],
    ['a comment that only mentions one', `# see _version=7\n${text}`],
    ['a comment further down', `${text}# _version=7\n`],
    ['a text without a final newline', 'global'],
    ['comments without a final newline', '# a\n# b'],
    ['blank lines on top', `\n\n${text}`],
  ])('D5a leaves %s as it is', (_what, stored) => {
    expect(withoutMetadata(stored)).toBe(stored);
  });

  it('D5a leaves of a pushed text the blank line and the text', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('global\n', '\n', '  maxconn 1\n', '# note\n', 'x'), { maxLength: 30 }), (lines) => {
        const any = lines.join('');

        expect(withoutMetadata(withFingerprint(any, fingerprint))).toBe(`\n${any}`);
      }),
    );
  });
});

describe('fleetNamePattern', () => {
  it.each(['default', 'a', 'Edge-1.eu_west', 'x'.repeat(64)])('D5a takes %s', (name) => {
    expect(fleetNamePattern.test(name)).toBe(true);
  });

  it.each(['', 'a b', 'ä', 'a\n', 'a/b', 'x'.repeat(65)])('D5a refuses %j', (name) => {
    expect(fleetNamePattern.test(name)).toBe(false);
  });
});
