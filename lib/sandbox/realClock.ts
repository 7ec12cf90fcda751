import { asyncScheduler } from 'rxjs';
import type { Clock } from './Clock.js';

/** The machine's own time. */
export const realClock: Clock = {
  now: () => asyncScheduler.now(),
  after: (ms, run) => {
    const timer = asyncScheduler.schedule(run, ms);
    return () => timer.unsubscribe();
  },
};
