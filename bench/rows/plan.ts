import { planDeployment } from '../../lib/haproxy/planDeployment.js';
import { alternate, compared } from '../support/alternate.js';
import { makeConfig } from '../support/makeConfig.js';
import type { Figure, Row, RowOptions } from '../support/Row.js';
import { runNode } from '../support/runNode.js';
import { stopwatch } from '../support/stopwatch.js';

/** The plan of two large configurations against splitting both into lines and comparing the sets of them. */
export const plan: Row = {
  name: 'plan',
  about: 'the plan of two configurations with 100,000 servers in 2,000 backends',
  run: async ({ quick, clock }) => {
    const time = timeBy(clock);
    const pairs = quick ? 3 : 9;
    const serversPerBackend = 50;
    const backends = quick ? 400 : 2_000;
    const figures: Figure[] = [];
    const current = makeConfig({ backends, serversPerBackend });
    for (const [moved, atMost] of [[1, 2], [(backends * serversPerBackend) / 10, 8]] as const) {
      const wanted = makeConfig({ backends, serversPerBackend, moved });
      const ms = compared(await alternate(pairs, () => time(planOf, current, wanted), () => time(linesOf, current, wanted)), (taken) => taken);
      figures.push({ what: `${moved.toLocaleString('en')} of ${(backends * serversPerBackend).toLocaleString('en')} servers changed`, ...ms, unit: 'ms', limit: { of: 'ratio', atMost } });
    }
    const twice = [makeConfig({ backends: 2 * backends, serversPerBackend }), makeConfig({ backends: 2 * backends, serversPerBackend, moved: 1 })] as const;
    const once = [current, makeConfig({ backends, serversPerBackend, moved: 1 })] as const;
    const growth = compared(await alternate(pairs, () => time(planOf, ...twice), () => time(planOf, ...once)), (taken) => taken);
    figures.push({ what: 'twice the size against once', ...growth, unit: 'ms', limit: { of: 'ratio', atMost: 2.3 } });
    const memory = await alternate(quick ? 1 : 3, () => runNode('bench/programs/planOnce.js', ['plan', String(backends)]), () => runNode('bench/programs/planOnce.js', ['lines', String(backends)]));
    figures.push({ what: 'peak memory, both texts included', ...compared(memory, ({ maxRssMb }) => maxRssMb), unit: 'MB' });
    figures.push({ what: 'size of one text', ours: Buffer.byteLength(current) / 1e6, unit: 'MB' });
    return figures;
  },
};

export function planOf(current: string, wanted: string): number {
  return planDeployment(current, wanted).operations.length;
}

/** The floor: the lines of each that the other has not. */
export function linesOf(current: string, wanted: string): number {
  const before = new Set(current.split('\n'));
  const after = new Set(wanted.split('\n'));
  let differing = 0;
  for (const line of after) if (!before.has(line)) differing += 1;
  for (const line of before) if (!after.has(line)) differing += 1;
  return differing;
}

function timeBy(clock: RowOptions['clock']): (work: typeof planOf, current: string, wanted: string) => number {
  return (work, current, wanted) => {
    const taken = stopwatch(clock);
    const found = work(current, wanted);
    const ms = taken();
    if (found === 0) throw new Error('the two configurations differ, and nothing was found');
    return ms;
  };
}
