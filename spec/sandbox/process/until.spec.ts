import { describe, expect, it } from '@jest/globals';
import { GivenUp, until } from '../../../lib/sandbox/process/until.js';
import type { Clock } from '../../../lib/sandbox/Clock.js';

/** Its timers fall due as soon as they are set. */
function hastyClock(): Clock {
  let now = 0;
  return {
    now: () => now,
    after: (ms, run) => {
      now += ms;
      run();
      return () => undefined;
    },
  };
}

describe('until', () => {
  it('passes over errors and gives the first answer', async () => {
    let asked = 0;
    const ask = (): string | undefined => {
      asked += 1;
      if (asked === 1) throw new Error('not yet');
      return asked < 4 ? undefined : 'here';
    };

    expect(await until(hastyClock(), 'it', 1_000, ask)).toBe('here');
    expect(asked).toBe(4);
  });

  it('rejects after the limit, naming what it waited for and the last error', async () => {
    const waiting = until(hastyClock(), 'the end', 100, () => Promise.reject(new Error('refused')));

    await expect(waiting).rejects.toMatchObject({ message: 'waited 100 ms in vain for the end', cause: { message: 'refused' } });
  });

  it('rejects at once when the question is given up', async () => {
    let asked = 0;
    const ask = (): undefined => {
      asked += 1;
      throw new GivenUp('gone');
    };

    await expect(until(hastyClock(), 'it', 1_000, ask)).rejects.toThrow('gone');
    expect(asked).toBe(1);
  });
});
