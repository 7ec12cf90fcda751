import type { Logger } from 'pino';
import type { PipelineEvent } from '../events/types.js';
import { describeEvent } from './describeEvent.js';

/** Told at `debug` whatever is in them: masses of them cost nothing where nobody reads that. A render may be a warning. */
const debugOnly: ReadonlySet<PipelineEvent['type']> = new Set([
  'ValidationCompletedEvent',
  'HAProxyPodsDiscoveredEvent',
  'DriftPreventionTriggeredEvent',
  'DeploymentDelayedEvent',
  'DeploymentStartedEvent',
] satisfies PipelineEvent['type'][]);

/** Logs an event as `describeEvent` words it; builds nothing where the level says that nobody will read it. */
export function logEvent(logger: Logger, event: PipelineEvent): void {
  if (!logger.isLevelEnabled(debugOnly.has(event.type) ? 'debug' : 'error')) return;
  const described = describeEvent(event);
  if (described) logger[described.level](described.fields, described.message);
}
