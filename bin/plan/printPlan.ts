import { count } from '../print/count.js';
import { cut, uncut } from '../print/extent.js';
import type { Paint } from '../print/paint.js';
import { paragraphs } from '../print/paragraphs.js';
import { printable } from '../print/printable.js';
import { printFailures } from '../print/printFailures.js';
import { printFinding } from '../print/printFinding.js';
import { printList } from '../print/printList.js';
import { printSections } from '../print/printSections.js';
import { nameEndpoint, printTitle } from '../print/printTitle.js';
import type { ReportStyle } from '../print/ReportStyle.js';
import type { FleetPlan, FleetSummary, SharedPlan } from './describeFleetPlan.js';
import type { Cause, EntryCounts, FileChange } from './EndpointPlan.js';

type Verdict = SharedPlan['strategy'] | 'refused';

const colours = { noop: 'green', runtime: 'cyan', reload: 'yellow', refused: 'red' } as const satisfies Record<Verdict, string>;
const maxCauses = 3;

/** The plan of a fleet for reading: each distinct plan with its endpoints, what could not be looked at, a summary. */
export function printPlan({ plans, failures, summary }: FleetPlan, style: ReportStyle): string {
  return paragraphs([
    ...plans.map((plan) => printShared(plan, style)),
    ...printFailures(failures, style),
    [style.paint('bold', printSummary(summary))],
  ]);
}

function printShared(plan: SharedPlan, style: ReportStyle): readonly string[] {
  const { paint, full } = style;
  const verdict = plan.refusals.length > 0 ? 'refused' : plan.strategy;
  const names = plan.endpoints.map((endpoint) => `${nameEndpoint(endpoint)} (API ${printable(endpoint.apiVersion)})`);
  const sections = printSections(plan.sections, full ? uncut : cut, paint);
  const causes = plan.causes.slice(0, full ? Infinity : maxCauses).map((cause) => [printCause(cause)]);
  const others = plan.causes.length - causes.length;
  const more = others > 0 ? [[paint('dim', `and ${count(others, 'more cause')}; --full shows all`)]] : [];
  return [
    printTitle(verdict, colours[verdict], names, style),
    ...(plan.differs ? [] : [plan.strategy === 'runtime' ? '  nothing differs, but nothing proves that every map is loaded; their entries do' : '  nothing differs']),
    ...printList('refused: nothing would be sent', plan.refusals.map(({ message, mend }) => [paint('red', printable(message)), `  ${printable(mend)}`]), style),
    ...(sections.length === 0 ? [] : ['', ...sections.map((text) => `  ${text}`)]),
    ...printList('files', plan.files.map((file) => [printFile(file, paint)]), style),
    ...printList('why a reload', [...causes, ...more], style),
    ...printList('what the API would lose or change', plan.findings.map((finding) => printFinding(finding, paint)), style),
  ];
}

function printFile({ action, entries, store, name }: FileChange, paint: Paint): string {
  const text = printable(`${store}/${name}`);
  if (action === 'keep') return `${paint('dim', '=')} ${text}, kept: the configuration names it`;
  if (action === 'update') return `${paint('yellow', '~')} ${text}${entries === undefined ? '' : `  (${printEntries(entries)}, at run time)`}`;
  return action === 'create' ? paint('green', `+ ${text}`) : paint('red', `- ${text}`);
}

function printEntries(entries: EntryCounts): string {
  const parts = [[entries.add, 'new'], [entries.set, 'changed'], [entries.delete, 'gone']] as const;
  const told = parts.filter(([amount]) => amount > 0).map(([amount, what]) => `${amount} ${what}`);
  return told.length === 0 ? 'no other entries' : `entries: ${told.join(', ')}`;
}

function printCause({ reason, count: changes, first }: Cause): string {
  if (changes === 0) return printable(reason);
  const place = first === undefined ? '' : changes === 1 ? ` in ${first}` : `, first in ${first}`;
  return printable(`${reason}: ${first === undefined ? count(changes, 'file') : count(changes, 'change')}${place}`);
}

function printSummary({ total, noop, runtime, reload, refused, failed }: FleetSummary): string {
  const parts = Object.entries({ noop, runtime, reload, refused, failed }).filter(([, amount]) => amount > 0);
  return `${count(total, 'endpoint')}: ${parts.map(([verdict, amount]) => `${amount} ${verdict}`).join(', ')}`;
}
