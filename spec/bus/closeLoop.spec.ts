import { describe, expect, it } from '@jest/globals';
import { concatMap, delay, filter, from, map, NEVER, of, take, tap } from 'rxjs';
import type { OperatorFunction } from 'rxjs';
import { closeLoop } from '../../lib/bus/closeLoop.js';
import { marbles } from '../support/marbles.js';

/** Answers some letters with others. */
const answering = (answers: Readonly<Record<string, string>>): OperatorFunction<string, string> => concatMap((letter) => from(answers[letter] ?? ''));
const silent: OperatorFunction<string, string> = () => NEVER;
const shows = (): boolean => false;

describe('closeLoop', () => {
  it('feeds the source and the answers of all components to all components, and emits the answers', marbles(({ hot, expectObservable }) => {
    const source = hot('  -a---------a-  ');
    const expected = '    -(bcd)-----(bcd)';

    const result = source.pipe(closeLoop({ lead: answering({ a: 'b', c: 'd' }), others: [answering({ b: 'c' })], shows }));

    expectObservable(result).toBe(expected);
  }));

  it('shows every component one order, whoever answers inside the delivery of an event', () => {
    const seen: string[][] = [[], []];
    const noting = (place: number, answers: Readonly<Record<string, string>>): OperatorFunction<string, string> => (source) =>
      source.pipe(tap((letter) => seen[place]?.push(letter)), answering(answers));
    const result: string[] = [];

    of('a', 'x').pipe(closeLoop({ lead: noting(0, { a: 'bc' }), others: [noting(1, { a: 'd', b: 'e' })], shows: () => true })).subscribe((letter) => result.push(letter));

    expect(seen[0]).toEqual(['a', 'd', 'b', 'c', 'e', 'x']);
    expect(seen[1]).toEqual(seen[0]);
    expect(result).toEqual(seen[0]);
  });

  it('shows events of the source as asked', marbles(({ hot, expectObservable }) => {
    const source = hot('  -a-r-a');
    const expected = '    -b-r-b';

    expectObservable(source.pipe(closeLoop({ lead: answering({ a: 'b' }), others: [], shows: (letter) => letter === 'r' }))).toBe(expected);
  }));

  it('subscribes all components before the source', () => {
    const result: string[] = [];

    of('a').pipe(closeLoop({ lead: answering({ b: 'c' }), others: [answering({ a: 'b' })], shows })).subscribe((letter) => result.push(letter));

    expect(result).toEqual(['b', 'c']);
  });

  it('completes when the lead does, with what it said last, not with the source nor another component', marbles(({ hot, expectObservable, expectSubscriptions }) => {
    const source = hot('  -a-|        ');
    const other = hot('   ----|       ');
    const lead: OperatorFunction<string, string> = (events) => events.pipe(map(() => 'z'), delay(6), take(1));
    const expected = '    -------(z|) ';

    const result = source.pipe(closeLoop({ lead, others: [() => other], shows }));

    expectObservable(result).toBe(expected);
    expectSubscriptions(source.subscriptions).toBe('^--!');
  }));

  it('says all that was said before the lead completed, and nothing that comes after', () => {
    const seen: string[] = [];
    const result: string[] = [];
    const lead: OperatorFunction<string, string> = (source) => source.pipe(answering({ a: 'bcd' }), take(3));
    const other: OperatorFunction<string, string> = (source) => source.pipe(tap((letter) => seen.push(letter)), answering({ b: 'e' }));

    of('a', 'x').pipe(closeLoop({ lead, others: [other], shows: () => true })).subscribe({ next: (letter) => result.push(letter), complete: () => result.push('|') });

    expect(result).toEqual(['a', 'b', 'c', 'd', '|']);
    expect(seen).toEqual(['a', 'b', 'c', 'd']);
  });

  it('errors with the error of the source and with that of a component', marbles(({ hot, cold, expectObservable }) => {
    expectObservable(hot('-#').pipe(closeLoop({ lead: silent, others: [], shows }))).toBe('-#');
    expectObservable(hot('-a').pipe(closeLoop({ lead: silent, others: [() => cold('--#')], shows }))).toBe('--#');
    expectObservable(hot('-a').pipe(closeLoop({ lead: () => cold('---#'), others: [silent], shows }))).toBe('---#');
  }));

  it('unsubscribes the source and all components when unsubscribed, and when it errors', marbles(({ hot, cold, expectObservable, expectSubscriptions }) => {
    const source = hot('  -a-b-c-d');
    const component = cold('---------');
    const unsub = '       ----!   ';

    expectObservable(source.pipe(closeLoop({ lead: () => component, others: [() => component], shows })), unsub).toBe('-----');
    expectSubscriptions(source.subscriptions).toBe('^---!');
    expectSubscriptions(component.subscriptions).toBe(['^---!', '^---!']);
  }));

  it('stops a synchronous source when its reader leaves', () => {
    let pulled = 0;
    const source = from([1, 2, 3, 4]).pipe(tap(() => (pulled += 1)), map(() => 'a'));

    source.pipe(closeLoop({ lead: answering({ a: 'b' }), others: [], shows }), take(1)).subscribe();

    // The next value shows that nobody reads any more.
    expect(pulled).toBe(2);
  });

  it('stops a component that speaks for ever when its reader leaves', () => {
    let pulled = 0;
    const endless = function* (): Generator<string> {
      for (;;) {
        pulled += 1;
        yield 'a';
      }
    };

    NEVER.pipe(closeLoop({ lead: silent, others: [() => from(endless())], shows }), take(3)).subscribe();

    expect(pulled).toBe(4);
  });

  it('each subscription has a loop of its own', marbles(({ cold, expectObservable }) => {
    const looped = cold('-a-').pipe(closeLoop({ lead: (events) => events.pipe(filter((letter) => letter === 'a'), map(() => 'b')), others: [], shows }));

    expectObservable(looped).toBe('-b-');
    expectObservable(looped).toBe('-b-');
  }));
});
