import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { diffMapEntries, type RunningMapEntry, type MapEntryChange } from '../../lib/haproxy/diffMapEntries.js';

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

  it('takes as many as a map of 512 KiB holds, one of them twice, in no time to speak of', () => {
    const running = Array.from({ length: 130_000 }, (_, index) => ({ key: `k${index}`, value: '1' }));
    const wanted = new Map(running.map(({ key, value }) => [key, value]));

    expect(diffMapEntries([...running, { key: 'k7', value: '2' }], wanted)).toEqual([{ action: 'delete', key: 'k7' }, { action: 'add', key: 'k7', value: '1' }]);
  });
});
