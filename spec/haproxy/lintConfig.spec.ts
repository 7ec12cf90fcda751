import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { gradeStored } from '../../lib/haproxy/gradeStored.js';
import { lintConfig } from '../../lib/haproxy/lintConfig.js';
import type { Finding } from '../../lib/haproxy/lintFinding.js';
import type { ApiVersion } from '../../lib/haproxy/sectionKinds.js';
import { corpusFiles, hasCorpus } from '../support/corpus.js';

const api = (major: number, minor?: number): ApiVersion => ({ major, minor });
const losses = (text: string, version: ApiVersion): string[] =>
  lintConfig(text, version).filter(({ severity }) => severity === 'loss').map(({ rule, line }) => `${rule}:${line}`);

/** Configurations, and what the parser of client-native 5.1.27 (API 2.9) made of them. */
const folder = new URL('../fixtures/stored/', import.meta.url);
const recorded = readdirSync(folder)
  .filter((file) => file.endsWith('.wanted.cfg'))
  .map((file) => {
    const read = (kind: string): string => readFileSync(new URL(file.replace('.wanted.', `.${kind}.`), folder), 'utf8');
    return { name: file.replace('.wanted.cfg', ''), wanted: read('wanted'), stored: read('stored') };
  });

/** What is found for API 2.9, and for 3.2 where that differs. */
const expected: Readonly<Record<string, readonly [for29: readonly string[], for32?: readonly string[]]>> = {
  'bind-option': [['dropped-option:9'], []],
  'capture-order': [['moved-line:9'], []],
  'conditional-around-sections': [['conditional:8']],
  'conditional-cut-by-section': [['conditional:9']],
  'conditional-in-section': [['conditional:10']],
  'duplicate-section': [['duplicate-section:8']],
  'implicit-defaults': [['implicit-defaults:9']],
  'late-default-server': [['moved-line:9']],
  'log-format-last': [['moved-line:9']],
  'lost-value': [['dropped-words:2', 'dropped-line:3'], []],
  'persist-order': [['moved-line:9'], []],
  'proxy-before-defaults': [['implicit-defaults:1']],
  'server-option': [['dropped-option:9'], []],
  'snippet-and-rule': [['moved-line:10']],
  'template-before-server': [['moved-line:9']],
  'two-equal-snippets': [['two-snippets:9']],
  'two-snippets': [['two-snippets:9']],
  'unknown-section': [['unknown-section:11'], []],
  'unnamed-from': [['unnamed-defaults:3']],
};

describe('lintConfig (design D5b)', () => {
  it.each(recorded)('tells what API 2.9 loses of $name, and nothing else', ({ name, wanted, stored }) => {
    const [for29 = [], for32 = for29] = expected[name] ?? [];

    expect(losses(wanted, api(2, 9))).toEqual(for29);
    expect(losses(wanted, api(3, 2))).toEqual(for32);
    expect(gradeStored(wanted, stored).grade === 'altered').toBe(for29.length > 0);
  });

  it('expects something of every recorded loss', () => {
    expect(recorded.map(({ name }) => name).filter((name) => !name.startsWith('ok-'))).toEqual(Object.keys(expected).sort());
  });

  const sections: readonly (readonly [kind: string, line: string, version: ApiVersion, loss: boolean])[] = [
    ['crt-store', 'crt-base /x', api(2, 9), true],
    ['crt-store', 'crt-base /x', api(3, 0), false],
    ['traces', 'log global', api(3, 0), true],
    ['traces', 'log global', api(3, 1), false],
    ['log-profile', 'log-tag x', api(3, 0), false],
    ['acme', 'user x', api(3, 1), true],
    ['acme', 'user x', api(3, 2), false],
    ['healthcheck', 'description x', api(3, 3), true],
    ['healthcheck', 'description x', api(3), false],
    ['program', 'user x', api(3, 4), true],
    ['program', 'user x', api(3, 3), false],
    ['program', 'user x', api(3), false],
  ];
  it.each(sections)('knows whether a %s section with "%s" is lost by API %j: %s', (kind, line, version, loss) => {
    expect(losses(`global\n  daemon\n${kind} x\n  ${line}\n`, version)).toEqual(loss ? ['unknown-section:4'] : []);
  });

  it('finds a line of 64 KiB in bytes, not in characters, whatever is on it', () => {
    const line = (bytes: number): string => `# ${'é'.repeat(bytes / 2 - 1)}`;

    expect(losses(`global\n${line(65_534)}\n`, api(3, 2))).toEqual([]);
    expect(losses(`global\n\n${line(65_536)}\n  daemon\n${line(65_536)}\n`, api(3, 2))).toEqual(['long-line:3']);
  });

  it('finds a server option without its value, on which an old API never comes back', () => {
    expect(losses('backend b\n  server s 192.0.2.1:80 check inter\n', api(3, 0))).toEqual(['endless-loop:2']);
    expect(losses('backend b\n  server s 192.0.2.1:80 check inter\n', api(3, 1))).toEqual([]);
    expect(losses('listen b\n  server s 192.0.2.1:80 check inter\n', api(2, 9))).toEqual([]);
  });

  it('does not claim a loss of options that came with 3.0 for an API 3.0', () => {
    expect(losses('backend b\n  server s 192.0.2.1:80 guid x\n', api(3, 0))).toEqual([]);
    expect(losses('backend b\n  server s 192.0.2.1:80 no-such-option\n', api(3, 0))).toEqual(['dropped-option:2']);
  });

  it('says what happens and how to mend it, and quotes no values', () => {
    const found: readonly Finding[] = recorded.flatMap(({ wanted }) => lintConfig(wanted.replaceAll('192.0.2.1', 'secret'), api(2, 9)));

    for (const { message, mend, section } of found) {
      expect(message.length).toBeGreaterThan(20);
      expect(mend.length).toBeGreaterThan(10);
      expect(message + mend + section).not.toContain('secret');
    }
  });

  (hasCorpus ? it : it.skip)('flags the configurations of other people that were seen to be altered, and no others', () => {
    const flagged = corpusFiles().filter(({ text }) => losses(text, api(2, 9)).length > 0).map(({ name }) => name.slice(0, 3));

    expect([...new Set(flagged)]).toEqual(['001', '020', '023', '026', '028', '036', '050', '090']);
  });
});
