import { from, lastValueFrom, toArray } from 'rxjs';
import type { InputEvent } from '../../lib/events/types.js';
import { runPipeline, type PipelineOptions, type PipelineOutput } from '../../lib/runPipeline.js';
import type { Instance } from './Instance.js';

/** The fleet that these instances are. */
export function discovered(instances: readonly Instance[]): InputEvent {
  return { type: 'HAProxyPodsDiscoveredEvent', endpoints: instances.map(({ url, username, password }) => ({ url, username, password })) };
}

/** What brings one configuration onto the instances: discovery, a render and its validation. */
export function wanted(instances: readonly Instance[], haproxyConfig: string): readonly InputEvent[] {
  return [
    discovered(instances),
    { type: 'TemplateRenderedEvent', haproxyConfig },
    { type: 'ValidationCompletedEvent' },
  ];
}

/** Deploys one configuration with a pipeline of its own, and gives all that it said until it ended. */
export function deploy(instances: readonly Instance[], haproxyConfig: string, options: PipelineOptions = {}): Promise<readonly PipelineOutput[]> {
  return lastValueFrom(runPipeline(from(wanted(instances, haproxyConfig)), { drainTimeoutMs: 10_000, ...options }).pipe(toArray()), { defaultValue: [] });
}

/** The only event of a type, or an error naming what there was. */
export function only<T extends PipelineOutput['type']>(events: readonly PipelineOutput[], type: T): Extract<PipelineOutput, { type: T }> {
  const found = events.filter((event): event is Extract<PipelineOutput, { type: T }> => event.type === type);
  const [first] = found;
  if (first === undefined || found.length > 1) throw new Error(`${found.length} ${type} among ${events.map((event) => event.type).join(', ')}`);
  return first;
}
