import type { PipelineEvent } from '../events/types.js';
import type { StatusState } from './StatusState.js';

/** A metric of durations: what one event adds to it. */
export interface HistogramDefinition {
  /** Without the prefix. */
  readonly name: string;
  readonly help: string;
  /** Upper edges in seconds. */
  readonly buckets: readonly number[];
  /** Seconds; `undefined`: nothing. */
  readonly read: (before: StatusState, event: PipelineEvent, after: StatusState) => number | undefined;
}

/** How long deployments and changes take. */
export const histograms: readonly HistogramDefinition[] = [
  {
    name: 'deployment_duration_seconds',
    help: 'From the start of a deployment to its end.',
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 20, 30, 60],
    read: (_, event) => (event.type === 'DeploymentCompletedEvent' ? event.durationMs / 1_000 : undefined),
  },
  {
    name: 'convergence_duration_seconds',
    help: 'From the validation of a change to the moment at which every current endpoint was proved to run it.',
    buckets: [0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 20, 30],
    read: (before, _, after) =>
      after.counts.converged > before.counts.converged && after.lastConvergenceMs !== undefined ? after.lastConvergenceMs / 1_000 : undefined,
  },
];
