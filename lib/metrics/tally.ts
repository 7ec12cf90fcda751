import type { StatusCounts, StatusState, Tally } from './StatusState.js';

/** The counts that are kept by a word, and those that are not. */
type Tallied = { [K in keyof StatusCounts]: StatusCounts[K] extends number ? never : K }[keyof StatusCounts];
type Counted = Exclude<keyof StatusCounts, Tallied>;

/** One more of a word. */
export function addTo(tally: Tally, word: string): Tally {
  return { ...tally, [word]: (tally[word] ?? 0) + 1 };
}

/** The state with one more of a total. */
export function count(state: StatusState, total: Counted): StatusState {
  return { ...state, counts: { ...state.counts, [total]: state.counts[total] + 1 } };
}

/** The state with one more of a word. */
export function tally(state: StatusState, which: Tallied, word: string): StatusState {
  return { ...state, counts: { ...state.counts, [which]: addTo(state.counts[which], word) } };
}
