import { describe, expect, it } from '@jest/globals';
import { emptySlot, ended, offer, remainingMs, tick, withdraw } from '../../lib/operators/slot.js';
import type { Effect, Slot } from '../../lib/operators/slot.js';

const newest = (_waiting: string, newer: string): string => newer;
const intervals = { heavyMs: 10, lightMs: 4 };

/** A slot in which a run ended at 100 and `b` waits. */
const waiting = (effect: Effect): Slot<string> => offer(ended({ ...emptySlot<string>(), running: true }, 100, effect), 'b', newest);

describe('slot', () => {
  it('S4 starts the first request at once', () => {
    const { slot, start, wakeAt } = tick(offer(emptySlot<string>(), 'a', newest), 0, intervals);

    expect(start).toEqual({ request: 'a', lane: 'full' });
    expect(slot).toMatchObject({ running: true, pending: undefined });
    expect(wakeAt).toBeUndefined();
  });

  it('S3 starts nothing and needs no timer while something runs', () => {
    const running = tick(offer(emptySlot<string>(), 'a', newest), 0, intervals).slot;

    const { start, wakeAt } = tick(offer(running, 'b', newest), 50, intervals);

    expect(start).toBeUndefined();
    expect(wakeAt).toBeUndefined();
  });

  it('S3 merges a newer request into the waiting one', () => {
    const slot = ['a', 'b', 'c'].reduce((all, request) => offer(all, request, (one, other) => one + other), emptySlot<string>());

    expect(slot.pending).toEqual({ request: 'abc' });
  });

  it('takes undefined for a request', () => {
    const { start } = tick(offer(emptySlot<undefined>(), undefined, (_waiting, newer) => newer), 0, intervals);

    expect(start).toEqual({ request: undefined, lane: 'full' });
  });

  it('starts nothing that was withdrawn', () => {
    expect(tick(withdraw(offer(emptySlot<string>(), 'a', newest)), 0, intervals).start).toBeUndefined();
  });

  it.each([
    { effect: 'heavy', wakeAt: 110 },
    { effect: 'light', wakeAt: 104 },
  ] as const)('S13 lets a request wait until $wakeAt after a $effect end at 100', ({ effect, wakeAt }) => {
    expect(tick(waiting(effect), 100, intervals)).toMatchObject({ start: undefined, wakeAt });
    expect(tick(waiting(effect), wakeAt - 1, intervals)).toMatchObject({ start: undefined, wakeAt });
    expect(tick(waiting(effect), wakeAt, intervals)).toMatchObject({ start: { request: 'b', lane: 'full' } });
  });

  it('S13 starts no clock at an end without effect', () => {
    expect(tick(waiting('none'), 100, intervals).start).toEqual({ request: 'b', lane: 'full' });
  });

  it('S13 keeps the long clock over a light end', () => {
    const slot = offer(ended({ ...ended(emptySlot<string>(), 100, 'heavy'), running: true }, 105, 'light'), 'b', newest);

    expect(tick(slot, 105, intervals).wakeAt).toBe(110);
  });

  it('S13 heeds a short clock that is longer than the long one', () => {
    expect(tick(waiting('heavy'), 100, { heavyMs: 4, lightMs: 10 }).wakeAt).toBe(110);
  });

  it('S13 starts the light part under the short clock and lets the rest wait for the long one', () => {
    const split = (): { light: string; rest: string } => ({ light: 'b light', rest: 'b rest' });

    expect(tick(waiting('heavy'), 100, intervals, split)).toMatchObject({ start: undefined, wakeAt: 104 });
    expect(tick(waiting('heavy'), 104, intervals, split)).toMatchObject({
      start: { request: 'b light', lane: 'light' },
      slot: { running: true, pending: { request: 'b rest' } },
    });
  });

  it('S13 leaves nothing behind when everything is light', () => {
    const { slot } = tick(waiting('heavy'), 104, intervals, () => ({ light: 'b', rest: undefined }));

    expect(slot).toMatchObject({ running: true, pending: undefined });
  });

  it('S13 starts the whole when both clocks allow, and does not ask for a split', () => {
    const { start } = tick(waiting('heavy'), 110, intervals, () => {
      throw new Error('asked');
    });

    expect(start).toEqual({ request: 'b', lane: 'full' });
  });

  it('S4 lets a request wait one interval at most after the clock was set back', () => {
    const back = tick(waiting('heavy'), 50, intervals);

    expect(back.wakeAt).toBe(60);
    expect(tick(back.slot, 60, intervals).start).toEqual({ request: 'b', lane: 'full' });
  });

  it.each([
    { start: undefined, now: 0, left: 0 },
    { start: 100, now: 100, left: 10 },
    { start: 100, now: 107, left: 3 },
    { start: 100, now: 110, left: 0 },
    { start: 100, now: 5_000, left: 0 },
    { start: 100, now: 0, left: 10 },
  ])('S4 has $left of 10 left at $now when the interval began at $start', ({ start, now, left }) => {
    expect(remainingMs(start, now, 10)).toBe(left);
  });
});
