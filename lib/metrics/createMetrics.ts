import type { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { asyncScheduler } from 'rxjs';
import type { DriftOptions } from '../drift/options.js';
import type { EventRejectedEvent, InputEvent, PipelineEvent } from '../events/types.js';
import type { SchedulerOptions } from '../scheduler/options.js';
import { describeStatus } from './describeStatus.js';
import type { PipelineStatus } from './describeStatus.js';
import { endpointMetrics } from './endpointMetrics.js';
import { foldStatus } from './foldStatus.js';
import { histograms } from './histograms.js';
import { metricPrefix } from './MetricDefinition.js';
import type { Sample } from './MetricDefinition.js';
import { pipelineMetrics } from './pipelineMetrics.js';
import { initialStatus } from './StatusState.js';
import { tally } from './tally.js';
import { watchHealth } from './watchHealth.js';

/** The options of the pipeline that is watched, as far as its health depends on them. */
export interface MetricsOptions extends SchedulerOptions, DriftOptions {
  /**
   * Shown by `haproxy_deployer_build_info`.
   *
   * @defaultValue 'unknown'
   */
  readonly version?: string;
}

/** What a pipeline's events tell of it, as metrics and as plain data. */
export interface Metrics {
  /** A registry of prom-client's of its own; its metrics are read when they are asked for. */
  readonly registry: Registry;
  /** Takes what goes into the pipeline. Rejected events are counted as read here; the pipeline shows them again. */
  readonly observeInput: (event: InputEvent | EventRejectedEvent) => void;
  /** Takes what comes out of the pipeline. */
  readonly observe: (event: PipelineEvent) => void;
  /** How the pipeline stands now. */
  readonly status: () => PipelineStatus;
  /** What keeps the pipeline from doing its job, one sentence each; empty: nothing. */
  readonly problems: () => readonly string[];
}

/**
 * Folds the events of a pipeline into metrics for Prometheus, a status and a health.
 *
 * Nothing is subscribed to and no timer is set: ages are computed from `scheduler` when they are
 * asked for. Memory is bounded by the fleet; endpoints that left it are in no metric any more.
 * prom-client is loaded by this call and not before.
 *
 * @example Metrics of a pipeline
 * ```ts
 * import { of, tap } from 'rxjs';
 * import { createMetrics, runPipeline } from 'haproxy-deployer';
 * import type { InputEvent } from 'haproxy-deployer';
 *
 * const metrics = await createMetrics();
 * const input$ = of<InputEvent[]>({ type: 'HAProxyPodsDiscoveredEvent', endpoints: [] }).pipe(tap(metrics.observeInput));
 * await runPipeline(input$).forEach(metrics.observe);
 * console.log(metrics.problems(), metrics.status().counts.read);
 * // → [] { HAProxyPodsDiscoveredEvent: 1 }
 * const text = await metrics.registry.metrics();
 * console.log(text.includes('haproxy_deployer_build_info'));
 * // → true
 * ```
 *
 * @throws RangeError as a rejection, when an option is out of range.
 */
export async function createMetrics(options: MetricsOptions = {}): Promise<Metrics> {
  const { scheduler = asyncScheduler, leading, version = 'unknown' } = options;
  const health = watchHealth(options);
  const prometheus = await import('prom-client');
  const registry: Registry = new prometheus.Registry();
  let state = initialStatus(leading);

  for (const { name, help, type, labels, read } of [...pipelineMetrics, ...endpointMetrics]) {
    const samples = (): readonly Sample[] => read(state, { now: scheduler.now(), problems: health.problems(), version });
    const common = { name: `${metricPrefix}${name}`, help, labelNames: [...labels], registers: [registry] };
    if (type === 'counter') new prometheus.Counter({ ...common, collect() { show(this, samples()); } });
    else new prometheus.Gauge({ ...common, collect() { show(this, samples()); } });
  }
  const observed = histograms.map(({ name, help, buckets, read }) => ({
    read,
    histogram: new prometheus.Histogram({ name: `${metricPrefix}${name}`, help, buckets: [...buckets], registers: [registry] }),
  }));

  const observe = (event: PipelineEvent): void => {
    const before = state;
    state = foldStatus(before, event, scheduler.now());
    health.observe(event);
    for (const { read, histogram } of observed) observeIn(histogram, read(before, event, state));
  };
  return {
    registry,
    observeInput: (event) => {
      state = tally(state, 'read', event.type);
      if (event.type !== 'EventRejectedEvent') observe(event);
    },
    observe,
    status: () => describeStatus(state, scheduler.now()),
    problems: () => health.problems(),
  };
}

/** Anew each time: so what is gone from the state is gone from the metric. */
function show(metric: Counter | Gauge, samples: readonly Sample[]): void {
  metric.reset();
  for (const [labels, value] of samples) metric.inc(labels, value);
}

function observeIn(histogram: Histogram, seconds: number | undefined): void {
  if (seconds !== undefined) histogram.observe(seconds);
}
