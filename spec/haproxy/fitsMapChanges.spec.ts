import { describe, expect, it } from '@jest/globals';
import type { MapEntryChange } from '../../lib/haproxy/diffMapEntries.js';
import { fitsMapChanges } from '../../lib/haproxy/fitsMapChanges.js';

describe('fitsMapChanges', () => {
  const set = (key: string, value: string): readonly MapEntryChange[] => [{ action: 'set', key, value }];

  it.each([
    ['www.example.com', 'be_app'],
    ['10.0.0.1:8080', 'http://x.example/y?z=1&w=%20'],
    ['_dmarc.example', 'x<<'],
    ['a~b-c', '#1'],
  ])('takes %s with %s', (key, value) => {
    expect(fitsMapChanges(set(key, value), Infinity)).toBe(true);
  });

  it.each([
    ['/path', 'x'], ['#0x1', 'x'], ['.', 'x'], ['..', 'x'], ['a/b', 'x'], ['a%2Fb', 'x'], ['ä', 'x'], ['', 'x'], ['@1', 'x'], ['-x', 'x'],
    ['a', 'x;y'], ['a', 'x\\y'], ['a', '"x"'], ['a', "it's"], ['a', '<<'], ['a', '<<EOF'], ['k'.repeat(256), 'x'], ['a', 'ä'], ['a', ''], ['a', 'x'.repeat(1_001)],
  ])('leaves %s with %s to a reload', (key, value) => {
    expect(fitsMapChanges(set(key, value), Infinity)).toBe(false);
  });

  it('takes a hundred at most, or fewer where there is room for fewer', () => {
    const many = (count: number): readonly MapEntryChange[] => Array.from({ length: count }, (_, index) => ({ action: 'delete', key: `k${index}` }));

    expect([fitsMapChanges(many(100), Infinity), fitsMapChanges(many(101), Infinity), fitsMapChanges(many(3), 3), fitsMapChanges(many(3), 2), fitsMapChanges([], -1)]).toEqual([true, false, true, false, false]);
  });
});
