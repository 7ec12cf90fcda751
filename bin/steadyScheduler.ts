import { performance } from 'node:perf_hooks';
import { asyncScheduler } from 'rxjs';
import type { SchedulerLike } from 'rxjs';

const origin = performance.timeOrigin;

/** Real time that never jumps: counted from the start of the process, whatever is done to the system's clock meanwhile. */
export const steadyScheduler: SchedulerLike = {
  now: () => Math.floor(origin + performance.now()),
  schedule: asyncScheduler.schedule.bind(asyncScheduler),
};
