import type { EndpointRef } from '../../lib/events/types.js';
import type { Paint } from '../paint.js';
import { printable } from '../printable.js';
import type { FleetPlan, FleetSummary, SharedPlan } from './describeFleet.js';
import type { Cause, FileChange } from './EndpointPlan.js';
import { printFinding } from './printFinding.js';
import { count, cut, limited, printSections, uncut } from './printSections.js';

/** How the plan is to look. */
export interface PlanStyle {
  readonly paint: Paint;
  /** Show everything. */
  readonly full: boolean;
}

type Verdict = SharedPlan['strategy'] | 'refused' | 'failed';

const colours = { noop: 'green', runtime: 'cyan', reload: 'yellow', refused: 'red', failed: 'red' } as const satisfies Record<Verdict, string>;
const maxEndpoints = 5;
const maxCauses = 3;

/** The plan of a fleet for reading: each distinct plan with its endpoints, what could not be looked at, a summary. */
export function printPlan({ plans, failures, summary }: FleetPlan, style: PlanStyle): string {
  const { paint } = style;
  const failed = failures.map(({ endpoint, error }) => [
    title([nameOf(endpoint)], 'failed', style, error.code),
    ...[error.message, ...error.hints].map((text) => `  ${printable(text)}`),
  ]);
  const parts = [...plans.map((plan) => printShared(plan, style)), ...failed, [paint('bold', printSummary(summary))]];
  return `${parts.map((part) => part.join('\n')).join('\n\n')}\n`;
}

function printShared(plan: SharedPlan, style: PlanStyle): readonly string[] {
  const { paint, full } = style;
  const extent = full ? uncut : cut;
  const isRefused = plan.refusals.length > 0;
  const head = title(plan.endpoints.map((endpoint) => `${nameOf(endpoint)} (API ${printable(endpoint.apiVersion)})`), isRefused ? 'refused' : plan.strategy, style);
  const list = (name: string, items: readonly (readonly string[])[]): readonly string[] =>
    items.length === 0 ? [] : ['', `  ${paint('bold', name)}`, ...limited(items, extent.maxOperations, paint).flat().map((text) => `    ${text}`)];
  const sections = printSections(plan.sections, extent, paint);
  const nothing = plan.differs ? [] : ['  nothing differs'];
  const causes = plan.causes.slice(0, full ? Infinity : maxCauses).map((cause) => [printCause(cause)]);
  const others = plan.causes.length - causes.length;
  return [
    head,
    ...nothing,
    ...list('refused: nothing would be sent', plan.refusals.map(({ message, mend }) => [paint('red', printable(message)), `  ${printable(mend)}`])),
    ...(sections.length === 0 ? [] : ['', ...sections.map((text) => `  ${text}`)]),
    ...list('files', plan.files.map((file) => [printFile(file, paint)])),
    ...list('why a reload', [...causes, ...(others > 0 ? [[paint('dim', `and ${count(others, 'more cause')}; --full shows all`)]] : [])]),
    ...list('what the API would lose or change', plan.findings.map((finding) => printFinding(finding, paint))),
  ];
}

/** The verdict, and the endpoints below each other. */
function title(names: readonly string[], verdict: Verdict, { paint, full }: PlanStyle, word: string = verdict): string {
  const shown = full || names.length <= maxEndpoints + 1 ? names : [...names.slice(0, maxEndpoints), `and ${names.length - maxEndpoints} more`];
  return `${paint(colours[verdict], word)}: ${shown.join(`\n${' '.repeat(word.length + 2)}`)}`;
}

function nameOf({ url, podName, podNamespace }: EndpointRef): string {
  if (podName === undefined) return printable(url);
  return printable(`${url} ${podNamespace === undefined ? '' : `${podNamespace}/`}${podName}`);
}

function printFile({ action, store, name }: FileChange, paint: Paint): string {
  const text = printable(`${store}/${name}`);
  if (action === 'update') return `${paint('yellow', '~')} ${text}`;
  return action === 'create' ? paint('green', `+ ${text}`) : paint('red', `- ${text}`);
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
