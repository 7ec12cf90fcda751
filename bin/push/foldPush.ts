import type { DeployerEvent } from '../../lib/deployer/executeDeployments.js';
import type { DeploymentCompletedEvent, DeploymentScheduledEvent, DriftDetectedEvent, InstanceDeployedEvent, InstanceDeploymentFailedEvent } from '../../lib/events/types.js';
import type { Begun } from './deployOnce.js';

/** How an endpoint ended. */
export type End = InstanceDeployedEvent | InstanceDeploymentFailedEvent;

/** How far a push has come. */
export interface PushState {
  /** URLs in the order of the push. */
  readonly urls: readonly string[];
  /** When those that are worked on were begun, by URL, in milliseconds since the epoch. */
  readonly running: ReadonlyMap<string, number>;
  readonly ends: ReadonlyMap<string, End>;
  readonly drifts: ReadonlyMap<string, DriftDetectedEvent>;
  readonly completed: DeploymentCompletedEvent | undefined;
}

export function beginPush({ targets }: DeploymentScheduledEvent): PushState {
  return { urls: targets.map(({ endpoint }) => endpoint.url), running: new Map(), ends: new Map(), drifts: new Map(), completed: undefined };
}

/** The state after an event that came at `nowMs`. */
export function foldPush(state: PushState, event: DeployerEvent | Begun, nowMs: number): PushState {
  switch (event.type) {
    case 'begun':
      return { ...state, running: new Map([...state.running, [event.url, nowMs]]) };
    case 'InstanceDeployedEvent':
    case 'InstanceDeploymentFailedEvent':
      return {
        ...state,
        running: new Map([...state.running].filter(([url]) => url !== event.endpoint.url)),
        ends: new Map([...state.ends, [event.endpoint.url, event]]),
      };
    case 'DriftDetectedEvent':
      return { ...state, drifts: new Map([...state.drifts, [event.endpoint.url, event]]) };
    case 'DeploymentCompletedEvent':
      return { ...state, completed: event };
    case 'DeploymentStartedEvent':
      return state;
  }
}

/** What an end is called: `unchanged` where it ran the content already. */
export type Outcome = 'deployed' | 'unchanged' | 'failed' | 'cancelled' | 'not attempted';

export function outcomeOf(end: End): Outcome {
  if (end.type === 'InstanceDeployedEvent') return end.strategy === 'noop' ? 'unchanged' : 'deployed';
  if (end.error.code === 'cancelled') return 'cancelled';
  return end.error.code === 'not_attempted' ? 'not attempted' : 'failed';
}

/** How many ended in which way, in the order of {@link Outcome}; those of which there are none are left out. */
export function countOutcomes(ends: Iterable<End>): ReadonlyMap<Outcome, number> {
  const counts = new Map<Outcome, number>();
  for (const end of ends) {
    const outcome = outcomeOf(end);
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  return new Map(outcomes.flatMap((outcome) => (counts.has(outcome) ? [[outcome, counts.get(outcome) ?? 0] as const] : [])));
}

const outcomes = ['deployed', 'unchanged', 'failed', 'cancelled', 'not attempted'] as const satisfies readonly Outcome[];

/** A strategy in the words of an operator: what HAProxy went through. */
export function strategyOf({ strategy }: InstanceDeployedEvent): 'noop' | 'runtime' | 'reload' {
  return strategy === 'raw' ? 'reload' : strategy;
}
