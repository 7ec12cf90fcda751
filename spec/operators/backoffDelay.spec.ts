import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { backoffDelay } from '../../lib/operators/backoffDelay.js';

const backoff = { initialMs: 1_000, maxMs: 30_000 };

describe('backoffDelay', () => {
  it.each([
    [1, 1_000],
    [2, 2_000],
    [5, 16_000],
    [6, 30_000],
    [2_000, 30_000],
  ])('S9 doubles up to the longest: attempt %d waits %d ms', (attempt, delay) => {
    expect(backoffDelay(attempt, backoff, () => 0.5)).toBe(delay);
  });

  it('S9 stays within 20 % of the delay, in whole milliseconds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (attempt, chance) => {
        const middle = backoffDelay(attempt, backoff, () => 0.5);
        const delay = backoffDelay(attempt, backoff, () => chance);

        expect(Number.isInteger(delay)).toBe(true);
        expect(Math.abs(delay - middle)).toBeLessThanOrEqual(middle * 0.2);
      }),
    );
  });

  it('S9 uses the whole width of the jitter', () => {
    expect([0, 1].map((chance) => backoffDelay(1, backoff, () => chance))).toEqual([800, 1_200]);
  });
});
