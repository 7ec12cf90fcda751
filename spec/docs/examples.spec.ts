import { describe, expect, it } from '@jest/globals';
import * as rxjs from 'rxjs';
import * as library from '../../lib/index.js';
import { promisedLines, readDocExamples, runExample, type DocExample } from '../support/docExamples.js';

const modules = { rxjs, 'haproxy-deployer': library };
const broken: DocExample = { name: 'broken', code: "import { defaults } from 'haproxy-deployer';\nconst name: number = defaults.name;\nconsole.log(name); // → another\n" };
const { values, examples, problemsOf } = readDocExamples([broken]);

describe('the examples in the comments', () => {
  it('are there for every value that the library exports', () => {
    const shown = new Set(examples.map(({ name }) => name.split(' ')[0]));

    expect(values).toEqual(expect.arrayContaining(Object.keys(library)));
    expect(values.filter((name) => !shown.has(name))).toEqual([]);
  });

  it('compile as they stand, in a strict project', () => {
    expect(examples.flatMap((example) => problemsOf(example).map((problem) => `${example.name}: ${problem}`))).toEqual([]);
  });

  it('are short, import what they use and say what they print', () => {
    for (const { name, code } of examples) {
      const lines = code.trimEnd().split('\n').length;
      const promised = promisedLines({ name, code }).length;

      expect({ name, short: lines <= 20, promises: promised > 0, imports: code.includes("from 'haproxy-deployer'") }).toEqual({ name, short: true, promises: true, imports: true });
    }
  });

  it.each(examples)('$name prints what it says', async (example) => {
    expect(await runExample(example, modules)).toEqual(promisedLines(example));
  });

  it('would be found out if they were wrong', async () => {
    expect(problemsOf(broken)).toEqual(["line 2: Type 'string' is not assignable to type 'number'."]);
    expect(await runExample(broken, modules)).not.toEqual(promisedLines(broken));
  });
});
