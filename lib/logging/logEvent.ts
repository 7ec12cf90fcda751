import type { Logger } from 'pino';
import type { PipelineEvent } from '../events/types.js';
import { describeEvent } from './describeEvent.js';
import { isMended } from './describeInput.js';

/** Told at `debug` whatever is in them: masses of them cost nothing where nobody reads that. */
const debugOnly: ReadonlySet<PipelineEvent['type']> = new Set([
  'ValidationCompletedEvent',
  'HAProxyPodsDiscoveredEvent',
  'DriftPreventionTriggeredEvent',
  'DeploymentDelayedEvent',
  'DeploymentStartedEvent',
] satisfies PipelineEvent['type'][]);

/** Logs an event as `describeEvent` words it; builds nothing where the level says that nobody will read it. */
export function logEvent(logger: Logger, event: PipelineEvent): void {
  const isForDebug = event.type === 'TemplateRenderedEvent' ? !isMended(event) : debugOnly.has(event.type);
  if (!logger.isLevelEnabled(isForDebug ? 'debug' : 'error')) return;
  const described = describeEvent(event);
  if (described) logger[described.level](described.fields, described.message);
}
