import { describe, expect, it } from '@jest/globals';
import { EMPTY, NEVER, Observable, of, range, Subject, take, throwError } from 'rxjs';
import { latestWins } from '../../lib/operators/latestWins.js';
import { marbles } from '../support/marbles.js';

describe('latestWins', () => {
  it('projects a value at once and completes with its projection', marbles(({ cold, hot, expectObservable, expectSubscriptions }) => {
    const source = hot('   -a|     ');
    const inner = cold('    --x|   ');
    const innerSubs = '    -^--!   ';
    const expected = '     ---x|   ';

    const result = source.pipe(latestWins(() => inner));

    expectObservable(result).toBe(expected);
    expectSubscriptions(inner.subscriptions).toBe(innerSubs);
  }));

  it('S3 projects the newest waiting value when the running projection completes', marbles(({ hot, cold, expectObservable, expectSubscriptions }) => {
    const source = hot('  -a-b-c----------d---|  ');
    const sourceSubs = '  ^-------------------!  ';
    const inner = cold('   -----x|               ');
    //                           -----x|
    //                                    -----x|
    const innerSubs = [
      '                   -^-----!               ',
      '                   -------^-----!         ',
      '                   ----------------^-----!',
    ];
    const expected = '    ------x-----x--------x|';

    const result = source.pipe(latestWins(() => inner));

    expectObservable(result).toBe(expected);
    expectSubscriptions(source.subscriptions).toBe(sourceSubs);
    expectSubscriptions(inner.subscriptions).toBe(innerSubs);
  }));

  it('S4 lets the waiting value wait out the interval after an end', marbles(({ cold, hot, scheduler, expectObservable }) => {
    const source = hot('  -a-b--------|   ');
    //                     --a|
    //                           --b|
    const expected = '    ---a-----b--|   ';

    const result = source.pipe(latestWins((value) => cold('--x|', { x: value }), { minIntervalMs: 3, scheduler }));

    expectObservable(result).toBe(expected);
  }));

  it('S4 projects a value that comes after the interval at once', marbles(({ cold, hot, scheduler, expectObservable }) => {
    const source = hot('  -a-----b----|');
    const expected = '    ---a-----b--|';

    const result = source.pipe(latestWins((value) => cold('--x|', { x: value }), { minIntervalMs: 3, scheduler }));

    expectObservable(result).toBe(expected);
  }));

  it('S3 replaces a value that waits out the interval by a newer one', marbles(({ cold, hot, scheduler, expectObservable }) => {
    const source = hot('  -a---b-c----|');
    //                     -a|
    //                            -c|
    const expected = '    --a------c--|';

    const result = source.pipe(latestWins((value) => cold('-x|', { x: value }), { minIntervalMs: 5, scheduler }));

    expectObservable(result).toBe(expected);
  }));

  it('S3 makes one waiting value of two with merge', marbles(({ cold, hot, expectObservable }) => {
    const source = hot('  -a-b-c-d|       ');
    //                     ------a|
    //                            ------x|
    const expected = '    -------a------x|';

    const result = source.pipe(latestWins((value) => cold('------x|', { x: value }), { merge: (waiting, newer) => waiting + newer }));

    expectObservable(result).toBe(expected, { a: 'a', x: 'bcd' });
  }));

  it('numbers the projections, not the values', marbles(({ cold, hot, expectObservable }) => {
    const source = hot('  -a-b-c-------|');
    const expected = '    -----0----1--|';

    const result = source.pipe(latestWins((_value, index) => cold('----x|', { x: String(index) })));

    expectObservable(result).toBe(expected);
  }));

  it('emits every value of a projection in order', marbles(({ cold, hot, expectObservable }) => {
    const source = hot('  -a------|');
    const inner = cold('   x-y-z|');
    const expected = '    -x-y-z--|';

    expectObservable(source.pipe(latestWins(() => inner))).toBe(expected);
  }));

  it('completes at once with an empty source', marbles(({ cold, expectObservable }) => {
    const source = cold('---|');
    const expected = '   ---|';

    expectObservable(source.pipe(latestWins(() => NEVER))).toBe(expected);
  }));

  it('does not complete while the source goes on, even when nothing runs', marbles(({ hot, expectObservable }) => {
    const source = hot('  -a---');
    const expected = '    -a---';

    expectObservable(source.pipe(latestWins((value) => of(value)))).toBe(expected);
  }));

  it('does not complete while a projection goes on', marbles(({ hot, expectObservable }) => {
    const source = hot('  -a-|');
    const expected = '    ----';

    expectObservable(source.pipe(latestWins(() => NEVER))).toBe(expected);
  }));

  it('S4 projects a value that waits out the interval when the source completes, then completes', marbles(({ hot, scheduler, expectObservable }) => {
    const source = hot('  -ab|         ');
    const expected = '    -a----(b|)   ';

    const result = source.pipe(latestWins((value) => of(value), { minIntervalMs: 5, scheduler }));

    expectObservable(result).toBe(expected);
  }));

  it('errors with the source at once and drops the running and the waiting', marbles(({ cold, hot, expectObservable, expectSubscriptions }) => {
    const source = hot('  -a-b-#  ');
    const inner = cold('   -----x|');
    const innerSubs = '   -^---!  ';
    const expected = '    -----#  ';

    const result = source.pipe(latestWins(() => inner));

    expectObservable(result).toBe(expected);
    expectSubscriptions(inner.subscriptions).toBe(innerSubs);
  }));

  it('errors with a projection at once and leaves the source', marbles(({ cold, hot, expectObservable, expectSubscriptions }) => {
    const source = hot('  -a-b------|');
    const sourceSubs = '  ^---!      ';
    const inner = cold('   --x#');
    const expected = '    ---x#      ';

    const result = source.pipe(latestWins(() => inner));

    expectObservable(result).toBe(expected);
    expectSubscriptions(source.subscriptions).toBe(sourceSubs);
  }));

  it('errors with what project throws for a value that starts at once', marbles(({ hot, expectObservable }) => {
    const error = new TypeError('project');
    const source = hot('  -a--|');
    const expected = '    -#';

    const result = source.pipe(latestWins(() => {
      throw error;
    }));

    expectObservable(result).toBe(expected, undefined, error);
  }));

  it('errors with what project throws for a value that waited for an end', marbles(({ cold, hot, expectObservable, expectSubscriptions }) => {
    const error = new TypeError('project');
    const source = hot('  -ab-----|');
    const sourceSubs = '  ^---!    ';
    const expected = '    ---x#    ';

    const result = source.pipe(latestWins((value) => {
      if (value === 'b') throw error;
      return cold('--x|');
    }));

    expectObservable(result).toBe(expected, undefined, error);
    expectSubscriptions(source.subscriptions).toBe(sourceSubs);
  }));

  it('errors with what project throws for a value that waited out the interval', marbles(({ hot, scheduler, expectObservable }) => {
    const error = new TypeError('project');
    const source = hot('  -ab-----|');
    const expected = '    -a--#    ';

    const result = source.pipe(latestWins((value) => {
      if (value === 'b') throw error;
      return of(value);
    }, { minIntervalMs: 3, scheduler }));

    expectObservable(result).toBe(expected, undefined, error);
  }));

  it('errors with what merge throws', marbles(({ hot, expectObservable }) => {
    const error = new TypeError('merge');
    const source = hot('  -abc----|');
    const expected = '    ---#     ';

    const result = source.pipe(latestWins<string, Observable<never>>(() => NEVER, {
      merge: () => {
        throw error;
      },
    }));

    expectObservable(result).toBe(expected, undefined, error);
  }));

  it('leaves the source and the running projection on unsubscription', marbles(({ cold, hot, expectObservable, expectSubscriptions }) => {
    const source = hot('  -a-b------|');
    const inner = cold('   ----------');
    const unsub = '       ----!      ';
    const sourceSubs = '  ^---!      ';
    const innerSubs = '   -^--!      ';

    const result = source.pipe(latestWins(() => inner));

    expectObservable(result, unsub).toBe('----');
    expectSubscriptions(source.subscriptions).toBe(sourceSubs);
    expectSubscriptions(inner.subscriptions).toBe(innerSubs);
  }));

  it('S4 projects nothing when unsubscribed while a value waits out the interval', marbles(({ hot, scheduler, flush }) => {
    const projected: string[] = [];
    const source = hot('  -ab----------');
    const result = source.pipe(latestWins((value) => {
      projected.push(value);
      return EMPTY;
    }, { minIntervalMs: 5, scheduler }));
    const subscription = result.subscribe();
    scheduler.schedule(() => subscription.unsubscribe(), 4);

    flush();

    expect(projected).toEqual(['a']);
  }));

  it('S5 goes on after a projection that ends synchronously', marbles(({ hot, scheduler, expectObservable }) => {
    const source = hot('  -a-b-c---d|    ');
    const expected = '    -a---c---d|    ';

    const result = source.pipe(latestWins((value) => of(value), { minIntervalMs: 4, scheduler }));

    expectObservable(result).toBe(expected);
  }));

  it('takes a value that comes from inside a subscriber while a projection ends', () => {
    const source = new Subject<number>();
    const seen: number[] = [];

    source.pipe(latestWins((value) => of(value))).subscribe((value) => {
      seen.push(value);
      if (value < 5) source.next(value + 1);
    });
    source.next(1);

    expect(seen).toEqual([1, 2, 3, 4, 5]);
  });

  it('does not recurse however many values come from inside a subscriber', () => {
    const source = new Subject<number>();
    let last = 0;

    source.pipe(latestWins((value) => of(value))).subscribe((value) => {
      last = value;
      if (value < 50_000) source.next(value + 1);
    });
    source.next(1);

    expect(last).toBe(50_000);
  });

  it('keeps only the newest of the values that come synchronously while one runs', marbles(({ cold, expectObservable }) => {
    const source = of('a', 'b', 'c', 'd');
    //                   --a|
    //                      --d|
    const expected = '   --a--d|';

    expectObservable(source.pipe(latestWins((value) => cold('--x|', { x: value })))).toBe(expected);
  }));

  it('stops a synchronous source when the reader has had enough', () => {
    let produced = 0;
    const source = new Observable<number>((subscriber) => {
      while (!subscriber.closed && produced < 1_000) subscriber.next((produced += 1));
    });

    source.pipe(latestWins((value) => of(value)), take(3)).subscribe();

    expect(produced).toBeLessThan(10);
  });

  it('stops a synchronous projection when the reader has had enough', () => {
    let produced = 0;
    const projection = new Observable<number>((subscriber) => {
      while (!subscriber.closed && produced < 1_000) subscriber.next((produced += 1));
    });

    of('a').pipe(latestWins(() => projection), take(3)).subscribe();

    expect(produced).toBeLessThan(10);
  });

  it('keeps the state of each subscription apart', marbles(({ cold, hot, expectObservable }) => {
    const source = hot('  -a-b----|');
    const expected = '    ----a---b|';
    const late = '        --^-------';
    const lateExpected = '------b-|';

    const result = source.pipe(latestWins((value) => cold('---x|', { x: value })));

    expectObservable(result).toBe(expected);
    expectObservable(result, late).toBe(lateExpected);
  }));

  it('S4 waits one interval at most after the clock was set back', marbles(({ hot, scheduler, expectObservable }) => {
    const clock = { now: () => (scheduler.now() < 3 ? 1_000_000 : 0) + scheduler.now(), schedule: scheduler.schedule.bind(scheduler) };
    const source = hot('  -a--b----------|');
    //                     b arrives with the clock set back: a's end counts as now
    const expected = '    -a-------b-----|';

    const result = source.pipe(latestWins((value) => of(value), { minIntervalMs: 5, scheduler: clock }));

    expectObservable(result).toBe(expected);
  }));

  it('S11 holds one value however many come', () => {
    const projected: number[] = [];
    const gate = new Subject<void>();

    const result = range(0, 100_000).pipe(latestWins((value) => {
      projected.push(value);
      return gate;
    }));
    result.subscribe();
    gate.complete();

    expect(projected).toEqual([0, 99_999]);
  });

  it('refuses an interval out of range when it is built', () => {
    expect(() => latestWins(() => EMPTY, { minIntervalMs: -1 })).toThrow(new RangeError('minIntervalMs takes milliseconds from 0 to 2147483647, got -1'));
  });

  it('errors with an error that a projection gives synchronously', marbles(({ hot, expectObservable }) => {
    const source = hot('  -a-|');
    const error = new Error('inside');
    const expected = '    -#  ';

    expectObservable(source.pipe(latestWins(() => throwError(() => error)))).toBe(expected, undefined, error);
  }));
});
