import { describe, expect, it } from '@jest/globals';
import { EMPTY, NEVER, of, range, take } from 'rxjs';
import { inTurn } from '../../lib/operators/inTurn.js';
import { marbles } from '../support/marbles.js';

describe('inTurn', () => {
  it('projects items in order, as many side by side as allowed', marbles(({ cold, expectObservable, expectSubscriptions }) => {
    const a = cold('      --x--|      ');
    const b = cold('      ---y|       ');
    const c = cold('          -z---|  ');
    const cSubs = '       ----^----!  ';
    const expected = '    --xy-z---|  ';

    const result = inTurn([a, b, c], (item) => item, 2);

    expectObservable(result).toBe(expected);
    expectSubscriptions(c.subscriptions).toBe(cSubs);
  }));

  it('projects all items at once without a limit', marbles(({ cold, expectObservable }) => {
    const item = cold('   --x----|');
    const expected = '    --(xxx)|';

    const result = inTurn([item, item, item], (each) => each, Infinity);

    expectObservable(result).toBe(expected);
  }));

  it('completes at once with no items, and never while one goes on', marbles(({ expectObservable }) => {
    expectObservable(inTurn([], () => NEVER, 1)).toBe('|');
    expectObservable(inTurn([1], () => NEVER, 1)).toBe('-');
  }));

  it('ends with the error of a projection and unsubscribes the others', marbles(({ cold, expectObservable, expectSubscriptions }) => {
    const a = cold('  -----x|');
    const aSubs = '   ^--!   ';
    const b = cold('  ---#   ');
    const c = cold('  x|     ');
    const expected = '---#   ';

    expectObservable(inTurn([a, b, c], (item) => item, 2)).toBe(expected);
    expectSubscriptions(a.subscriptions).toBe(aSubs);
    expectSubscriptions(c.subscriptions).toBe([]);
  }));

  it('ends with what project throws', marbles(({ expectObservable }) => {
    const fault = new Error('no');

    const result = inTurn(
      [1],
      () => {
        throw fault;
      },
      1,
    );

    expectObservable(result).toBe('#', undefined, fault);
  }));

  it('unsubscribes what is under way and begins no other when unsubscribed', marbles(({ cold, expectObservable, expectSubscriptions }) => {
    const a = cold('  -----x|');
    const subs = '    ^--!   ';
    const b = cold('  x|     ');

    expectObservable(inTurn([a, b], (item) => item, 1), '---!').toBe('----');
    expectSubscriptions(a.subscriptions).toBe(subs);
    expectSubscriptions(b.subscriptions).toBe([]);
  }));

  it('takes any number of projections that end at once', () => {
    const items = Array.from({ length: 50_000 }, (_, index) => index);
    const seen: number[] = [];
    let completed = false;

    inTurn(items, (item) => (item % 2 === 0 ? of(item) : EMPTY), 1).subscribe({ next: (item) => seen.push(item), complete: () => (completed = true) });

    expect(seen).toHaveLength(25_000);
    expect(completed).toBe(true);
  });

  it('stops a synchronous projection when its reader leaves', () => {
    let pulled = 0;

    inTurn([range(0, 1_000)], (item) => item, 1).pipe(take(3)).subscribe(() => (pulled += 1));

    expect(pulled).toBe(3);
  });
});
