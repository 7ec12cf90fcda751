import { count } from '../print/count.js';
import { cut, uncut } from '../print/extent.js';
import { paragraphs } from '../print/paragraphs.js';
import { printable } from '../print/printable.js';
import { printFailures } from '../print/printFailures.js';
import { printList } from '../print/printList.js';
import { printSections } from '../print/printSections.js';
import { nameEndpoint, printTitle } from '../print/printTitle.js';
import type { ReportStyle } from '../print/ReportStyle.js';
import type { FleetDrift, SharedDrift } from './describeFleetDrift.js';
import type { FileDrift, MapDrift, ValueDrift } from './Drift.js';

const colours = { clean: 'green', drifted: 'red', differs: 'yellow' } as const satisfies Record<SharedDrift['verdict'], string>;

/** What was found at a fleet, for reading: what is alike once, with its endpoints, what could not be looked at, a summary. */
export function printDrift({ failures, found, summary }: FleetDrift, style: ReportStyle): string {
  return paragraphs([
    ...found.map((drift) => printShared(drift, style)),
    ...printFailures(failures, style),
    [style.paint('bold', printSummary(summary))],
  ]);
}

function printShared(drift: SharedDrift, style: ReportStyle): readonly string[] {
  const { endpoints, files, maps, sections, states, values, verdict } = drift;
  // How a change can be made is for `plan` to say.
  const plain = sections.map((section) => ({ ...section, operations: section.operations.map((operation) => ({ ...operation, runtime: false })) }));
  const changed = printSections(plain, style.full ? uncut : cut, style.paint);
  const list = (title: string, lines: readonly string[]): readonly string[] => printList(title, lines.map((line) => [line]), style);
  return [
    printTitle(verdict, colours[verdict], endpoints.map(nameEndpoint), style),
    ...notesOf(drift).map((note) => `  ${note}`),
    ...(changed.length === 0 ? [] : ['', ...changed.map((line) => `  ${line}`)]),
    ...list('files', files.map(printFile)),
    ...list('running values', values.map(printValue)),
    ...list('running maps', maps.map(printMap)),
    ...list('set at run time, left alone', states.map(printValue)),
  ];
}

function notesOf({ otherFleet, running, states, values }: SharedDrift): readonly string[] {
  return [
    ...(otherFleet === undefined ? [] : [`The fleet "${printable(otherFleet)}" has deployed there.`]),
    ...(running === 'reload_pending' ? ['A reload is still to come: the running values were not compared.'] : []),
    ...(running === 'unproved' && values.length + states.length === 0 ? ['It is not proved that HAProxy runs what is stored: its worker is older.'] : []),
  ];
}

function printFile({ change, name, store }: FileDrift): string {
  return printable(`${store}/${name}: ${change}`);
}

function printMap({ differing, name }: MapDrift): string {
  return printable(`${name}: ${count(differing, 'difference')} from the stored file`);
}

function printValue({ field, running, stored, what }: ValueDrift): string {
  return printable(`${what}: ${field} ${running} runs, ${stored} is stored`);
}

function printSummary({ clean, differs, drifted, failed, total }: FleetDrift['summary']): string {
  const counts = Object.entries({ clean, drifted, differs, failed }).filter(([, amount]) => amount > 0);
  return `${count(total, 'endpoint')}: ${counts.map(([verdict, amount]) => `${amount} ${verdict}`).join(', ')}`;
}
