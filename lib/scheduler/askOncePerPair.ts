import type { Content } from '../events/types.js';

/**
 * The same question, asked once while the pair stays the same (design S13): the scheduler puts it
 * with each event that comes while a request waits.
 */
export function askOncePerPair(question: (from: Content, to: Content) => boolean): (from: Content, to: Content) => boolean {
  let last: { readonly from: Content; readonly to: Content; readonly answer: boolean } | undefined;
  return (from, to) => {
    if (last?.from !== from || last.to !== to) last = { from, to, answer: question(from, to) };
    return last.answer;
  };
}
