import { alternate, compared } from '../support/alternate.js';
import type { Pair } from '../support/alternate.js';
import { createInputFiles } from '../support/inputFile.js';
import type { InputKind } from '../support/inputFile.js';
import { median } from '../support/median.js';
import type { Figure, Row } from '../support/Row.js';
import { runNode } from '../support/runNode.js';
import type { ProcessUsage } from '../support/runNode.js';

/**
 * Events that cause no output, through the command line: how many a second, and in how much memory.
 *
 * Both programs are timed from their start to their end; the rates leave out what each takes for an
 * empty input, so that they speak of events and not of loading code.
 */
export const readInput: Row = {
  name: 'input',
  about: 'events through the command line against read, split and JSON.parse',
  run: async ({ quick, clock }) => {
    const ms = (usage: ProcessUsage): number => (clock === 'wall' ? usage.wallMs : usage.cpuMs);
    const files = createInputFiles();
    try {
      const pairs = quick ? 2 : 5;
      const empty = await measure(pairs);
      const start = compared(empty, ms);
      const figures: Figure[] = [{ what: 'start and end, no events', ...start, unit: 'ms' }];
      for (const kind of ['shortest', 'short', 'rendered'] satisfies InputKind[]) {
        let smaller: readonly Pair<ProcessUsage>[] | undefined;
        for (const lines of quick ? [100_000] : [100_000, 1_000_000]) {
          const runs = await measure(pairs, files.file(kind, lines));
          figures.push(...describe(`${lines.toLocaleString('en')} ${kind}`, lines, runs, start, ms, smaller));
          smaller = runs;
        }
      }
      return figures;
    } finally {
      files.remove();
    }
  },
};

const measure = (pairs: number, file?: string): Promise<readonly Pair<ProcessUsage>[]> =>
  alternate(
    pairs,
    () => runNode('bin/haproxy-deployer.js', [], file),
    () => runNode('bench/programs/readLoop.js', [], file),
  );

function describe(
  what: string,
  lines: number,
  runs: readonly Pair<ProcessUsage>[],
  start: { readonly ours: number; readonly floor: number },
  ms: (usage: ProcessUsage) => number,
  smaller: readonly Pair<ProcessUsage>[] | undefined,
): readonly Figure[] {
  const rates = runs.map(({ ours, floor }) => ({ ours: lines / (ms(ours) - start.ours), floor: lines / (ms(floor) - start.floor) }));
  const memory = compared(runs, ({ maxRssMb }) => maxRssMb);
  const figures: Figure[] = [
    { what, ...compared(rates, (rate) => rate), unit: 'events/ms', limit: { of: 'ratio', atLeast: 0.5 } },
    { what: `${what}, start included`, ...compared(runs, (usage) => lines / ms(usage)), unit: 'events/ms' },
    { what: `${what}, peak memory`, ...memory, unit: 'MB', limit: { of: 'difference', atMost: 60 } },
  ];
  if (smaller === undefined) return figures;
  const before = median(smaller.map(({ ours }) => ours.maxRssMb));
  return [...figures, { what: `${what}, peak against the tenth`, ours: memory.ours, floor: before, unit: 'MB', ratio: memory.ours / before, limit: { of: 'ratio', atMost: 1.2 } }];
}
