import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatDuration, parseDuration } from '../../bin/parseDuration.js';

describe('parseDuration', () => {
  it.each([
    ['500ms', 500],
    ['2s', 2_000],
    ['1m', 60_000],
    ['1.5m', 90_000],
    ['1h', 3_600_000],
    ['0', 0],
    [' 0 ', 0],
    ['0s', 0],
    ['0.4ms', 0],
    ['576h', 24 * 86_400_000],
    ['2147483647ms', 2_147_483_647],
  ])('design 8: reads %j as %i milliseconds', (text, milliseconds) => {
    expect(parseDuration('retry-max', text)).toBe(milliseconds);
  });

  it.each(['', '5', '2 s', '-1s', '1d', 's', '1e3s', '+1s', '1S', '597h', '2147483648ms', 'Infinity', '0x1s', '00', '1s2ms', '9'.repeat(400) + 's'])(
    'design 8: refuses %j, naming the option',
    (text) => {
      expect(() => parseDuration('retry-max', text)).toThrow(new RangeError(`--retry-max takes a duration such as 500ms, 2s or 1m, at most 24 days, got ${JSON.stringify(text)}`));
    },
  );

  it('reads what formatDuration writes', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 2_147_483_647 }), (ms) => expect(parseDuration('x', formatDuration(ms))).toBe(ms)));
  });
});
