import type { DeploymentDelayedEvent, DeploymentSkippedEvent, ErrorCode, Strategy } from '../events/types.js';
import { behindMs, isUpToDate } from './describeStatus.js';
import type { MetricDefinition, Sample } from './MetricDefinition.js';
import type { Tally } from './StatusState.js';

const one = (value: number | boolean): readonly Sample[] => [[{}, Number(value)]];

/** A series for each word of a tally; a tally of two words has two labels. */
const each = (tally: Tally, ...labels: readonly string[]): readonly Sample[] =>
  Object.entries(tally).map(([words, value]) => {
    const parts = words.split(' ');
    return [Object.fromEntries(labels.map((label, index) => [label, parts[index] ?? ''])), value];
  });

/** A series that begins with its first event hides that event from `increase`: these begin with 0. */
const unseen = {
  strategies: { noop: 0, runtime: 0, raw: 0 } satisfies Record<Strategy, 0>,
  superseded: { waiting: 0, under_way: 0 },
  skipped: { already_deployed: 0, left_to_retry: 0, nothing_validated: 0, no_eligible_endpoint: 0 } satisfies Record<DeploymentSkippedEvent['because'], 0>,
  delayed: { min_deployment_interval: 0, deployment_in_progress: 0, no_endpoints: 0, no_validated_configuration: 0, paused: 0 } satisfies Record<DeploymentDelayedEvent['because'], 0>,
  codes: {
    unreachable: 0,
    timeout: 0,
    api_error: 0,
    conflict: 0,
    unauthorized: 0,
    incompatible: 0,
    rejected: 0,
    altered: 0,
    reload_failed: 0,
    drifted: 0,
    cancelled: 0,
    not_attempted: 0,
    unexpected: 0,
  } satisfies Record<ErrorCode, 0>,
} as const;

/** Metrics of the pipeline as a whole. Every label has a short, fixed list of values. */
export const pipelineMetrics: readonly MetricDefinition[] = [
  { name: 'build_info', help: 'Always 1; the label tells the version.', type: 'gauge', labels: ['version'], read: (_, { version }) => [[{ version }, 1]] },
  { name: 'healthy', help: 'Whether the process can do its job, as /healthz tells.', type: 'gauge', labels: [], read: (_, { problems }) => one(problems.length === 0) },
  { name: 'leading', help: 'Whether this process leads.', type: 'gauge', labels: [], read: ({ leading }) => one(leading) },
  { name: 'paused', help: 'Whether nothing may start.', type: 'gauge', labels: [], read: ({ paused }) => one(paused) },
  { name: 'events_read_total', help: 'Events and lines that came in, by type; EventRejectedEvent stands for a line that is no event.', type: 'counter', labels: ['type'], read: ({ counts }) => each(counts.read, 'type') },
  { name: 'events_rejected_total', help: 'Events and lines that were rejected.', type: 'counter', labels: [], read: ({ counts }) => one(counts.rejected) },
  { name: 'changes_total', help: 'Validated configurations with another content than the one before.', type: 'counter', labels: [], read: ({ counts }) => one(counts.changes) },
  { name: 'changes_superseded_total', help: 'Changes that a newer one replaced before they were everywhere: waiting, before a deployment of them had begun; under_way, after.', type: 'counter', labels: ['cause'], read: ({ counts }) => each({ ...unseen.superseded, ...counts.superseded }, 'cause') },
  { name: 'oldest_change_age_seconds', help: 'How long some endpoint has lacked the newest validated configuration; 0 when none does, and while following.', type: 'gauge', labels: [], read: (state, { now }) => one(behindMs(state, now) / 1_000) },
  { name: 'deployments_total', help: 'Deployments that have ended, by reason and result.', type: 'counter', labels: ['reason', 'result'], read: ({ counts }) => each(counts.deployments, 'reason', 'result') },
  { name: 'deployments_in_flight', help: 'Deployments under way: 0 or 1.', type: 'gauge', labels: [], read: ({ running }) => one(running !== undefined) },
  { name: 'deployments_skipped_total', help: 'Requests that needed no deployment, by cause.', type: 'counter', labels: ['cause'], read: ({ counts }) => each({ ...unseen.skipped, ...counts.skipped }, 'cause') },
  { name: 'deployments_delayed_total', help: 'Requests that began to wait, or to wait for something else, by cause.', type: 'counter', labels: ['cause'], read: ({ counts }) => each({ ...unseen.delayed, ...counts.delayed }, 'cause') },
  { name: 'deployment_timeouts_total', help: 'Deployments that were scheduled again because nothing was heard of them.', type: 'counter', labels: [], read: ({ counts }) => one(counts.timeouts) },
  { name: 'writes_total', help: 'Endpoints that were brought to a configuration, by strategy; noop had it already.', type: 'counter', labels: ['strategy'], read: ({ counts }) => each({ ...unseen.strategies, ...counts.deployed }, 'strategy') },
  { name: 'reloads_total', help: 'Reloads of endpoints that were proved to succeed.', type: 'counter', labels: [], read: ({ counts }) => one(counts.reloads) },
  { name: 'failures_total', help: 'Endpoints that did not get a configuration, by error code.', type: 'counter', labels: ['code'], read: ({ counts }) => each({ ...unseen.codes, ...counts.failed }, 'code') },
  { name: 'retries_total', help: 'Retries that were scheduled, by error code.', type: 'counter', labels: ['code'], read: ({ counts }) => each({ ...unseen.codes, ...counts.retries }, 'code') },
  { name: 'drift_checks_total', help: 'Drift checks that were asked for.', type: 'counter', labels: [], read: ({ counts }) => one(counts.driftChecks) },
  { name: 'endpoints', help: 'Endpoints of the fleet.', type: 'gauge', labels: [], read: ({ endpoints }) => one(endpoints.size) },
  {
    name: 'endpoints_up_to_date',
    help: 'Endpoints that were proved to run the newest validated configuration.',
    type: 'gauge',
    labels: [],
    read: ({ endpoints, candidateChecksum }) => one([...endpoints.values()].filter((endpoint) => isUpToDate(endpoint, candidateChecksum)).length),
  },
];
