import { setTimeout as delay } from 'node:timers/promises';

/**
 * Asks until the answer is neither `undefined` nor an error, and gives it.
 *
 * The limit only ends a run in which it never comes; no spec is right by waiting for long enough.
 *
 * @throws Error naming `what` and the last error, after `limitMs` milliseconds (default 15,000).
 */
export async function eventually<T>(what: string, ask: () => Promise<T | undefined>, limitMs = 15_000): Promise<T> {
  const end = Date.now() + limitMs;
  let last: unknown;
  for (;;) {
    try {
      const answer = await ask();
      if (answer !== undefined) return answer;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) throw new Error(`waited ${limitMs} ms in vain for ${what}`, { cause: last });
    await delay(25);
  }
}
