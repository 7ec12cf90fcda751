import type { Paint } from '../paint.js';
import { count, cut, limited, printSections, uncut } from '../plan/printSections.js';
import { printable } from '../printable.js';
import type { FleetDrift, SharedDrift } from './describeFleet.js';
import type { FileDrift, ValueDrift } from './Drift.js';

/** How the result is to look. */
export interface DriftStyle {
  readonly paint: Paint;
  /** Show everything. */
  readonly full: boolean;
}

const colours = { clean: 'green', drifted: 'red', differs: 'yellow' } as const satisfies Record<SharedDrift['verdict'], string>;
const maxEndpoints = 5;

/** What was found at a fleet, for reading: what is alike once, with its endpoints, what could not be looked at, a summary. */
export function printDrift({ failures, found, summary: { clean, differs, drifted, failed, total } }: FleetDrift, style: DriftStyle): string {
  const { paint } = style;
  const parts = [
    ...found.map((drift) => printShared(drift, style)),
    ...failures.map(({ endpoint, error }) => [
      `${printable(endpoint.url)}: ${paint('red', error.code)}`,
      ...[error.message, ...error.hints].map((text) => `  ${printable(text)}`),
    ]),
  ];
  const counts = Object.entries({ clean, drifted, differs, failed }).filter(([, amount]) => amount > 0);
  const sum = paint('bold', `${count(total, 'endpoint')}: ${counts.map(([verdict, amount]) => `${amount} ${verdict}`).join(', ')}`);
  return `${[...parts, [sum]].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function printShared(drift: SharedDrift, { full, paint }: DriftStyle): readonly string[] {
  const { endpoints, files, otherFleet, running, sections, states, values, verdict } = drift;
  const names = endpoints.map(({ url }) => printable(url));
  const shown = full || names.length <= maxEndpoints + 1 ? names : [...names.slice(0, maxEndpoints), `and ${names.length - maxEndpoints} more`];
  const extent = full ? uncut : cut;
  const list = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : ['', `  ${paint('bold', title)}`, ...limited(lines.map((line) => [line]), extent.maxOperations, paint).flat().map((line) => `    ${line}`)];
  const notes = [
    ...(otherFleet === undefined ? [] : [`The fleet "${printable(otherFleet)}" has deployed there.`]),
    ...(running === 'reload_pending' ? ['A reload is still to come: the running values were not compared.'] : []),
    ...(running === 'unproved' && values.length + states.length === 0 ? ['It is not proved that HAProxy runs what is stored: its worker is older.'] : []),
  ];
  // How a change can be made is for `plan` to say.
  const plain = sections.map((section) => ({ ...section, operations: section.operations.map((operation) => ({ ...operation, runtime: false })) }));
  const changed = printSections(plain, extent, paint);
  return [
    `${shown.join(',\n')}: ${paint(colours[verdict], verdict)}`,
    ...notes.map((note) => `  ${note}`),
    ...(changed.length === 0 ? [] : ['', ...changed.map((line) => `  ${line}`)]),
    ...list('files', files.map(printFile)),
    ...list('running values', values.map(printValue)),
    ...list('set at run time, left alone', states.map(printValue)),
  ];
}

function printFile({ change, name, store }: FileDrift): string {
  return printable(`${store}/${name}: ${change}`);
}

function printValue({ field, running, stored, what }: ValueDrift): string {
  return printable(`${what}: ${field} ${running} runs, ${stored} is stored`);
}
