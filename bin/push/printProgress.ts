import type { Paint } from '../print/paint.js';
import { printable } from '../print/printable.js';
import { countOutcomes, outcomeOf, strategyOf } from './foldPush.js';
import type { End, Outcome, PushState } from './foldPush.js';

const colours = { deployed: 'green', unchanged: 'dim', failed: 'red', cancelled: 'yellow', 'not attempted': 'yellow' } as const satisfies Record<Outcome, string>;

export function paintOutcome(outcome: Outcome, text: string, paint: Paint): string {
  return paint(colours[outcome], text);
}

/** One line on an endpoint that has ended. */
export function endLine(end: End, paint: Paint): string {
  const outcome = outcomeOf(end);
  return `${end.endpoint.url} ${paintOutcome(outcome, outcome, paint)} (${aboutEnd(end)})`;
}

function aboutEnd(end: End): string {
  if (end.type === 'InstanceDeployedEvent') return `${strategyOf(end)}, version ${end.version}, ${duration(end.durationMs)}`;
  const [firstLine = ''] = end.error.message.split('\n');
  // What was cancelled or not begun has no cause of its own.
  return outcomeOf(end) === 'failed' ? `${end.error.code}: ${printable(firstLine)}` : end.outcome;
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
