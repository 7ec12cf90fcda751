import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { collectBytes } from '../../lib/dataplane/collectBytes.js';
import { createTextPool } from '../../lib/dataplane/textPool.js';

const body = `global\n${'  description a long one\n'.repeat(2_000)}`;
const twin = body.replace(/one\n$/, 'two\n');
const headed = (version: number, text = body): Buffer => Buffer.from(`# _version=${version}\n \n${text}`);

/** Takes known bodies, then an answer in chunks cut at the given places. */
const receive = (answer: Buffer, cuts: readonly number[] = [], expected = 0) => {
  const pool = createTextPool();
  for (const known of [body, twin]) pool.take(headed(1, known));
  const collected = collectBytes(expected, pool.follow());
  const places = [0, ...cuts.toSorted((a, b) => a - b), answer.length];
  for (const [index, from] of places.slice(0, -1).entries()) collected.push(answer.subarray(from, places[index + 1]));
  return { found: collected.found(), bytes: collected.bytes(), length: collected.length(), taken: pool.take(answer) };
};

describe('followKnown', () => {
  it.each([body, twin])('knows an answer by its body, under whatever head', (text) => {
    const { found, length } = receive(headed(2, text), [100, 20_000]);

    expect(found).toEqual({ head: '# _version=2\n \n', body: text, text: headed(2, text).toString() });
    expect(length).toBe(headed(2, text).length);
  });

  it.each([
    ['goes on after a known one', `${body}listen a\n`],
    ['ends before a known one does', body.slice(0, -1)],
    ['differs in one byte', body.replace(/one\n$/, 'oné\n')],
  ])('does not know an answer that %s', (_, text) => {
    const { found, bytes } = receive(headed(2, text), [100, 20_000]);

    expect(found).toBeUndefined();
    expect(bytes).toEqual(headed(2, text));
  });

  it('knows nothing under a head that is no text', () => {
    const { found, bytes } = receive(Buffer.concat([Buffer.from([0x23, 0xe9, 0x0a]), Buffer.from(body)]));

    expect(found).toBeUndefined();
    expect(bytes[1]).toBe(0xe9);
  });

  it('gives the bytes as they came, however they are cut and whatever they are known by', () => {
    const answers = fc.constantFrom(headed(2), headed(3, twin), headed(4, `${body.slice(0, 30_000)}listen a\n`), Buffer.from('{}'));
    fc.assert(
      fc.property(answers, fc.array(fc.nat(40_000), { maxLength: 4 }), fc.constantFrom(0, 10, 60_000), (answer, cuts, expected) => {
        const { bytes, length, found, taken } = receive(answer, cuts.map((cut) => cut % (answer.length + 1)), expected);

        expect(bytes.equals(answer)).toBe(true);
        expect(length).toBe(answer.length);
        expect(found ?? taken).toEqual(taken);
      }),
      { numRuns: 200 },
    );
  });
});
