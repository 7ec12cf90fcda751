import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { gradeStored } from '../../lib/haproxy/gradeStored.js';
import { lintConfig } from '../../lib/haproxy/lintConfig.js';
import { planDeployment } from '../../lib/haproxy/planDeployment.js';
import { printConfig } from '../support/printConfig.js';
import { sameMeaning } from '../support/sameMeaning.js';
import { takesAwayAccess } from '../../lib/haproxy/takesAwayAccess.js';
import { corpusFiles } from '../support/corpus.js';

/** `FUZZ_RUNS=1000000` for a long run. */
const numRuns = Number(process.env['FUZZ_RUNS'] ?? 2_000);

const word = fc.oneof(
  fc.constantFrom('server', 'default-server', 'server-template', 'bind', 'acl', 'option', 'httplog', 'log-format', 'timeout', 'no', 'weight', '5', 'port', 'check', 'disabled'),
  fc.constantFrom('s1', 's2', '192.0.2.1:80', '"a b"', "'a\\'", 'a\\ b', '\\', '"', "'", '#', '"$X"', '""', 'from', 'defaults', '\u00e9', '\uFDD0', '__proto__', 'constructor'),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const head = fc.constantFrom('global', 'defaults', 'frontend', 'backend', 'listen', 'userlist', 'peers', 'traces', 'cache', '.if', '.else', '.elif', '.endif', '###_config-snippet_### BEGIN', '###_config-snippet_### END');
const blank = fc.constantFrom(' ', '\t', '  ', '\r', '\u00a0', '\v');
const line = fc.oneof(
  fc.tuple(head, fc.constantFrom('', ' a', ' b', ' a from b', ' from a')).map((parts) => parts.join('')),
  fc.tuple(fc.array(word, { maxLength: 6 }), blank).map(([words, between]) => `  ${words.join(between)}`),
);
const made = fc.tuple(fc.array(line, { maxLength: 25 }), fc.constantFrom('\n', '\r\n')).map(([lines, end]) => lines.join(end) + end);

const short = corpusFiles().map(({ text }) => text).filter((text) => text.length < 6_000);
const mutated = fc
  .tuple(fc.constantFrom(...(short.length > 0 ? short : ['global\n'])), fc.array(fc.tuple(fc.nat(), fc.nat({ max: 40 }), fc.oneof(word, fc.constant('\n'), fc.string({ unit: 'binary', maxLength: 3 }))), { maxLength: 6 }))
  .map(([text, edits]) => edits.reduce((now, [at, cut, put]) => now.slice(0, at % (now.length + 1)) + put + now.slice((at % (now.length + 1)) + cut), text));
const anyText = fc.oneof(made, mutated, fc.string({ unit: 'binary', maxLength: 200 }));

describe('any text whatever', () => {
  it('is read, compared and linted without an exception, and is equal to itself printed', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const printed = printConfig(text);

        expect(gradeStored(text, printed)).toEqual({ grade: 'equal', differences: [] });
        expect(printConfig(printed)).toBe(printed);
        for (const [major, minor] of [[2, 9], [3, 0], [3, 4]] as const) expect(lintConfig(text, { major, minor })).toEqual(lintConfig(text, { major, minor }));
        expect(takesAwayAccess(text, text)).toEqual([]);
      }),
      { numRuns },
    );
  });

  it('is compared the same way in both directions, and a difference is never without operations', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        const plan = planDeployment(a, b);

        expect(plan.strategy === 'noop').toBe(sameMeaning(b, a));
        expect(plan.operations.length > 0).toBe(plan.strategy !== 'noop');
        expect(Object.values(plan.counts).reduce((sum, count) => sum + count, 0)).toBe(plan.operations.length);
        expect(plan.strategy === 'runtime' ? plan.runtimeActions : '').toBeDefined();
        if (plan.strategy !== 'runtime') expect(plan.actions).toEqual([]);
      }),
      { numRuns },
    );
  });

  it('is different from itself with one word changed in a line that counts', () => {
    fc.assert(
      fc.property(made, fc.constantFrom('bind', 'http-request', 'server', 'use_backend'), fc.nat({ max: 255 }), (text, keyword, number) => {
        const withLine = (value: string): string => `${text.replace(/\.(?:if|elif|else|endif)/g, '')}\nbackend last-of-all\n  ${keyword} x 192.0.2.${value}\n`;

        expect(sameMeaning(withLine(String(number)), withLine(`${number + 1}`))).toBe(false);
      }),
      { numRuns: numRuns / 4 },
    );
  });
});
