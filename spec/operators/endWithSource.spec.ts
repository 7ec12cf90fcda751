import { describe, it } from '@jest/globals';
import { delay, map, mergeMap, NEVER, switchMap, throwError, zipWith } from 'rxjs';
import { endWithSource } from '../../lib/operators/endWithSource.js';
import { marbles } from '../support/marbles.js';

describe('endWithSource', () => {
  it('emits what is made of the source and completes as soon as the source does', marbles(({ hot, cold, expectObservable, expectSubscriptions }) => {
    const source = hot('  -a---|   ');
    const subs = '        ^----!   ';
    const inner = cold('   -x-x-x-x');
    const innerSubs = '   -^---!   ';
    const expected = '    --x-x|   ';

    expectObservable(source.pipe(endWithSource((source$) => source$.pipe(switchMap(() => inner))))).toBe(expected);
    expectSubscriptions(source.subscriptions).toBe(subs);
    expectSubscriptions(inner.subscriptions).toBe(innerSubs);
  }));

  it('subscribes the source once however often it is used inside', marbles(({ hot, expectObservable, expectSubscriptions }) => {
    const source = hot('  -a-b---|    ');
    const subs = '        ^------!    ';
    const expected = '    -----x-|    ';

    const result = source.pipe(endWithSource((source$) => source$.pipe(zipWith(source$.pipe(delay(4))), map(() => 'x'))));

    expectObservable(result).toBe(expected);
    expectSubscriptions(source.subscriptions).toBe(subs);
  }));

  it('completes at once with an empty source', marbles(({ cold, expectObservable }) => {
    expectObservable(cold('--|').pipe(endWithSource(() => NEVER))).toBe('--|');
  }));

  it('goes on while the source does', marbles(({ cold, expectObservable }) => {
    expectObservable(cold('-a---').pipe(endWithSource((source$) => source$))).toBe('-a---');
  }));

  it('errors with the source', marbles(({ hot, expectObservable }) => {
    expectObservable(hot('-a-#').pipe(endWithSource(() => NEVER))).toBe('---#');
  }));

  it('errors with what is made of the source, and leaves it', marbles(({ hot, expectObservable, expectSubscriptions }) => {
    const error = new Error('inside');
    const source = hot('-a---|');

    expectObservable(source.pipe(endWithSource((source$) => source$.pipe(mergeMap(() => throwError(() => error)))))).toBe('-#', undefined, error);
    expectSubscriptions(source.subscriptions).toBe('^!');
  }));

  it('errors with what project throws', marbles(({ hot, expectObservable }) => {
    const error = new TypeError('project');

    const result = hot('-a---|').pipe(
      endWithSource(() => {
        throw error;
      }),
    );

    expectObservable(result).toBe('#', undefined, error);
  }));

  it('leaves the source and what runs inside on unsubscription', marbles(({ hot, expectObservable, expectSubscriptions }) => {
    const source = hot('-a------');
    const unsub = '     ---!';

    expectObservable(source.pipe(endWithSource((source$) => source$.pipe(switchMap(() => NEVER)))), unsub).toBe('----');
    expectSubscriptions(source.subscriptions).toBe('^--!');
  }));
});
