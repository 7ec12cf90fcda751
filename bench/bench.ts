import { cpus } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { coalesce } from './rows/coalesce.js';
import { driftPass } from './rows/driftPass.js';
import { fleet } from './rows/fleet.js';
import { plan } from './rows/plan.js';
import { reaction } from './rows/reaction.js';
import { readInput } from './rows/readInput.js';
import { startup } from './rows/startup.js';
import { formatTable } from './support/formatTable.js';
import type { Figure, Row } from './support/Row.js';
import { verdict } from './support/verdict.js';

/**
 * Measures the product against floors: the same work done by the barest Node code, in the same run,
 * in turn. Limits are reported, never asserted.
 *
 *     npm run bench -- [--only NAME] [--quick] [--cpu] [--json]
 *
 * `--cpu` measures computing time instead of time, for a machine that has other work.
 */
const rows: readonly Row[] = [startup, readInput, fleet, reaction, coalesce, plan, driftPass];

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true }, quick: { type: 'boolean', default: false }, cpu: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } } });
const names = rows.map(({ name }) => name);
const unknown = values.only?.find((name) => !names.includes(name));
if (unknown !== undefined) {
  process.stderr.write(`no row is named ${unknown}; there are ${names.join(', ')}\n`);
  process.exit(2);
}

const figures: (Figure & { readonly row: string })[] = [];
for (const { name, about, run } of rows.filter((row) => values.only?.includes(row.name) ?? true)) {
  process.stderr.write(`${name}: ${about}\n`);
  for (const figure of await run({ quick: values.quick, clock: values.cpu ? 'cpu' : 'wall' })) figures.push({ row: name, ...figure });
}

const machine = { node: process.version, cpus: cpus().length, model: cpus()[0]?.model ?? 'unknown' };
process.stdout.write(
  values.json
    ? `${JSON.stringify({ machine, figures: figures.map((figure) => ({ ...figure, verdict: verdict(figure) })) }, null, 2)}\n`
    : `${formatTable(figures)}\n\nNode ${machine.node}, ${machine.cpus} × ${machine.model}\n`,
);
