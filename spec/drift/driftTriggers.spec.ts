import { describe, expect, it } from '@jest/globals';
import { map } from 'rxjs';
import { driftTriggers } from '../../lib/drift/driftTriggers.js';
import type { DriftOptions } from '../../lib/drift/options.js';
import type { PipelineEvent } from '../../lib/events/types.js';
import { becameLeader, completed, driftTriggered, inputEnded, lostLeadership, pauseRequested, rendered, resumeRequested } from '../support/events.js';
import { marbles } from '../support/marbles.js';

const events: Record<string, PipelineEvent> = {
  C: completed(),
  f: completed({ failed: 1, succeeded: 0 }),
  x: completed({ cancelled: 1, succeeded: 0 }),
  n: completed({ notAttempted: 1, succeeded: 0 }),
  s: completed({ endpoints: 'some' }),
  c: completed({ compared: 'cached' }),
  L: lostLeadership(),
  B: becameLeader(),
  P: pauseRequested(),
  R: resumeRequested(),
  E: inputEnded(),
  r: rendered(),
  T: driftTriggered(),
};

/** Only that it triggered. */
const letter = map(() => 't');
const every5: DriftOptions = { driftPreventionIntervalMs: 5, random: () => 0.5 };

describe('driftTriggers', () => {
  it('R1 triggers after each interval without a deployment', marbles(({ hot, scheduler, expectObservable, expectSubscriptions }) => {
    const source = hot('  ---------------- ', events);
    const subs = '        ^---------------!';
    const expected = '    -----t----t----t-';

    expectObservable(source.pipe(driftTriggers({ ...every5, scheduler }), letter), subs).toBe(expected);
    expectSubscriptions(source.subscriptions).toBe(subs);
  }));

  it('R2 starts the interval anew with a full comparison of the whole fleet', marbles(({ hot, scheduler, expectObservable }) => {
    const source = hot('  ---C---C-------- ', events);
    const subs = '        ^---------------!';
    const expected = '    ------------t----';

    expectObservable(source.pipe(driftTriggers({ ...every5, scheduler }), letter), subs).toBe(expected);
  }));

  it.each([
    ['failed', 'f'],
    ['was cancelled', 'x'],
    ['was stopped', 'n'],
    ['covered some endpoints only', 's'],
    ['compared from the cache only', 'c'],
  ])('R2 does not start it anew with a deployment that %s', (_title, completion) => marbles(({ hot, scheduler, expectObservable }) => {
    const source = hot(`  ---${completion}--${completion}--------- `, events);
    const subs = '        ^---------------!';
    const expected = '    -----t----t----t-';

    expectObservable(source.pipe(driftTriggers({ ...every5, scheduler }), letter), subs).toBe(expected);
  })());

  it('R2 is not put off by any load of other events', marbles(({ hot, scheduler, expectObservable }) => {
    const source = hot('  rrTsrcrfrcrrTrrrr', events);
    const subs = '        ^---------------!';
    const expected = '    -----t----t----t-';

    expectObservable(source.pipe(driftTriggers({ ...every5, scheduler }), letter), subs).toBe(expected);
  }));

  it('R3 stops when leadership is lost and starts anew when it is gained', marbles(({ hot, scheduler, expectObservable }) => {
    const source = hot('  ---L------B------ ', events);
    const subs = '        ^----------------!';
    const expected = '    ---------------t--';

    expectObservable(source.pipe(driftTriggers({ ...every5, scheduler }), letter), subs).toBe(expected);
  }));

  it('R3 ignores completions while following', marbles(({ hot, scheduler, expectObservable }) => {
    const source = hot('  ---L-C----------- ', events);
    const subs = '        ^----------------!';
    const expected = '    ------------------';

    expectObservable(source.pipe(driftTriggers({ ...every5, scheduler }), letter), subs).toBe(expected);
  }));

  it('R3 waits for leadership when it starts as a follower', marbles(({ hot, scheduler, expectObservable }) => {
    const source = hot('  --------B-------- ', events);
    const subs = '        ^----------------!';
    const expected = '    -------------t----';

    expectObservable(source.pipe(driftTriggers({ ...every5, scheduler, leading: false }), letter), subs).toBe(expected);
  }));

  it('R3 S15 stops while paused and starts anew when resumed', marbles(({ hot, scheduler, expectObservable }) => {
    const source = hot('  ---P------R------ ', events);
    const subs = '        ^----------------!';
    const expected = '    ---------------t--';

    expectObservable(source.pipe(driftTriggers({ ...every5, scheduler }), letter), subs).toBe(expected);
  }));

  it('R3 stays stopped while either holds', marbles(({ hot, scheduler, expectObservable }) => {
    const source = hot('  -PL-R-----B-P-B-- ', events);
    const subs = '        ^----------------!';
    const expected = '    ------------------';

    expectObservable(source.pipe(driftTriggers({ ...every5, scheduler }), letter), subs).toBe(expected);
  }));

  it('S12 stops for good with the end of input', marbles(({ hot, scheduler, expectObservable }) => {
    const source = hot('  ------E-C-B--R--- ', events);
    const subs = '        ^----------------!';
    const expected = '    -----t------------';

    expectObservable(source.pipe(driftTriggers({ ...every5, scheduler }), letter), subs).toBe(expected);
  }));

  it('R1 never triggers with an interval of 0', marbles(({ hot, scheduler, expectObservable }) => {
    const source = hot('  ---C---L--B------ ', events);
    const subs = '        ^----------------!';
    const expected = '    ------------------';

    expectObservable(source.pipe(driftTriggers({ driftPreventionIntervalMs: 0, scheduler })), subs).toBe(expected);
  }));

  it('R6 moves each check by chance anew', marbles(({ hot, scheduler, expectObservable }) => {
    const chances = [0, 0.5, 1];
    const source = hot('  ---------------------- ', events);
    const subs = '        ^---------------------!';
    // 10 and 20 % of it: after 8, 10 and 12
    const expected = '    --------t---------t----';

    const options = { driftPreventionIntervalMs: 10, driftJitter: 0.2, random: () => chances.shift() ?? 0.5, scheduler };

    expectObservable(source.pipe(driftTriggers(options), letter), subs).toBe(expected);
  }));

  it('tells the time since the last deployment of any kind', marbles(({ hot, scheduler, expectObservable }) => {
    const source = hot('  -------f-------- ', events);
    const subs = '        ^---------------!';
    const expected = '    -----a----b----c-';

    expectObservable(source.pipe(driftTriggers({ ...every5, scheduler })), subs).toBe(expected, {
      a: driftTriggered(),
      b: driftTriggered({ timeSinceLastDeploymentMs: 3 }),
      c: driftTriggered({ timeSinceLastDeploymentMs: 8 }),
    });
  }));

  it('tells no negative time when the clock was set back', marbles(({ hot, scheduler, expectObservable }) => {
    const clock = { now: () => (scheduler.now() < 3 ? 1_000 : 0) + scheduler.now(), schedule: scheduler.schedule.bind(scheduler) };
    const source = hot('  -f----  ', events);
    const subs = '        ^------!';
    const expected = '    -----t--';

    expectObservable(source.pipe(driftTriggers({ ...every5, scheduler: clock })), subs).toBe(expected, {
      t: driftTriggered({ timeSinceLastDeploymentMs: 0 }),
    });
  }));

  it('completes with the source at once and stops the timer', marbles(({ hot, scheduler, expectObservable }) => {
    const source = hot('  -C-|      ', events);
    const expected = '    ---|      ';

    expectObservable(source.pipe(driftTriggers({ ...every5, scheduler }))).toBe(expected);
  }));

  it('completes at once with an empty source', marbles(({ cold, scheduler, expectObservable }) => {
    const source = cold<PipelineEvent>('|');
    const expected = '                  |';

    expectObservable(source.pipe(driftTriggers({ ...every5, scheduler }))).toBe(expected);
  }));

  it('errors with the source at once and stops the timer', marbles(({ hot, scheduler, expectObservable }) => {
    const source = hot('  -C-#      ', events);
    const expected = '    ---#      ';

    expectObservable(source.pipe(driftTriggers({ ...every5, scheduler }))).toBe(expected);
  }));

  it('errors with what random throws', marbles(({ hot, scheduler, expectObservable }) => {
    const error = new TypeError('random');
    const source = hot('  -C--', events);
    const expected = '    #   ';

    const result = source.pipe(
      driftTriggers({
        ...every5,
        scheduler,
        random: () => {
          throw error;
        },
      }),
    );

    expectObservable(result).toBe(expected, undefined, error);
  }));

  it('leaves the source and stops the timer on unsubscription', marbles(({ hot, scheduler, expectObservable, expectSubscriptions }) => {
    const source = hot('  -C------', events);
    const subs = '        ^---!   ';

    expectObservable(source.pipe(driftTriggers({ ...every5, scheduler })), subs).toBe('---------');
    expectSubscriptions(source.subscriptions).toBe(subs);
  }));

  it('gives each subscription an interval of its own', marbles(({ hot, scheduler, expectObservable }) => {
    const source = hot('  ------------ ', events);
    const first = '       ^-----------!';
    const second = '      ---^--------!';
    const result = source.pipe(driftTriggers({ ...every5, scheduler }), letter);

    expectObservable(result, first).toBe(' -----t----t--');
    expectObservable(result, second).toBe('--------t----');
  }));

  it.each([
    [{ driftPreventionIntervalMs: -1 }, 'driftPreventionIntervalMs takes milliseconds from 0 to 2147483647, got -1'],
    [{ driftJitter: 1 }, 'driftJitter takes a number from 0 to below 1, got 1'],
    [{ driftJitter: Number.NaN }, 'driftJitter takes a number from 0 to below 1, got NaN'],
  ])('refuses %j when it is built', (options, message) => {
    expect(() => driftTriggers(options)).toThrow(new RangeError(message));
  });
});
