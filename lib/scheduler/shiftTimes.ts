import { updateAll } from './fleet.js';
import type { SchedulerState } from './state.js';

/**
 * Moves every remembered time by `deltaMs`: after the clock was set back, what had a second to go
 * still has a second to go (design S4).
 */
export function shiftTimes(state: SchedulerState, deltaMs: number): SchedulerState {
  const shift = (time: number | undefined): number | undefined => (time === undefined ? undefined : time + deltaMs);
  const { inFlight, slot } = state;
  return {
    ...state,
    slot: { ...slot, heavyEnd: shift(slot.heavyEnd), lightEnd: shift(slot.lightEnd) },
    inFlight: inFlight && {
      ...inFlight,
      progressAt: inFlight.progressAt + deltaMs,
      cancelled: inFlight.cancelled && { ...inFlight.cancelled, at: inFlight.cancelled.at + deltaMs },
    },
    fleet: updateAll(state.fleet, (record) => ({ ...record, retryAt: shift(record.retryAt), checkAt: shift(record.checkAt) })),
    drainUntil: shift(state.drainUntil),
  };
}
