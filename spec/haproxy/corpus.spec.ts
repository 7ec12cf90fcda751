import { describe, expect, it } from '@jest/globals';
import { gradeStored } from '../../lib/haproxy/gradeStored.js';
import { parseConfig } from '../../lib/haproxy/parseConfig.js';
import { planDeployment, type Operation } from '../../lib/haproxy/planDeployment.js';
import { printConfig } from '../support/printConfig.js';
import { readWords } from '../../lib/haproxy/splitWords.js';
import { corpusFiles, corpusPair, hasCorpus } from '../support/corpus.js';

/** The same configuration with another indentation, other blanks, line ends and comments. */
const respelled = (text: string): string =>
  text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((line) => `\t ${readWords(line).map(({ raw }) => raw).join('\t  ')} # note\r\n# comment\r\n`)
    .join('');

const brief = ({ action, kind, section, name, item, runtime }: Operation): string => `${action} ${kind} ${item ?? ''} in ${section} ${name}${runtime ? ' at run time' : ''}`;

(hasCorpus ? describe : describe.skip)('configurations of other people', () => {
  it.each(corpusFiles())('$name is read to the last section and line, and means the same as itself, printed and respelled', ({ text }) => {
    expect(parseConfig(text).sections.length).toBeGreaterThan(1);
    expect(gradeStored(text, printConfig(text))).toEqual({ grade: 'equal', differences: [] });
    expect(gradeStored(text, respelled(text))).toEqual({ grade: 'equal', differences: [] });
    expect(printConfig(printConfig(text))).toBe(printConfig(text));
  });

  it.each(corpusFiles())('$name is different without any one of its lines that means something', ({ text }) => {
    const lines = printConfig(text).split('\n');
    const step = Math.max(1, Math.floor(lines.length / 25));
    for (let at = 0; at < lines.length; at += step) {
      const rest = lines.filter((_, index) => index !== at).join('\n');
      const said = lines[at]?.trim() ?? '';
      const again = lines.some((line, index) => index !== at && line.trim() === said);
      if (said === '' || said === 'global' || again || said.startsWith('.')) continue;

      expect({ at, said, strategy: planDeployment(text, rest).strategy }).not.toMatchObject({ strategy: 'noop' });
    }
  });

  const pairs: readonly (readonly [name: string, strategy: string, operations: readonly string[], header: string | undefined])[] = [
    ['01-noop-comments-order', 'noop', [], undefined],
    ['05-weight-percent', 'runtime', ['update server act2 in listen sample1 at run time'], 'SetServerWeight sample1 act2 50'],
    ['06-disabled-flag', 'runtime', ['update server srv3 in backend app1 at run time'], 'SetServerState app1 srv3 maint'],
    ['10-rule-order', 'raw', ['reorder http-request  in frontend dashboard'], undefined],
    ['11-quoting-only', 'noop', [], undefined],
  ];
  it.each(pairs)('D5 %s is planned as %s, with exactly these operations', (name, strategy, operations, header) => {
    const { before, after } = corpusPair(name);
    const plan = planDeployment(before, after);

    expect(plan.strategy).toBe(strategy);
    expect(plan.operations.map(brief)).toEqual(operations);
    expect(plan.runtimeActions).toBe(header);
  });

  it('D5 the way back from maintenance is ready, and that from a weight its old value', () => {
    const back = (name: string): string | undefined => {
      const { before, after } = corpusPair(name);
      return planDeployment(after, before).runtimeActions;
    };

    expect(back('06-disabled-flag')).toBe('SetServerState app1 srv3 ready');
    expect(back('05-weight-percent')).toBe('SetServerWeight sample1 act2 20');
  });
});
