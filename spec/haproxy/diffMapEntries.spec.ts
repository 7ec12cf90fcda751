import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { diffMapEntries, fitsMapChanges, type RunningMapEntry, type MapEntryChange } from '../../lib/haproxy/diffMapEntries.js';

const entry = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd', 'e'), value: fc.constantFrom('1', '2', '3') });

/** What HAProxy does: `del map` and `set map` reach every entry of a key, `add map` puts one behind the others. */
function play(entries: readonly RunningMapEntry[], changes: readonly MapEntryChange[]): readonly RunningMapEntry[] {
  return changes.reduce<readonly RunningMapEntry[]>((now, change) => {
    if (change.action === 'delete') return now.filter(({ key }) => key !== change.key);
    const { key, value } = change;
    return change.action === 'add' ? [...now, { key, value }] : now.map((one) => (one.key === key ? { key, value } : one));
  }, entries);
}

describe('diffMapEntries (design D5)', () => {
  it('leads from any entries to the wanted ones, and says nothing of those that are so already', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 8 }), fc.uniqueArray(entry, { selector: ({ key }) => key }), (running, wanted) => {
        const target = new Map(wanted.map(({ key, value }) => [key, value]));
        const changes = diffMapEntries(running, target);
        const after = play(running, changes);

        expect(after).toHaveLength(target.size);
        expect(new Map(after.map(({ key, value }) => [key, value]))).toEqual(target);
        expect(diffMapEntries(after, target)).toEqual([]);
        for (const { key, value } of running.filter(({ key: one }, _, all) => all.filter((other) => other.key === one).length === 1)) {
          if (target.get(key) === value) expect(changes.map((change) => change.key)).not.toContain(key);
        }
      }),
    );
  });

  it('adds, sets and deletes', () => {
    const running = [{ key: 'a', value: '1' }, { key: 'b', value: '1' }, { key: 'c', value: '1' }];

    expect(diffMapEntries(running, new Map([['a', '1'], ['b', '2'], ['d', '1']]))).toEqual([
      { action: 'delete', key: 'c' }, { action: 'set', key: 'b', value: '2' }, { action: 'add', key: 'd', value: '1' },
    ]);
  });
});

describe('fitsMapChanges', () => {
  const set = (key: string, value: string): readonly MapEntryChange[] => [{ action: 'set', key, value }];

  it.each([
    ['www.example.com', 'be_app'],
    ['10.0.0.1:8080', 'http://x.example/y?z=1&w=%20'],
    ['_dmarc.example', '<<x'],
    ['a~b-c', '#1'],
  ])('takes %s with %s', (key, value) => {
    expect(fitsMapChanges(set(key, value), Infinity)).toBe(true);
  });

  it.each([
    ['/path', 'x'], ['#0x1', 'x'], ['.', 'x'], ['..', 'x'], ['a/b', 'x'], ['a%2Fb', 'x'], ['ä', 'x'], ['', 'x'], ['@1', 'x'], ['-x', 'x'],
    ['a', 'x;y'], ['a', 'x\\y'], ['a', '"x"'], ['a', "it's"], ['a', '<<'], ['a', 'ä'], ['a', ''], ['a', 'x'.repeat(4_097)],
  ])('leaves %s with %s to a reload', (key, value) => {
    expect(fitsMapChanges(set(key, value), Infinity)).toBe(false);
  });

  it('takes a hundred at most, or fewer where there is room for fewer', () => {
    const many = (count: number): readonly MapEntryChange[] => Array.from({ length: count }, (_, index) => ({ action: 'delete', key: `k${index}` }));

    expect([fitsMapChanges(many(100), Infinity), fitsMapChanges(many(101), Infinity), fitsMapChanges(many(3), 3), fitsMapChanges(many(3), 2), fitsMapChanges([], -1)]).toEqual([true, false, true, false, false]);
  });
});
