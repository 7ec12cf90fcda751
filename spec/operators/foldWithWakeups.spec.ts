import { describe, expect, it } from '@jest/globals';
import { Observable, of, Subject, take } from 'rxjs';
import { foldWithWakeups, wakeUp } from '../../lib/operators/foldWithWakeups.js';
import type { FoldStep } from '../../lib/operators/foldWithWakeups.js';
import { marbles } from '../support/marbles.js';

type Woken = typeof wakeUp;

/** Echoes each event; wakes `delay` after it and then says `y`. */
const echo =
  (delay?: number) =>
  (state: number, event: string | Woken, now: number): FoldStep<number, string> => ({
    state: state + 1,
    outputs: [event === wakeUp ? 'y' : event],
    wakeAt: event === wakeUp || delay === undefined ? undefined : now + delay,
    done: false,
  });

/** Says the number of steps so far. */
const count = (state: number): FoldStep<number, number> => ({ state: state + 1, outputs: [state], wakeAt: undefined, done: false });

describe('foldWithWakeups', () => {
  it('emits what the step gives and completes with the source', marbles(({ hot, scheduler, expectObservable, expectSubscriptions }) => {
    const source = hot('  -a-b-c-|');
    const sourceSubs = '  ^------!';
    const expected = '    -a-b-c-|';

    expectObservable(source.pipe(foldWithWakeups(0, echo(), scheduler))).toBe(expected);
    expectSubscriptions(source.subscriptions).toBe(sourceSubs);
  }));

  it('gives each step the state that the last one returned', marbles(({ hot, scheduler, expectObservable }) => {
    const source = hot('  -a-b-c-|');
    const expected = '    -0-1-2-|';

    expectObservable(source.pipe(foldWithWakeups(0, count, scheduler))).toBe(expected, [0, 1, 2]);
  }));

  it('gives each subscription a state of its own', marbles(({ hot, scheduler, expectObservable }) => {
    const source = hot('  -a-b-c-|');
    const late = '        --^-----';
    const expected = '    ---0-1-|';

    const result = source.pipe(foldWithWakeups(0, count, scheduler));

    expectObservable(result).toBe('-0-1-2-|', [0, 1, 2]);
    expectObservable(result, late).toBe(expected, [0, 1]);
  }));

  it('gives the step the time of the scheduler', marbles(({ hot, scheduler, expectObservable }) => {
    const source = hot('  -a-b-|');
    const expected = '    -1-3-|';

    const result = source.pipe(
      foldWithWakeups(0, (state, _event, now) => ({ state, outputs: [now], wakeAt: undefined, done: false }), scheduler),
    );

    expectObservable(result).toBe(expected, { 1: 1, 3: 3 });
  }));

  it('emits several outputs of one step in order', marbles(({ hot, scheduler, expectObservable }) => {
    const source = hot('  -a------|');
    const expected = '    -(xyz)--|';

    const result = source.pipe(
      foldWithWakeups(0, (state) => ({ state, outputs: ['x', 'y', 'z'], wakeAt: undefined, done: false }), scheduler),
    );

    expectObservable(result).toBe(expected);
  }));

  it('steps again at the time that the last step named', marbles(({ hot, scheduler, expectObservable }) => {
    const source = hot('  -a------|');
    const expected = '    -a--y---|';

    expectObservable(source.pipe(foldWithWakeups(0, echo(3), scheduler))).toBe(expected);
  }));

  it('replaces the time by that of the newest step', marbles(({ hot, scheduler, expectObservable }) => {
    const source = hot('  -a-b-c------|');
    const expected = '    -a-b-c--y---|';

    expectObservable(source.pipe(foldWithWakeups(0, echo(3), scheduler))).toBe(expected);
  }));

  it('does not step by time when the newest step names none', marbles(({ hot, scheduler, expectObservable }) => {
    const source = hot('  -a-b------|');
    const expected = '    -a-b------|';
    const step = (state: number, event: string | Woken, now: number) => echo(event === 'a' ? 3 : undefined)(state, event, now);

    expectObservable(source.pipe(foldWithWakeups(0, step, scheduler))).toBe(expected);
  }));

  it('steps at once, but not within the step, for a time that has passed', marbles(({ hot, scheduler, expectObservable }) => {
    const source = hot('  -a------|');
    const expected = '    -(ay)---|';

    expectObservable(source.pipe(foldWithWakeups(0, echo(-5), scheduler))).toBe(expected);
  }));

  it('completes at once with an empty source', marbles(({ cold, scheduler, expectObservable }) => {
    const source = cold('---|');
    const expected = '   ---|';

    expectObservable(source.pipe(foldWithWakeups(0, echo(), scheduler))).toBe(expected);
  }));

  it('completes with the source at once and stops the timer', marbles(({ hot, scheduler, expectObservable }) => {
    const source = hot('  -a-|      ');
    const expected = '    -a-|      ';

    expectObservable(source.pipe(foldWithWakeups(0, echo(5), scheduler))).toBe(expected);
  }));

  it('does not complete while the source goes on', marbles(({ hot, scheduler, expectObservable }) => {
    const source = hot('  -a-----');
    const expected = '    -a--y--';

    expectObservable(source.pipe(foldWithWakeups(0, echo(3), scheduler))).toBe(expected);
  }));

  it('completes after the outputs of a step that is done and leaves the source', marbles(({ hot, scheduler, expectObservable, expectSubscriptions }) => {
    const source = hot('  -a-b-----');
    const sourceSubs = '  ^--!     ';
    const expected = '    -a-(b|)  ';
    const step = (state: number, event: string | Woken, now: number) => ({ ...echo(9)(state, event, now), done: event === 'b' });

    expectObservable(source.pipe(foldWithWakeups(0, step, scheduler))).toBe(expected);
    expectSubscriptions(source.subscriptions).toBe(sourceSubs);
  }));

  it('errors with the source at once and stops the timer', marbles(({ hot, scheduler, expectObservable }) => {
    const source = hot('  -a-#      ');
    const expected = '    -a-#      ';

    expectObservable(source.pipe(foldWithWakeups(0, echo(5), scheduler))).toBe(expected);
  }));

  it('errors with what the step throws for an event and leaves the source', marbles(({ hot, scheduler, expectObservable, expectSubscriptions }) => {
    const error = new TypeError('step');
    const source = hot('  -a-b-c-|');
    const sourceSubs = '  ^--!    ';
    const expected = '    -a-#    ';
    const step = (state: number, event: string | Woken, now: number) => {
      if (event === 'b') throw error;
      return echo()(state, event, now);
    };

    expectObservable(source.pipe(foldWithWakeups(0, step, scheduler))).toBe(expected, undefined, error);
    expectSubscriptions(source.subscriptions).toBe(sourceSubs);
  }));

  it('errors with what the step throws at its time', marbles(({ hot, scheduler, expectObservable }) => {
    const error = new TypeError('step');
    const source = hot('  -a-----|');
    const expected = '    -a--#   ';
    const step = (state: number, event: string | Woken, now: number) => {
      if (event === wakeUp) throw error;
      return echo(3)(state, event, now);
    };

    expectObservable(source.pipe(foldWithWakeups(0, step, scheduler))).toBe(expected, undefined, error);
  }));

  it('leaves the source and stops the timer on unsubscription', marbles(({ hot, scheduler, flush, expectSubscriptions }) => {
    const source = hot('  -a---------');
    const sourceSubs = '  ^-!        ';
    let steps = 0;
    const step = (state: number, event: string | Woken, now: number) => {
      steps += 1;
      return echo(5)(state, event, now);
    };
    const subscription = source.pipe(foldWithWakeups(0, step, scheduler)).subscribe();
    scheduler.schedule(() => subscription.unsubscribe(), 2);

    flush();

    expect(steps).toBe(1);
    expectSubscriptions(source.subscriptions).toBe(sourceSubs);
  }));

  it('lets events that come from inside a subscriber wait until all outputs of the step are out', marbles(({ scheduler }) => {
    const source = new Subject<string>();
    const seen: string[] = [];
    const step = (state: number, event: string | Woken): FoldStep<number, string> => ({
      state,
      outputs: event === 'a' ? ['1', '2', '3'] : [String(event)],
      wakeAt: undefined,
      done: false,
    });
    source.pipe(foldWithWakeups(0, step, scheduler)).subscribe((output) => {
      seen.push(output);
      if (output === '1') source.next('b');
      if (output === '2') source.next('c');
    });

    source.next('a');

    expect(seen).toEqual(['1', '2', '3', 'b', 'c']);
  }));

  it('does not recurse however many events come from inside a subscriber', marbles(({ scheduler }) => {
    const source = new Subject<number>();
    let last = 0;
    source
      .pipe(foldWithWakeups(0, (state, event: number | Woken) => ({ state, outputs: [Number(event)], wakeAt: undefined, done: false }), scheduler))
      .subscribe((value) => {
        last = value;
        if (value < 50_000) source.next(value + 1);
      });

    source.next(1);

    expect(last).toBe(50_000);
  }));

  it('drops what waits when a subscriber has left from inside', marbles(({ scheduler }) => {
    const source = new Subject<string>();
    const stepped: unknown[] = [];
    const step = (state: number, event: string | Woken, now: number) => {
      stepped.push(event);
      return echo()(state, event, now);
    };
    source.pipe(foldWithWakeups(0, step, scheduler), take(1)).subscribe(() => source.next('b'));

    source.next('a');

    expect(stepped).toEqual(['a']);
  }));

  it('sets the timer before it emits: a subscriber that leaves from inside stops it', marbles(({ scheduler, flush }) => {
    let steps = 0;
    const step = (state: number, event: string | Woken, now: number) => {
      steps += 1;
      return echo(2)(state, event, now);
    };
    of('a').pipe(foldWithWakeups(0, step, scheduler), take(1)).subscribe();

    flush();

    expect(steps).toBe(1);
  }));

  it('stops a synchronous source when the reader has had enough', marbles(({ scheduler }) => {
    let produced = 0;
    const source = new Observable<string>((subscriber) => {
      while (!subscriber.closed && produced < 1_000) {
        produced += 1;
        subscriber.next('a');
      }
    });

    source.pipe(foldWithWakeups(0, echo(), scheduler), take(3)).subscribe();

    expect(produced).toBeLessThan(10);
  }));
});
