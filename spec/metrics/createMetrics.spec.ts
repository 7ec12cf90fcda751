import { describe, expect, it } from '@jest/globals';
import { VirtualAction, VirtualTimeScheduler } from 'rxjs';
import { createMetrics } from '../../lib/metrics/createMetrics.js';
import type { MetricsOptions } from '../../lib/metrics/createMetrics.js';
import { endpointMetrics } from '../../lib/metrics/endpointMetrics.js';
import * as build from '../support/events.js';
import { seriesOf } from '../support/seriesOf.js';

/** Metrics by a clock that a spec sets. */
async function metricsAt(options: MetricsOptions = {}) {
  const scheduler = new VirtualTimeScheduler(VirtualAction);
  const metrics = await createMetrics({ version: '1.2.3', scheduler, ...options });
  return {
    ...metrics,
    setSeconds: (seconds: number) => void (scheduler.frame = seconds * 1_000),
    series: async () => seriesOf(await metrics.registry.metrics()),
  };
}

const two = build.discovered({ endpoints: build.endpoints('h1', 'h2') });
const toBoth = build.scheduled({
  targets: build.endpoints('h1', 'h2').map((endpoint) => ({ endpoint, contentChecksum: build.content().checksum })),
});
const of = (host: string) => ({ endpoint: { url: build.url(host) } });

describe('createMetrics', () => {
  it('shows the version, and a pipeline that has done nothing yet', async () => {
    const { series } = await metricsAt();

    expect(await series()).toMatchObject({
      'haproxy_deployer_build_info{version="1.2.3"}': 1,
      haproxy_deployer_healthy: 1,
      haproxy_deployer_leading: 1,
      haproxy_deployer_endpoints: 0,
      'haproxy_deployer_failures_total{code="unreachable"}': 0,
    });
  });

  it('S10 shows a follower as one that does not lead', async () => {
    const { series, observeInput } = await metricsAt({ leading: false });

    expect(await series()).toMatchObject({ haproxy_deployer_leading: 0 });
    observeInput(build.becameLeader());
    expect(await series()).toMatchObject({ haproxy_deployer_leading: 1 });
  });

  it('counts a rejected line once, though it comes in and goes out', async () => {
    const { series, observeInput, observe } = await metricsAt();

    observeInput(build.eventRejected({ line: 1 }));
    observe(build.eventRejected({ line: 1, timestamp: '2026-01-01T00:00:00.000Z' }));

    expect(await series()).toMatchObject({ haproxy_deployer_events_rejected_total: 1, 'haproxy_deployer_events_read_total{type="EventRejectedEvent"}': 1 });
  });

  it('counts as read what comes in, not what the pipeline makes', async () => {
    const { series, observeInput, observe } = await metricsAt();

    observeInput(build.driftTriggered());
    observe(build.driftTriggered());

    expect(await series()).toMatchObject({ haproxy_deployer_drift_checks_total: 2, 'haproxy_deployer_events_read_total{type="DriftPreventionTriggeredEvent"}': 1 });
  });

  it('measures how long a change takes to be everywhere, and how long a deployment takes', async () => {
    const { series, observeInput, observe, setSeconds } = await metricsAt();

    observeInput(two);
    observeInput(build.rendered());
    observeInput(build.validated());
    observe(toBoth);
    setSeconds(1.5);
    observe(build.instanceDeployed(of('h1')));
    expect(await series()).toMatchObject({ haproxy_deployer_convergence_duration_seconds_count: 0, haproxy_deployer_oldest_change_age_seconds: 1.5, haproxy_deployer_endpoints_up_to_date: 1 });
    setSeconds(4);
    observe(build.instanceDeployed(of('h2')));
    observe(build.completed({ total: 2, succeeded: 2, durationMs: 4_000 }));

    expect(await series()).toMatchObject({
      haproxy_deployer_convergence_duration_seconds_count: 1,
      haproxy_deployer_convergence_duration_seconds_sum: 4,
      'haproxy_deployer_convergence_duration_seconds_bucket{le="3"}': 0,
      'haproxy_deployer_convergence_duration_seconds_bucket{le="5"}': 1,
      haproxy_deployer_oldest_change_age_seconds: 0,
      'haproxy_deployer_deployment_duration_seconds_bucket{le="2.5"}': 0,
      'haproxy_deployer_deployment_duration_seconds_bucket{le="5"}': 1,
      'haproxy_deployer_deployments_total{reason="config_validation",result="succeeded"}': 1,
      'haproxy_deployer_writes_total{strategy="raw"}': 2,
      haproxy_deployer_reloads_total: 2,
      'haproxy_deployer_endpoint_last_success_timestamp_seconds{endpoint="http://h1:5555"}': 1.5,
    });
  });

  it('drops all series of an endpoint that left the fleet, and keeps the counts of the whole', async () => {
    const { series, observeInput, observe } = await metricsAt();
    observeInput(two);
    observe(toBoth);
    for (const host of ['h1', 'h2']) {
      observe(build.instanceDeployed(of(host)));
      observe(build.instanceFailed(of(host)));
      observe(build.endpointParked(of(host)));
      observe(build.driftDetected(of(host)));
    }
    const shown = (all: Readonly<Record<string, number>>, host: string) => new Set(Object.keys(all).filter((name) => name.includes(build.url(host))).map((name) => name.replace(/\{.*/, '')));
    expect(shown(await series(), 'h2')).toEqual(new Set(endpointMetrics.map(({ name }) => `haproxy_deployer_${name}`)));

    observeInput(build.discovered());

    expect(shown(await series(), 'h2')).toEqual(new Set());
    expect(shown(await series(), 'h1').size).toBe(endpointMetrics.length);
    expect(await series()).toMatchObject({ 'haproxy_deployer_failures_total{code="unreachable"}': 2, haproxy_deployer_endpoints: 1 });
  });

  it('shows each metric once, however often it is asked', async () => {
    const { series, observe } = await metricsAt();
    observe(build.retryScheduled());

    await series();

    expect(await series()).toMatchObject({ 'haproxy_deployer_retries_total{code="unreachable"}': 1 });
  });

  it('S6 is not well when nothing is heard of a deployment for 1.5 times its timeout', async () => {
    const { series, observe, problems, setSeconds } = await metricsAt({ deploymentTimeoutMs: 30_000, driftPreventionIntervalMs: 0 });

    observe(build.scheduled());
    setSeconds(44);
    expect(problems()).toEqual([]);
    setSeconds(45);

    expect(problems()).toEqual(['no endpoint of deployment d1 has ended for 45000 ms']);
    expect(await series()).toMatchObject({ haproxy_deployer_healthy: 0, haproxy_deployer_deployments_in_flight: 1 });
  });

  it('R3 is not well when drift checks are overdue, and well while following', async () => {
    const { observeInput, problems, setSeconds } = await metricsAt({ driftPreventionIntervalMs: 60_000 });

    setSeconds(90);
    expect(problems()).toEqual(['no drift check was triggered for 90000 ms']);
    observeInput(build.lostLeadership());

    expect(problems()).toEqual([]);
  });

  it('throws on an option that is out of range', async () => {
    await expect(createMetrics({ deploymentTimeoutMs: -1 })).rejects.toThrow(RangeError);
  });
});
