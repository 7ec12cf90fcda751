import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { possiblePatterns } from '../../lib/haproxy/possiblePatterns.js';

const many = Array.from({ length: 100 }, (_, index) => `x${index}-pattern`);
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 6 });

describe('possiblePatterns', () => {
  it('keeps every pattern that the text holds, whole or its beginning of 4 characters or more', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), word, word, (patterns, before, after) => {
        for (const pattern of patterns) {
          expect(possiblePatterns(`${before}${pattern}${after}`, [...many, ...patterns])).toContain(pattern);
          expect(possiblePatterns(before + pattern.slice(0, 4), [...many, ...patterns])).toContain(pattern);
        }
      }),
    );
  });

  it('drops those that the text cannot hold, unless they may be spelled in another way', () => {
    expect(possiblePatterns('got x7-p', many)).toEqual(['x7-pattern']);
    expect(possiblePatterns('got x7-p', [...many, '+%&"abc'], (part) => /^\w/.test(part))).toEqual(['x7-pattern', '+%&"abc']);
  });

  it('keeps all where they are few or the text is long', () => {
    expect(possiblePatterns('', ['one-pattern', '', 'one-pattern'])).toEqual(['one-pattern']);
    expect(possiblePatterns(' '.repeat(200_000), many)).toEqual(many);
  });
});
