import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { apiProfile, apiVersions, type ApiVersion } from '../../../lib/sandbox/ApiProfile.js';
import { withHead } from '../../../lib/sandbox/config/head.js';
import { reserialise } from '../../../lib/sandbox/config/reserialise.js';

const written = (text: string, version: ApiVersion = '3.2'): string => reserialise(text, apiProfile(version));

describe('reserialise (facts 2.1)', () => {
  it('sorts sections by type, then bytewise by name', () => {
    expect(written('backend b\nfrontend f\nbackend B\nlisten l\nglobal\n')).toBe('\nglobal\n\nfrontend f\n\nbackend B\n\nbackend b\n\nlisten l\n');
  });

  it('puts a defaults section behind the one that it comes from', () => {
    expect(written('defaults a from z\ndefaults z\n')).toBe('\ndefaults z\n\ndefaults a from z\n');
  });

  it('names unnamed defaults, and gives no proxy a from', () => {
    expect(written('defaults\nbackend b\ndefaults\n')).toBe('\ndefaults unnamed_defaults_1\n\ndefaults unnamed_defaults_2\n\nbackend b\n');
  });

  it('loses the earlier of two sections of one name, and joins several global ones', () => {
    expect(written('global\n a 1\nbackend b\n server s1 :1\nglobal\n a 2\nbackend b\n server s2 :2\n')).toBe('\nglobal\n  a 1\n  a 2\n\nbackend b\n  server s2 :2\n');
  });

  it('orders lines by keyword, and keeps their order within one', () => {
    expect(written('backend b\n server s2 :2\n server s1 :1\n balance leastconn\n acl x always_true\n mode http\n'))
      .toBe('\nbackend b\n  mode http\n  balance leastconn\n  acl x always_true\n  server s2 :2\n  server s1 :1\n');
  });

  it('puts an unknown keyword last, and keeps the last of a value that is set twice', () => {
    expect(written('backend b\n magic on\n timeout server 1s\n timeout server 2s\n timeout connect 1s\n')).toBe('\nbackend b\n  timeout server 2s\n  timeout connect 1s\n  magic on\n');
  });

  it.each([['2.9', '\nbackend b\n  crt-store web\n  load crt a.pem\n'], ['3.0', '\ncrt-store web\n  load crt a.pem\n\nbackend b\n']] as const)('version %s takes a section that it does not know for lines of the one before', (version, expected) => {
    expect(written('backend b\ncrt-store web\n load crt a.pem\n', version)).toBe(expected);
  });

  it('destroys conditionals', () => {
    expect(written('backend b\n.if defined(X)\n server s1 :1\n.endif\n')).toBe('\nbackend b\n  server s1 :1\n  .if defined(X)\n  .endif\n');
  });

  it('keeps one snippet block, in front of the servers, with its lines as they are', () => {
    const snippet = (line: string): string => `  ###_config-snippet_### BEGIN\n  ${line}\n  # note\n  ###_config-snippet_### END\n`;

    expect(written(`backend b\n server s1 :1\n${snippet('.if a')}${snippet('.if   b')}`)).toBe(`\nbackend b\n${snippet('.if   b')}  server s1 :1\n`);
  });

  it('keeps the first comments on top, others with the next section or line', () => {
    expect(written('# fp\n# two\n\n# of backend\nbackend b\n  # of server\n  server s1 :1\n# of global\nglobal\n'))
      .toBe('# fp\n# two\n\n# of global\nglobal\n\n# of backend\nbackend b\n  # of server\n  server s1 :1\n');
  });

  it('keeps comments behind lines, and behind headers from 3.2', () => {
    expect(written('backend b # one\n server s1 :1   # two\n')).toBe('\nbackend b # one\n  server s1 :1 # two\n');
    expect(written('backend b # one\n', '3.1')).toBe('\nbackend b\n');
  });

  it('collapses blanks outside quotes only, and takes CRLF for LF', () => {
    expect(written('backend  b\r\n\thttp-request   set-header X "a  \\" b"  \'c  d\' e\\  f \\# g\r\n')).toBe('\nbackend b\n  http-request set-header X "a  \\" b" \'c  d\' e\\  f \\# g\n');
  });

  it('cuts everything from a line of 64 KiB on', () => {
    expect(written(`backend b\n server s1 :1\n server s2 ${'x'.repeat(65_536)}\n server s3 :3\n`)).toBe('\nbackend b\n  server s1 :1\n');
  });

  it('takes away version lines at column 0 wherever they are, and a checksum line on top', () => {
    expect(written('# _md5hash=abc\n# _version=3\n# top\n\nbackend b\n# _version=4\n server s1 :1\n')).toBe('# top\n\nbackend b\n  server s1 :1\n');
  });

  it('changes nothing when done again, whatever the lines', () => {
    const line = fc.constantFrom(
      '', 'global', 'defaults', 'defaults d', 'frontend f', 'backend b', 'backend a # c', 'listen l', 'magic', ' server s1 :1', ' magic x # c', '# at 0', '  # indented', '\t# tab', ' timeout server 1s', ' mode tcp', '.if a',
      '  ###_config-snippet_### BEGIN', '  ###_config-snippet_### END', ' use_backend b', ' http-request deny', '# _version=3', ' a"b  c"d', ' \'', ' "x', ' e\\',
    );
    fc.assert(fc.property(fc.array(line, { maxLength: 14 }), fc.constantFrom(...apiVersions), (lines, version) => {
      const once = written(lines.map((text) => `${text}\n`).join(''), version);

      expect(written(withHead(once, 7), version)).toBe(once);
    }));
  });

  const corpus = new URL('../../../../shared/corpus/', import.meta.url);
  const present = existsSync(corpus);
  if (!present && process.env.CI !== undefined) throw new Error('the corpus of configurations is missing');
  (present ? it : it.skip)('changes nothing when done again to real configurations', () => {
    const names = readdirSync(corpus).filter((name) => name.endsWith('.cfg'));
    for (const name of names) {
      const once = written(readFileSync(new URL(name, corpus), 'utf8'));

      expect([name, written(withHead(once, 7))]).toEqual([name, once]);
    }
    expect(names.length).toBeGreaterThan(0);
  });
});
