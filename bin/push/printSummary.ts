import type { InstanceDeployedEvent, InstanceDeploymentFailedEvent } from '../../lib/events/types.js';
import { count } from '../print/count.js';
import type { Paint } from '../print/paint.js';
import { paragraphs } from '../print/paragraphs.js';
import { printFailures } from '../print/printFailures.js';
import { printable } from '../print/printable.js';
import { table } from '../print/table.js';
import { countOutcomes, outcomeOf, strategyOf } from './foldPush.js';
import type { End, PushState } from './foldPush.js';
import { duration, paintOutcome } from './printProgress.js';

/** How the summary is to look. */
export interface SummaryStyle {
  readonly paint: Paint;
  /** Characters in a line, where that is known. */
  readonly width: number | undefined;
}

/** Causes that are told in full; of the others the table has the code. */
const maxCauses = 20;

/** What became of a push, for reading: a row for each endpoint, what went wrong and what to do about it, and the sum. */
export function printSummary(state: PushState, style: SummaryStyle): string {
  const ends = state.urls.flatMap((url) => state.ends.get(url) ?? []);
  const { paint } = style;
  const causes = printFailures(ends.filter(isFailed), { paint, full: false }, ({ outcome }) => leftBehind[outcome]);
  const others = causes.length - maxCauses;
  return paragraphs([
    rowsOf(ends, style),
    ...ends.flatMap((end) => (end.type === 'InstanceDeployedEvent' && end.altered ? [alteredLines(end, end.altered, paint)] : [])),
    ...[...state.drifts.keys()].map((url) => [paint('yellow', `${url}: somebody else had changed what was deployed there before`)]),
    ...causes.slice(0, maxCauses),
    ...(others > 0 ? [[`and ${count(others, 'more cause')}; --json has them all`]] : []),
    [sumOf(ends, state)],
  ]);
}

function rowsOf(ends: readonly End[], { paint, width }: SummaryStyle): readonly string[] {
  return table(
    ends,
    [
      { title: 'ENDPOINT', text: ({ endpoint }) => endpoint.url },
      { title: 'RESULT', text: outcomeOf, paint: (end, text) => paintOutcome(outcomeOf(end), text, paint) },
      { title: 'BY', text: (end) => (end.type === 'InstanceDeployedEvent' ? strategyOf(end) : isFailed(end) ? end.error.code : '-') },
      { title: 'VERSION', text: (end) => (end.type === 'InstanceDeployedEvent' ? String(end.version) : '-') },
      { title: 'TIME', text: ({ durationMs }) => duration(durationMs) },
      ...(ends.some(({ type }) => type === 'InstanceDeploymentFailedEvent') ? [{ title: 'LEFT', text: (end: End) => (end.type === 'InstanceDeployedEvent' ? '' : end.outcome), optional: true }] : []),
    ],
    width,
  );
}

const leftBehind = { untouched: [], unknown: ['What is on it now is not known: see status.'], reverted: ['The configuration from before is back on it.'] } as const satisfies Record<InstanceDeploymentFailedEvent['outcome'], readonly string[]>;

function alteredLines({ endpoint }: InstanceDeployedEvent, altered: readonly string[], paint: Paint): readonly string[] {
  return [paint('yellow', `${endpoint.url}: the API stored it with another meaning`), ...altered.map((line) => `  ${printable(line)}`)];
}

function sumOf(ends: readonly End[], { completed, urls }: PushState): string {
  const counts = countOutcomes(ends);
  const [unchanged, total] = [counts.get('unchanged') ?? 0, urls.length];
  if (unchanged === total) return `Nothing to do: ${total === 1 ? 'the endpoint has' : `all ${total} endpoints have`} loaded this content already.`;
  const reloads = completed?.reloadsTriggered ?? 0;
  const succeeded = unchanged + (counts.get('deployed') ?? 0);
  return `${succeeded} of ${total} run it: ${[...counts].map(([outcome, amount]) => `${amount} ${outcome}`).join(', ')}; ${count(reloads, 'reload')}, ${duration(completed?.durationMs ?? 0)}.`;
}

/** A cancel or a stop is nothing to explain: the table tells. */
function isFailed(end: End): end is InstanceDeploymentFailedEvent {
  return outcomeOf(end) === 'failed';
}
