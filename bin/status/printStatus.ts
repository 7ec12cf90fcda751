import type { Paint } from '../print/paint.js';
import { paragraphs } from '../print/paragraphs.js';
import { printFailures } from '../print/printFailures.js';
import { printable } from '../print/printable.js';
import { table } from '../print/table.js';
import type { Column } from '../print/table.js';
import type { EndpointStatus, FleetStatus, ReachedStatus } from './describeFleetStatus.js';

/** How the status is to look. */
export interface StatusStyle {
  readonly paint: Paint;
  /** Characters in a line, where that is known. */
  readonly width: number | undefined;
  /** The file that endpoints were compared with. */
  readonly file: string | undefined;
}

const none = '-';

/** The status of a fleet for reading: a table, what is wrong with endpoints that were not reached, a summary. */
export function printStatus({ endpoints, summary }: FleetStatus, { file, paint, width }: StatusStyle): string {
  const rows = table(endpoints, columnsOf(file !== undefined, paint), width);
  const missed = endpoints.filter((status) => !status.reachable);
  return paragraphs([rows, ...printFailures(missed, { paint, full: false }), [summaryOf({ endpoints, summary }, file)]]);
}

function columnsOf(withFile: boolean, paint: Paint): readonly Column<EndpointStatus>[] {
  const cell = (text: (status: ReachedStatus) => string) => (status: EndpointStatus): string => (status.reachable ? text(status) : none);
  const colour = (isGood: (status: ReachedStatus) => boolean) => (status: EndpointStatus, text: string): string =>
    status.reachable ? paint(isGood(status) ? 'green' : 'yellow', text) : text;
  return [
    { title: 'ENDPOINT', text: ({ endpoint }) => endpoint.url },
    { title: 'API', text: (status) => (status.reachable ? shortVersion(status.apiVersion) : status.error.code), paint: (status, text) => (status.reachable ? text : paint('red', text)) },
    { title: 'HAPROXY', text: cell(({ haproxyVersion }) => (haproxyVersion === undefined ? none : shortVersion(haproxyVersion))) },
    { title: 'VERSION', text: cell(({ configurationVersion }) => String(configurationVersion)) },
    { title: 'CONTENT', text: cell(({ content }) => content), paint: colour(({ agrees }) => withFile || agrees) },
    ...(withFile ? [{ title: 'AS FILE', text: cell(({ differsIn = [] }) => (differsIn.length === 0 ? 'yes' : 'no')), paint: colour(({ agrees }) => agrees) }] : []),
    { title: 'RUNS', text: cell(({ running }) => words[running]), paint: colour(({ running }) => running === 'proved') },
    { title: 'DEPLOYED', text: cell(({ deployed }) => (deployed === undefined ? none : `${deployed.checksum.slice(0, 8)} ${age(deployed.ageSeconds)} ago`)) },
    { title: 'FLEET', text: cell(({ deployed }) => deployed?.name ?? none), optional: true },
    { title: 'PID', text: cell(({ worker }) => String(worker?.pid ?? none)), optional: true },
    { title: 'UP', text: cell(({ worker }) => (worker === undefined ? none : age(worker.uptimeSeconds))), optional: true },
  ];
}

const words = { proved: 'yes', reload_pending: 'reloading', edited: 'edited', unproved: 'not proved', unknown: 'unknown' } as const satisfies Record<ReachedStatus['running'], string>;

/** `v3.2.15 6c3065d9` and `3.2.4-98813a1` without what tells builds apart. */
function shortVersion(version: string): string {
  return printable(/^v?(\d[\w.]*)/.exec(version)?.[1] ?? version).slice(0, 16);
}

/** Seconds, rounded down to the largest two units at most. */
export function age(seconds: number): string {
  const [minutes, hours, days] = [Math.floor(seconds / 60), Math.floor(seconds / 3_600), Math.floor(seconds / 86_400)];
  if (days > 0) return `${days}d${hours % 24}h`;
  if (hours > 0) return `${hours}h${minutes % 60}m`;
  return minutes > 0 ? `${minutes}m${seconds % 60}s` : `${seconds}s`;
}

function summaryOf({ endpoints, summary: { total, reachable, agreeing, proved } }: FleetStatus, file: string | undefined): string {
  return [`${reachable} of ${total} reachable`, ...(reachable === 0 ? [] : [agreementOf(endpoints, agreeing, reachable, file), `${proved} proved to run what was deployed`])].join('; ');
}

function agreementOf(endpoints: readonly EndpointStatus[], agreeing: number, reachable: number, file: string | undefined): string {
  if (file !== undefined) {
    const parts = new Set(endpoints.flatMap((status) => (status.reachable ? (status.differsIn ?? []) : [])));
    return `${agreeing} of ${reachable} as ${printable(file)}${parts.size === 0 ? '' : `, others differ in ${[...parts].join(' and ')}`}`;
  }
  if (agreeing === reachable) return reachable === 1 ? 'nothing to compare it with' : 'all have the same content';
  const counts = new Map<string, number>();
  for (const status of endpoints) if (status.reachable) counts.set(status.content, (counts.get(status.content) ?? 0) + 1);
  return `contents differ: ${[...counts].sort().map(([label, count]) => `${label} at ${count}`).join(', ')}`;
}
