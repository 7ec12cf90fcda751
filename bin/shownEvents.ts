import type { OutputEvent } from '../lib/events/types.js';

/** What became of endpoints and deployments, and rejections. */
const results: ReadonlySet<string> = new Set([
  'InstanceDeployedEvent',
  'InstanceDeploymentFailedEvent',
  'DeploymentCompletedEvent',
  'DriftDetectedEvent',
  'EndpointParkedEvent',
  'EventRejectedEvent',
] satisfies OutputEvent['type'][]);

/** Tells which events are written (`--events`). */
export function shownEvents(which: 'all' | 'results'): (event: OutputEvent) => boolean {
  return ({ type }) => which === 'all' || results.has(type);
}
