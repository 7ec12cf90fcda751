import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { splitLines } from '../../lib/ndjson/splitLines.js';

type Outcome = readonly [number: number, text: string | undefined];

const split = (chunks: readonly Buffer[], maxLineBytes: number): Outcome[] => {
  const outcomes: Outcome[] = [];
  const splitter = splitLines(maxLineBytes, {
    line: (text, number) => outcomes.push([number, text]),
    notUtf8: (number) => outcomes.push([number, 'not UTF-8']),
    tooLong: (number) => outcomes.push([number, undefined]),
  });
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return outcomes;
};

/** The same with the whole text at hand. */
const expected = (text: string, maxLineBytes: number): Outcome[] => {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line, index) => {
    const bare = line.replace(/\r$/, '');
    return [index + 1, bare.length > maxLineBytes ? undefined : bare];
  });
};

describe('splitLines', () => {
  it('gives each line without its end, numbered from 1', () => {
    expect(split([Buffer.from('a\r\n\nb'), Buffer.from('c\nd')], 10)).toEqual([[1, 'a'], [2, ''], [3, 'bc'], [4, 'd']]);
  });

  it('takes a line of exactly the limit, whatever its end', () => {
    expect(split([Buffer.from('abc\nabc\r\nabc')], 3)).toEqual([[1, 'abc'], [2, 'abc'], [3, 'abc']]);
  });

  it('cuts many lines of one chunk at their ends alone', () => {
    const text = Array.from({ length: 3_000 }, (_, index) => `line ${index}${index % 3 === 0 ? '\r' : ''}`).join('\n');

    expect(split([Buffer.from(text)], 100)).toEqual(expected(text, 100));
  });

  it('tells a line that is too long once, before it ends, and goes on after it', () => {
    const told: number[] = [];
    const lines: string[] = [];
    const splitter = splitLines(3, {
      line: (text) => lines.push(text),
      notUtf8: () => undefined,
      tooLong: (number) => told.push(number),
    });

    splitter.push(Buffer.from('ok\nabcdef'));
    expect(told).toEqual([2]);
    splitter.push(Buffer.from('ghi'));
    splitter.push(Buffer.from('jkl\nok'));
    splitter.end();

    expect(told).toEqual([2]);
    expect(lines).toEqual(['ok', 'ok']);
  });

  it('tells which lines are not UTF-8, and which are when a letter lies across chunks', () => {
    const bytes = Buffer.concat([Buffer.from('ä\n'), Buffer.from([0xff]), Buffer.from('\nok\n')]);

    expect(split([bytes.subarray(0, 1), bytes.subarray(1)], 10)).toEqual([[1, 'ä'], [2, 'not UTF-8'], [3, 'ok']]);
    expect(split([bytes], 10)).toEqual([[1, 'ä'], [2, 'not UTF-8'], [3, 'ok']]);
  });

  it('gives the same lines however the bytes are cut', () => {
    const bytes = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r'), maxLength: 60 });
    fc.assert(
      fc.property(bytes, fc.array(fc.nat(60)), fc.integer({ min: 1, max: 8 }), (text, cuts, maxLineBytes) => {
        const ends = [...cuts.filter((cut) => cut <= text.length), text.length].toSorted((a, b) => a - b);
        const chunks = ends.map((end, index) => Buffer.from(text.slice(index === 0 ? 0 : ends[index - 1], end), 'latin1'));

        expect(split(chunks, maxLineBytes)).toEqual(expected(text, maxLineBytes));
      }),
    );
  });

  it('design 6: stays flat while no newline comes', () => {
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    const told: number[] = [];
    const splitter = splitLines(64 * 1024, { line: () => undefined, notUtf8: () => undefined, tooLong: (number) => told.push(number) });
    const before = process.memoryUsage().arrayBuffers;

    for (let count = 0; count < 1024; count += 1) splitter.push(chunk);

    expect(told).toEqual([1]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1024 * 1024);
  });
});
