import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { contentSecrets } from '../../lib/haproxy/contentSecrets.js';
import { maskMessage } from '../../lib/haproxy/maskMessage.js';

const line = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj';

/** As PEM has it: capitals, small letters and digits, so that no line of it could be a word. */
const base64Line = (maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')), minLength: 40, maxLength }).map((text) => `Ab1${text}`.slice(0, maxLength));
const secret = fc.stringMatching(/^[A-Z][A-Za-z0-9!?]{9,30}\d$/);

describe('maskMessage (design 6, "Secrets")', () => {
  it('masks before it cuts, so that no half of a secret is left at the cut', () => {
    fc.assert(
      fc.property(secret, fc.integer({ min: 3_960, max: 4_010 }), (value, before) => {
        const shown = maskMessage(`${'x '.repeat(before / 2)}${value} and more ${'y '.repeat(50)}`, [value]);
        expect(shown).not.toContain(value.slice(0, 4));
        expect(shown.length).toBeLessThanOrEqual(4_001);
      }),
    );
  });

  it('masks a secret whose end the author cut off, at the end of the text and of a line', () => {
    fc.assert(
      fc.property(secret, fc.nat(30), fc.constantFrom('', '…', '...', '"', "')", '\n'), (value, left, end) => {
        const [short, long] = [value.slice(0, Math.max(4, left)), value.slice(0, Math.max(8, left))];
        expect(maskMessage(`unknown keyword '${short}${end}`, [value])).toBe(`unknown keyword '***${end}`);
        expect(maskMessage(`unknown keyword '${long}${end}\nand another line`, [value])).toBe(`unknown keyword '***${end}\nand another line`);
      }),
    );
  });

  it('masks every run of base64 that is long enough for a line of a key nobody here knows', () => {
    fc.assert(
      fc.property(base64Line(76), fc.constantFrom('', '=', '=='), (run, padding) => {
        expect(maskMessage(`unknown keyword '${run}${padding}' in line 3`)).toBe("unknown keyword '***' in line 3");
      }),
    );
  });

  it.each([
    ['in hex', '0a1b2c3d'.repeat(6)],
    ['with a slash every few letters, as chance has it once in a long while', 'Ab1AAAAAAA/AAAAAAAAAAAA/A/AAAAAAAAAAAA/AAAA'],
    ['of slashes', `Ab1${'/'.repeat(40)}`],
  ])('masks a run of base64 %s', (_, run) => {
    expect(maskMessage(`unknown keyword '${run}' in line 3`)).toBe("unknown keyword '***' in line 3");
  });

  it.each([
    `checksum ${'0123456789abcdef'.repeat(4)} is there`,
    'cannot open /usr/local/etc/haproxy/certificates/production/example',
    'cannot open /Users/Ann/Library/Preferences/haproxy/certificates/example',
    "cannot open '/tmp/Ab3dE9/etc/haproxy/certificates/site2024/example.pem'",
    'transactionId=7f5f8bd0-1f0e-4c1c-9a63-0c5d0a3f8e0a',
  ])('leaves alone: %s', (message) => {
    expect(maskMessage(message)).toBe(message);
  });

  it.each([
    ['whole', `-----BEGIN PRIVATE KEY-----\n${line}\nAb+1\n-----END PRIVATE KEY-----`],
    ['without its end', `-----BEGIN RSA PRIVATE KEY-----\n${line}\nAb+1`],
    ['cut within its end', `-----BEGIN CERTIFICATE-----\n${line}\nAb+1\n-----EN`],
    ['without its beginning', `${line}\nAb+1\n-----END CERTIFICATE-----`],
    ['cut within its beginning', `IVATE KEY-----\n${line}\nAb+1`],
    ['with another marker of four dashes', `---- BEGIN SSH2 PRIVATE KEY ----\n${line}\nAb+1\n---- END SSH2 PRIVATE KEY ----`],
    ['with the beginning of another inside', `-----BEGIN CERTIFICATE-----\n${line}\n-----BEGIN PRIVATE KEY-----\nAb+1\n-----END PRIVATE KEY-----`],
  ])('masks a PEM block %s', (_, block) => {
    for (const text of [block, block.replaceAll('\n', '\\n'), JSON.stringify({ message: block })]) {
      const shown = maskMessage(text);
      for (const part of [line, line.slice(0, 12), 'Ab+1']) expect(shown).not.toContain(part);
    }
  });

  it('masks single lines of a configuration and of its files, also the last and short one', () => {
    const block = (body: string): string => `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\n`;
    const secrets = contentSecrets({
      haproxyConfig: `global\n${block('ConfigLine1\nQw==')}`,
      auxiliaryFiles: { sslCertificates: [{ path: 'a.pem', content: block('FileLine12\nZx1=') }], generalFiles: [{ path: 'b', content: block('Other12line') }] },
    });

    const message = ['ConfigLine1', 'Qw==', 'FileLine12', 'Zx1=', 'Other12line'].map((word) => `unknown keyword '${word}'`).join('\n');
    expect(maskMessage(message, secrets)).toBe(Array.from({ length: 5 }, () => "unknown keyword '***'").join('\n'));
  });

  it('reads no more of a message of any length than it may come to show, and leaves no half of a secret there', () => {
    const value = 'Hunter42-'.repeat(11);
    for (const shift of [6, 9, 18, 30]) {
      const shown = maskMessage(`${`${value} `.repeat(655)}${'ab '.repeat(12).slice(shift)}${value} ${'y '.repeat(1_000_000)}`, [value]);
      expect(shown).not.toMatch(/Hunt/);
      expect(shown.length).toBeLessThanOrEqual(4_001);
    }
    expect(maskMessage(`-----BEGIN X-----${'Ab1'.repeat(40_000)}`)).toBe('-----BEGIN X-----***…');
  });

  it('takes many secrets, of which a message quotes few', () => {
    const secrets = Array.from({ length: 20_000 }, (_, index) => `Secret-${index}-of-many`);

    expect(maskMessage('got Secret-19999-of-many and Secret-7-of-ma', secrets)).toBe('got *** and ***');
  });
});
