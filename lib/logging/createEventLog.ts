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

const isForDebug = (event: PipelineEvent): boolean => (event.type === 'TemplateRenderedEvent' ? !isMended(event) : debugOnly.has(event.type));

/**
 * Makes what logs events as `describeEvent` words them; it builds nothing where the logger's level says
 * that nobody will read it. The level is that of the moment when this is made: a later change is not seen.
 */
export function createEventLog(logger: Logger): (event: PipelineEvent) => void {
  const [tellsDebug, tellsErrors] = [logger.isLevelEnabled('debug'), logger.isLevelEnabled('error')];
  return (event) => {
    if (!(isForDebug(event) ? tellsDebug : tellsErrors)) return;
    const described = describeEvent(event);
    if (described) logger[described.level](described.fields, described.message);
  };
}
