import { resolveDriftOptions } from '../drift/options.js';
import type { DriftOptions } from '../drift/options.js';
import type { PipelineEvent } from '../events/types.js';
import { deploymentHealth } from '../lifecycle/deploymentHealth.js';
import { driftHealth } from '../lifecycle/driftHealth.js';
import { resolveSchedulerOptions } from '../scheduler/options.js';
import type { SchedulerOptions } from '../scheduler/options.js';

/** Tells from the events whether the pipeline does its work. */
export interface PipelineHealth {
  observe(event: PipelineEvent): void;
  /** What is wrong, one sentence each; empty: nothing. */
  problems(): readonly string[];
}

/**
 * The health of all components of a pipeline with these options, by the rules that they are held to
 * one by one: no deployment in flight of which nothing is heard, no drift check overdue.
 *
 * @throws RangeError when an option is out of range.
 */
export function watchHealth(options: SchedulerOptions & DriftOptions): PipelineHealth {
  const parts = [deploymentHealth(resolveSchedulerOptions(options)), driftHealth(resolveDriftOptions(options))];
  for (const part of parts) part.started();
  return {
    observe: (event) => {
      for (const part of parts) part.observe(event);
    },
    problems: () => parts.flatMap((part) => part.check()?.message ?? []),
  };
}
