import { offer } from '../operators/slot.js';
import { mergeRequests } from './request.js';
import type { Request } from './request.js';
import { patch } from './state.js';
import type { Step } from './state.js';

/** Puts a request into the slot; a follower drops it: the next leader compares everything (design S10). */
export function offerRequest(step: Step, request: Request): void {
  if (step.state.leading) patch(step, { slot: offer(step.state.slot, request, mergeRequests) });
}
