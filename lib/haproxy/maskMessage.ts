import { findCutOff, type Span } from './findOccurrences.js';
import { maskWith } from './mask.js';

/** Of a message no more is kept, in characters. */
const maxLength = 4_000;
/** And no more is read: what an API answers may have any length. The end that this cuts off counts as cut off by its author. */
const maxRead = 65_536;
/** What is as long as this and looks like base64 may be a line of a key that nobody here knows. */
const base64 = /[A-Za-z0-9+/]{40,}={0,2}/g;
/** A checksum as this project writes it: SHA-256 in hex. */
const checksum = /^[0-9a-f]{64}$/;
/** A part of a path that somebody named. */
const word = /^[A-Z]?[a-z]+\d{0,4}$/;
/** Longest part of a path that is no word: the name of a folder made up at random. */
const maxOddLength = 12;

/**
 * Makes what somebody else said, an API above all, fit to be shown: masks it, and only then cuts it
 * to 4000 characters, so that no half of a secret is left at the cut.
 *
 * Besides what `maskText` masks, it takes the beginning of a secret at the end of the text or of a
 * line, which is where its author may have cut it, and every run of 40 or more characters of
 * base64 that is no checksum, no path and no word.
 *
 * @param secrets As for `maskText`.
 */
export function maskMessage(message: string, secrets: readonly string[] = []): string {
  const text = message.slice(0, maxRead);
  const masked = maskWith(text, secrets, (found, wanted) => [...found, ...base64Runs(text), ...findCutOff(text, wanted)]);
  return masked.length <= maxLength && text.length === message.length ? masked : `${masked.slice(0, maxLength)}…`;
}

function base64Runs(text: string): Span[] {
  return [...text.matchAll(base64)].filter(([run]) => !checksum.test(run) && !isPath(run)).map(({ 0: run, index }) => ({ start: index, end: index + run.length }));
}

/** Whether it is a path or a word: nothing in it but words, and one short part of any characters; chance makes no line of a key so. */
function isPath(run: string): boolean {
  const [odd = '', ...more] = run.replace(/^\//, '').split('/').filter((part) => !word.test(part));
  return more.length === 0 && odd.length <= maxOddLength;
}
