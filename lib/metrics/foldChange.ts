import type { TemplateRenderedEvent, ValidationCompletedEvent, ValidationFailedEvent } from '../events/types.js';
import { contentChecksum } from '../haproxy/contentChecksum.js';
import { addRender, findRender, forget, forgetUpTo } from '../scheduler/renders.js';
import { unpark, updateEach } from './foldEndpoint.js';
import type { StatusState } from './StatusState.js';
import { count, tally } from './tally.js';

/** What is wanted, and whether everybody has it. Renders and validations are paired as the scheduler pairs them (design S1). */

/** A render waits for its validation. */
export function rendered(state: StatusState, event: TemplateRenderedEvent): StatusState {
  return { ...state, renders: addRender(state.renders, event) };
}

/** A render was refused. */
export function refused(state: StatusState, { correlationId }: ValidationFailedEvent): StatusState {
  const render = findRender(state.renders, correlationId);
  return render ? { ...state, renders: forget(state.renders, render) } : state;
}

/** A render becomes the candidate; only one with another content than the present one is a change. */
export function validated(state: StatusState, { correlationId }: ValidationCompletedEvent, now: number): StatusState {
  const render = findRender(state.renders, correlationId);
  if (!render) return state;
  const paired = { ...state, renders: forgetUpTo(state.renders, render) };
  const candidateChecksum = contentChecksum(render.haproxyConfig, render.auxiliaryFiles ?? {});
  if (candidateChecksum === state.candidateChecksum) return paired;
  const replaced = state.change ? tally(paired, 'superseded', state.change.begun ? 'under_way' : 'waiting') : paired;
  const changed = count(replaced, 'changes');
  return settleChange(
    // A follower brings nothing to anybody: how long that takes is the leader's to tell.
    { ...changed, candidateChecksum, endpoints: updateEach(state.endpoints, unpark), change: state.leading ? { since: now, begun: false } : undefined },
    now,
    'silently',
  );
}

/**
 * Notes whether every current endpoint has the newest content.
 *
 * @param how `silently`: having it is no news, for nothing was brought to anybody.
 */
export function settleChange(state: StatusState, now: number, how: 'counted' | 'silently' = 'counted'): StatusState {
  const { candidateChecksum, endpoints, leading, change, behindSince } = state;
  if (!leading || candidateChecksum === undefined || endpoints.size === 0) return behindSince === undefined ? state : { ...state, behindSince: undefined };
  if (!isEverywhere(state)) return behindSince === undefined ? { ...state, behindSince: now } : state;
  if (!change && behindSince === undefined) return state;
  const settled: StatusState = { ...state, change: undefined, behindSince: undefined };
  return change && how === 'counted' ? { ...count(settled, 'converged'), lastConvergenceMs: now - change.since } : settled;
}

function isEverywhere({ endpoints, candidateChecksum }: StatusState): boolean {
  for (const { confirmed } of endpoints.values()) if (confirmed !== candidateChecksum) return false;
  return true;
}
