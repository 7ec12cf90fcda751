import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { findOccurrences, type Span } from '../../lib/haproxy/findOccurrences.js';

/** The same by brute force. */
const covered = (text: string, patterns: readonly string[]): boolean[] => {
  const marks = Array.from(text, () => false);
  for (const pattern of patterns) {
    for (let at = text.indexOf(pattern); pattern !== '' && at >= 0; at = text.indexOf(pattern, at + 1)) marks.fill(true, at, at + pattern.length);
  }
  return marks;
};

const asMarks = (length: number, spans: readonly Span[]): boolean[] => {
  const marks = Array.from({ length }, () => false);
  for (const { start, end } of spans) marks.fill(true, start, end);
  return marks;
};

describe('findOccurrences', () => {
  it('finds overlapping and nested patterns as one stretch', () => {
    expect(findOccurrences('xabcdex', ['abc', 'cde', 'bcd', 'b'])).toEqual([{ start: 1, end: 6 }]);
  });

  it('finds nothing without patterns or text', () => {
    expect(findOccurrences('abc', ['', 'abcd'])).toEqual([]);
    expect(findOccurrences('', ['a'])).toEqual([]);
  });

  it('finds what a search for each pattern finds, in order, apart from each other', () => {
    const small = fc.string({ unit: fc.constantFrom('a', 'b', 'ä', '\uffff'), maxLength: 30 });
    fc.assert(
      fc.property(small, fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'ä', '\uffff'), maxLength: 6 })), (text, patterns) => {
        const spans = findOccurrences(text, patterns);

        expect(asMarks(text.length, spans)).toEqual(covered(text, patterns));
        for (const [index, { start, end }] of spans.entries()) {
          expect(end).toBeGreaterThan(start);
          expect(start).toBeGreaterThan(spans[index - 1]?.end ?? -1);
        }
      }),
    );
  });
});
