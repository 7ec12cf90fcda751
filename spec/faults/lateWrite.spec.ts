import { describe, expect, it } from '@jest/globals';
import { realClock } from '../../lib/sandbox/realClock.js';
import type { Clock } from '../../lib/sandbox/Clock.js';
import { validated } from './support/configurations.js';
import { silent, start } from './support/effects.js';
import { shortLimits, startFaultRun, versions } from './support/faultRun.js';
import { faultsOfAll, told } from './support/standing.js';

const present = { revision: 1, port: 80 };
const { ms } = silent.delay;

/** The machine's time, and word of when the delayed writes of all versions have been let through. */
function watchDelays(): { readonly clock: Clock; readonly allThrough: Promise<void> } {
  let left = versions.length;
  let resolveAll = (): void => undefined;
  const allThrough = new Promise<void>((resolve) => (resolveAll = resolve));
  return {
    allThrough,
    clock: {
      ...realClock,
      after: (afterMs, run) =>
        realClock.after(afterMs, () => {
          run();
          if (afterMs === ms && --left === 0) resolveAll();
        }),
    },
  };
}

describe('a write that its client has given up and that takes place late', () => {
  it.each([
    { name: 'a run-time change', to: { revision: 1, port: 81 }, retryMs: 20, when: 'after the retry: it is refused, for the version has moved on' },
    { name: 'a reload', to: { revision: 2, port: 80 }, retryMs: 20, when: 'after the retry: it is refused, for the version has moved on' },
    { name: 'a run-time change', to: { revision: 1, port: 81 }, retryMs: 1_500, when: 'before it: the retry finds it' },
    { name: 'a reload', to: { revision: 2, port: 80 }, retryMs: 1_500, when: 'before it: the retry finds it' },
  ])('D7 D8 leaves $name as it should be, $when', async ({ to, retryMs }) => {
    const { clock, allThrough } = watchDelays();
    const run = await startFaultRun({
      strikes: [
        {
          name: 'late',
          before: (call, nth, sandbox) => {
            if (call === 'writeRaw' && nth === 1) start(sandbox, silent.delay, 'once');
          },
        },
      ],
      initial: present,
      sandbox: { clock },
      pipeline: { ...shortLimits, retryInitialMs: retryMs, retryMaxMs: retryMs },
    });
    try {
      const settled = run.deployed(run.members);
      run.send(validated(present));
      await settled;

      const ends = await run.strike(validated(to));
      const late = run.members.filter(({ name }) => name.startsWith('late'));
      const mended = run.deployed(late);
      expect(late.map((member) => told(ends.get(member) ?? []))).toEqual(late.map(() => 'timeout unknown'));
      await Promise.all([mended, allThrough]);
      // What is let through goes on without waiting for anything more.
      await new Promise((resolve) => setImmediate(resolve));
      await run.finish();

      expect(await faultsOfAll(run.members, to)).toEqual({});
    } finally {
      await run.close();
    }
  }, 30_000);
});
