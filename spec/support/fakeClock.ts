import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../lib/sandbox/Clock.js';

export interface FakeClock extends Clock {
  /** Lets time pass: timers that fall due run in order, each with what it starts. */
  advance(ms: number): Promise<void>;
  /** Resolves when a timer waits. */
  waiting(): Promise<void>;
}

/** Time that moves only when it is told to. Starts at noon of 14 August 2026, UTC. */
export function fakeClock(startMs = Date.UTC(2026, 7, 14, 12)): FakeClock {
  let now = startMs;
  let timers: readonly { readonly at: number; readonly run: () => void }[] = [];
  let wake: () => void = () => undefined;
  return {
    now: () => now,
    after: (ms, run) => {
      const timer = { at: now + ms, run };
      timers = [...timers, timer];
      wake();
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    waiting: () => (timers.length > 0 ? Promise.resolve() : new Promise((resolve) => {
      wake = resolve;
    })),
    advance: async (ms) => {
      const end = now + ms;
      for (;;) {
        const next = timers.filter(({ at }) => at <= end).sort((left, right) => left.at - right.at)[0];
        if (next === undefined) break;
        timers = timers.filter((timer) => timer !== next);
        now = next.at;
        next.run();
        await nextTurn();
      }
      now = end;
    },
  };
}
