import { offer } from '../operators/slot.js';
import { mergeRequests } from './request.js';
import type { Request } from './request.js';
import { patch } from './state.js';
import type { Step } from './state.js';

/** Puts a request into the slot; a follower drops it: the next leader compares everything (design S10). */
export function offerRequest(step: Step, request: Request): void {
  const { leading, slot, fleet } = step.state;
  if (!leading) return;
  const merge = (waiting: Request, newer: Request): Request => {
    const merged = mergeRequests(waiting, newer);
    // A request may wait long while endpoints come and go: it remembers no more of them than there are (design S11).
    return { ...merged, only: new Set([...merged.only].filter((url) => fleet.has(url))) };
  };
  patch(step, { slot: offer(slot, request, merge) });
}
