import { describe, expect, it } from '@jest/globals';
import { parseConfig } from '../../lib/haproxy/parseConfig.js';
import { readLines } from '../../lib/haproxy/readLines.js';
import { sectionKinds } from '../../lib/haproxy/sectionKinds.js';

const keys = (text: string): string[] => parseConfig(text).sections.map(({ key }) => key);
const parents = (text: string): Record<string, string> => Object.fromEntries(parseConfig(text).sections.map(({ key, parent }) => [key, parent]));

describe('parseConfig (facts "Reading")', () => {
  it('opens a section at each of the words of HAProxy up to 3.4', () => {
    for (const kind of sectionKinds) expect(parseConfig(`${kind} x\n`).sections.map((section) => section.kind)).toEqual(['', kind]);
  });

  it('takes indented section lines, and lines without indentation under them', () => {
    const config = parseConfig('  frontend f\nbind :80\n\tbackend b\n');

    expect(config.sections.map(({ kind, name, line }) => [kind, name, line])).toEqual([['', '', 1], ['frontend', 'f', 1], ['backend', 'b', 3]]);
  });

  it('does not take a longer word or a comment for a section', () => {
    expect(keys('global\n  backends x\n  #backend y\n  default-server z\n')).toEqual(['', 'global']);
  });

  it('takes a section word that is quoted, escaped or followed by a comment', () => {
    expect(keys('"backend" a\nback\\x65nd b\nbackend#c\nglobal#d\n')).toEqual(['', 'backend a', 'backend b', 'backend', 'global']);
  });

  it('numbers the lines from 1, over LF, CRLF and a byte order mark', () => {
    const config = parseConfig('\uFEFF# c\r\nbackend b\r\n\r\n  mode http\r\n');
    const section = config.byKey.get('backend b');

    expect(section?.line).toBe(2);
    expect(section && readLines(config, section)).toEqual([{ text: 'mode http', line: 4, condition: '' }]);
  });

  it('takes a last line without newline', () => {
    const config = parseConfig('backend b\n  mode tcp');
    const section = config.byKey.get('backend b');

    expect(section && readLines(config, section).map(({ text }) => text)).toEqual(['mode tcp']);
  });

  it('merges what is written as several global sections', () => {
    const config = parseConfig('global\n  daemon\nbackend b\nglobal\n  maxconn 5\n');
    const section = config.byKey.get('global');

    expect(section && readLines(config, section).map(({ text, line }) => [text, line])).toEqual([['daemon', 2], ['maxconn 5', 5]]);
  });

  it('tells a frontend and a backend of one name apart, and two of one kind by their turn', () => {
    expect(keys('frontend a\nbackend a\nbackend a\n')).toEqual(['', 'frontend a', 'backend a', 'backend a #2']);
  });

  it('lets a defaults section reach the proxies behind it, up to the next one, but for those with from', () => {
    const text = 'frontend z\ndefaults\nfrontend a\ndefaults base\nfrontend b\nbackend c from base\nlisten d\ncache e\ndefaults top from base\n';

    expect(parents(text)).toMatchObject({
      'frontend z': '', 'frontend a': 'defaults unnamed_defaults_1', 'frontend b': 'defaults base', 'backend c': 'defaults base', 'listen d': 'defaults base',
      'cache e': '', 'defaults top': 'defaults base',
    });
  });

  it('gives an unnamed defaults section the name that the API gives it', () => {
    expect(keys('defaults\ndefaults from unnamed_defaults_1\n')).toEqual(['', 'defaults unnamed_defaults_1', 'defaults unnamed_defaults_2']);
  });

  it('tells lines and sections under different conditions apart', () => {
    const config = parseConfig('.if A\nbackend b\n.else\nbackend b\n.endif\nbackend c\n  .if A\n  mode http\n  .elif B\n  mode tcp\n  .endif\n  retries 1\n');
    const section = config.byKey.get('backend c');
    const conditions = section ? readLines(config, section).map(({ condition }) => condition) : [];

    expect(new Set(config.sections.map(({ key }) => key)).size).toBe(4);
    expect(new Set(conditions).size).toBe(3);
    expect(conditions[2]).toBe('');
  });

  it('ignores a line whose first word is empty', () => {
    const config = parseConfig('backend b\n  "" mode http\n');
    const section = config.byKey.get('backend b');

    expect(section && readLines(config, section)).toEqual([]);
  });
});
