import type { Paint } from '../print/paint.js';
import { causeOf } from '../print/causes.js';
import { printable } from '../print/printable.js';
import { countOutcomes, outcomeOf, strategyOf } from './foldPush.js';
import type { End, Outcome, PushState } from './foldPush.js';

const colours = { deployed: 'green', unchanged: 'dim', failed: 'red', cancelled: 'yellow', 'not attempted': 'yellow' } as const satisfies Record<Outcome, string>;

export function paintOutcome(outcome: Outcome, text: string, paint: Paint): string {
  return paint(colours[outcome], text);
}

/** Gives the line on an endpoint that has ended; a cause is told once, after that by the endpoint that had it first. */
export function createEndLine(paint: Paint): (end: End) => string {
  const told = new Map<string, string>();
  return (end) => {
    const outcome = outcomeOf(end);
    return `${end.endpoint.url} ${paintOutcome(outcome, outcome, paint)} (${aboutEnd(end, told)})`;
  };
}

function aboutEnd(end: End, told: Map<string, string>): string {
  if (end.type === 'InstanceDeployedEvent') return `${strategyOf(end)}, version ${end.version}, ${duration(end.durationMs)}`;
  // What was cancelled or not begun has no cause of its own.
  if (outcomeOf(end) !== 'failed') return end.outcome;
  const cause = causeOf(end);
  const first = told.get(cause);
  if (first !== undefined) return `${end.error.code}, as ${first}`;
  told.set(cause, end.endpoint.url);
  return `${end.error.code}: ${printable(gist(end.error.message))}`;
}

/** The first line, with HAProxy's alert in place of the notices before it. */
function gist(message: string): string {
  const lines = message.split('\n');
  const [first = ''] = lines;
  const alert = lines.find((line) => line.includes('[ALERT]'));
  return alert === undefined || alert === first ? first : `${first.replace(/\[(?:NOTICE|WARNING)\].*$/, '').trimEnd()} ${alert.trim()}`;
}

/** Lines of those that are worked on, at most; the others are counted. */
const maxRunning = 8;

/** What is drawn anew while it goes on: counts, and the endpoints that are being worked on, the longest first. */
export function progressLines({ ends, running, urls }: PushState, nowMs: number, paint: Paint): readonly string[] {
  const counts = [...countOutcomes(ends.values())].map(([outcome, count]) => paintOutcome(outcome, `${count} ${outcome}`, paint));
  const waiting = urls.length - ends.size - running.size;
  const parts = [`${ends.size} of ${urls.length} done`, ...counts, ...(running.size > 0 ? [`${running.size} running`] : []), ...(waiting > 0 ? [`${waiting} waiting`] : [])];
  const lines = [...running].slice(0, maxRunning).map(([url, sinceMs]) => `  ${url} ${paint('dim', `${Math.floor((nowMs - sinceMs) / 1_000)}s`)}`);
  const others = running.size - lines.length;
  return [parts.join(', '), ...lines, ...(others > 0 ? [paint('dim', `  and ${others} more`)] : [])];
}

/** Milliseconds below a second, seconds with a tenth from there. */
export function duration(milliseconds: number): string {
  return milliseconds < 1_000 ? `${milliseconds}ms` : `${(milliseconds / 1_000).toFixed(1)}s`;
}
