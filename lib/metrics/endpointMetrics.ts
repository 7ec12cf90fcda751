import type { MetricDefinition, Sample } from './MetricDefinition.js';
import type { EndpointState, StatusState } from './StatusState.js';

const each = ({ endpoints }: StatusState, read: (endpoint: EndpointState) => readonly Sample[]): readonly Sample[] =>
  [...endpoints].flatMap(([url, state]) => read(state).map(([labels, value]): Sample => [{ endpoint: url, ...labels }, value]));

/** Metrics of each endpoint; the label is its normalised URL. They go when it leaves the fleet. */
export const endpointMetrics: readonly MetricDefinition[] = [
  {
    name: 'endpoint_last_success_timestamp_seconds',
    help: 'When this endpoint was last proved to run a configuration; absent before the first time.',
    type: 'gauge',
    labels: ['endpoint'],
    read: (state) => each(state, ({ succeededAt }) => (succeededAt === undefined ? [] : [[{}, succeededAt / 1_000]])),
  },
  {
    name: 'endpoint_failures_total',
    help: 'Attempts at this endpoint that failed, by error code.',
    type: 'counter',
    labels: ['endpoint', 'code'],
    read: (state) => each(state, ({ failuresByCode }) => Object.entries(failuresByCode).map(([code, value]) => [{ code }, value])),
  },
  {
    name: 'endpoint_failures_in_a_row',
    help: 'Attempts at this endpoint that failed since the last success, but for those cancelled or not made.',
    type: 'gauge',
    labels: ['endpoint'],
    read: (state) => each(state, ({ failuresInARow }) => [[{}, failuresInARow]]),
  },
  {
    name: 'endpoint_parked',
    help: 'Whether this endpoint is left alone until something about it changes.',
    type: 'gauge',
    labels: ['endpoint'],
    read: (state) => each(state, ({ parked }) => [[{}, parked === undefined ? 0 : 1]]),
  },
  {
    name: 'endpoint_drifts_total',
    help: 'Drifts found at this endpoint; recurring, where the same one keeps coming back.',
    type: 'counter',
    labels: ['endpoint', 'recurring'],
    read: (state) =>
      each(state, ({ drifts }) => [
        [{ recurring: 'false' }, drifts.once],
        [{ recurring: 'true' }, drifts.recurring],
      ]),
  },
];
