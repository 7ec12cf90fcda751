import type { Clock } from '../Clock.js';

/** Between two questions, in milliseconds. */
const pauseMs = 10;

/**
 * Asks until the answer is neither `undefined` nor an error, and gives it.
 *
 * @param what Named by the error that it rejects with after `limitMs` milliseconds, with the last error as its cause.
 */
export async function until<T>(clock: Clock, what: string, limitMs: number, ask: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const end = clock.now() + limitMs;
  for (let last: unknown; ; ) {
    try {
      const answer = await ask();
      if (answer !== undefined) return answer;
    } catch (error) {
      if (error instanceof GivenUp) throw error;
      last = error;
    }
    if (clock.now() >= end) throw new Error(`waited ${limitMs} ms in vain for ${what}`, { cause: last });
    await new Promise<void>((resolve) => clock.after(pauseMs, resolve));
  }
}

/** Thrown by a question that will never be answered: {@link until} passes it on at once. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp';
}
