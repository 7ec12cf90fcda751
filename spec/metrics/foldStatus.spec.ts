import { describe, expect, it } from '@jest/globals';
import type { PipelineEvent } from '../../lib/events/types.js';
import { describeStatus } from '../../lib/metrics/describeStatus.js';
import { foldStatus } from '../../lib/metrics/foldStatus.js';
import { initialStatus } from '../../lib/metrics/StatusState.js';
import type { StatusState } from '../../lib/metrics/StatusState.js';
import * as build from '../support/events.js';

/** Events, one a second; a number waits that many seconds more. */
function fold(...events: readonly (PipelineEvent | number)[]): StatusState {
  let now = 0;
  return events.reduce<StatusState>((state, event) => {
    now += typeof event === 'number' ? event * 1_000 : 1_000;
    return typeof event === 'number' ? state : foldStatus(state, event, now);
  }, initialStatus());
}

const two = build.discovered({ endpoints: build.endpoints('h1', 'h2') });
const textOf = (name: string): string => `${build.defaultConfig}# ${name}\n`;
const sumOf = (name: string): string => build.content(textOf(name)).checksum;
const change = (name: string): readonly [PipelineEvent, PipelineEvent] => [
  build.rendered({ haproxyConfig: textOf(name), correlationId: name }),
  build.validated({ correlationId: name }),
];
const schedule = (name: string, deploymentId: string, hosts: readonly string[] = ['h1', 'h2']): PipelineEvent =>
  build.scheduled({
    deploymentId,
    contentChecksum: sumOf(name),
    targets: hosts.map((host) => ({ endpoint: build.endpoint(host), contentChecksum: sumOf(name) })),
  });
const done = (name: string, deploymentId: string, host: string): PipelineEvent =>
  build.instanceDeployed({ deploymentId, contentChecksum: sumOf(name), endpoint: { url: build.url(host) } });
const failed = (deploymentId: string, host: string, code: Parameters<typeof build.errorInfo>[0] = 'unreachable'): PipelineEvent =>
  build.instanceFailed({ deploymentId, endpoint: { url: build.url(host) }, error: build.errorInfo(code) });
const end = (deploymentId: string, given: Parameters<typeof build.completed>[0] = {}): PipelineEvent => build.completed({ deploymentId, ...given });
const of = (state: StatusState, host: string) => state.endpoints.get(build.url(host));

describe('foldStatus, changes', () => {
  it('S1 takes as candidate what the scheduler takes: the render of the same correlation id, newer ones only', () => {
    const [renderA, validA] = change('a');
    const [renderB, validB] = change('b');

    const state = fold(renderA, renderB, validB, validA);

    expect(state.candidateChecksum).toBe(sumOf('b'));
    expect(state.counts.changes).toBe(1);
    expect(state.renders).toEqual([]);
  });

  it('S1 forgets a render that was found not valid', () => {
    const [render, valid] = change('a');

    expect(fold(render, build.validationFailed({ correlationId: 'a' }), valid).candidateChecksum).toBeUndefined();
  });

  it('is converged when every current endpoint has confirmed the change, counted from its validation', () => {
    const state = fold(two, ...change('a'), schedule('a', 'd1'), done('a', 'd1', 'h1'), done('a', 'd1', 'h2'));

    expect(state.counts.converged).toBe(1);
    expect(state.lastConvergenceMs).toBe(3_000);
    expect(describeStatus(state, 100_000)).toMatchObject({ behindMs: 0, endpoints: [{ upToDate: true }, { upToDate: true }] });
  });

  it('is behind since the oldest change that is not everywhere, whatever replaced it', () => {
    const state = fold(two, ...change('a'), schedule('a', 'd1'), done('a', 'd1', 'h1'), failed('d1', 'h2'), ...change('b'));

    expect(describeStatus(state, 13_000).behindMs).toBe(10_000);
    expect(state.counts.superseded).toEqual({ under_way: 1 });
  });

  it('tells a change that was replaced before any deployment of it from one that was under way', () => {
    expect(fold(two, ...change('a'), ...change('b')).counts.superseded).toEqual({ waiting: 1 });
  });

  it('counts a content that is validated again as no change', () => {
    const state = fold(two, ...change('a'), schedule('a', 'd1'), done('a', 'd1', 'h1'), done('a', 'd1', 'h2'), ...change('a'));

    expect(state.counts).toMatchObject({ changes: 1, converged: 1, superseded: {} });
    expect(describeStatus(state, 100_000).behindMs).toBe(0);
  });

  it('S7 is not behind when everybody has the content already, and measures nothing then', () => {
    const state = fold(two, ...change('a'), schedule('a', 'd1'), done('a', 'd1', 'h1'), done('a', 'd1', 'h2'), ...change('b'), ...change('a'));

    expect(state.counts).toMatchObject({ changes: 3, converged: 1, superseded: { waiting: 1 } });
    expect(describeStatus(state, 100_000).behindMs).toBe(0);
  });

  it('is behind a newcomer from its discovery on', () => {
    const settled = [build.discovered(), ...change('a'), schedule('a', 'd1', ['h1']), done('a', 'd1', 'h1')];

    expect(describeStatus(fold(...settled, 60, two), 75_000).behindMs).toBe(9_000);
  });

  it('does not count the time without any endpoint', () => {
    const state = fold(...change('a'), 60, two, schedule('a', 'd1'), done('a', 'd1', 'h1'), done('a', 'd1', 'h2'));

    expect(state.lastConvergenceMs).toBe(3_000);
    expect(describeStatus(fold(...change('a')), 100_000).behindMs).toBe(0);
  });

  it('is converged, too, when who lacked it leaves the fleet', () => {
    expect(fold(two, ...change('a'), schedule('a', 'd1'), done('a', 'd1', 'h1'), build.discovered()).counts.converged).toBe(1);
  });

  it('keeps a change everywhere when an endpoint fails later', () => {
    const state = fold(build.discovered(), ...change('a'), schedule('a', 'd1', ['h1']), done('a', 'd1', 'h1'), end('d1'), schedule('a', 'd2', ['h1']), failed('d2', 'h1'));

    expect(describeStatus(state, 100_000)).toMatchObject({ behindMs: 0, endpoints: [{ result: 'failed', code: 'unreachable', failuresInARow: 1 }] });
  });

  it('S10 is never behind while following, and is from the moment of leading again', () => {
    const settled = [build.discovered(), ...change('a'), schedule('a', 'd1', ['h1']), done('a', 'd1', 'h1'), end('d1'), build.lostLeadership(), ...change('b')];

    expect(describeStatus(fold(...settled), 100_000)).toMatchObject({ leading: false, behindMs: 0 });
    expect(describeStatus(fold(...settled, build.becameLeader()), 12_000)).toMatchObject({ leading: true, behindMs: 2_000, endpoints: [{ upToDate: false }] });
  });

  it('S10 believes nothing from before when it leads again, and does not measure what another leader may have done', () => {
    const led = [build.discovered(), ...change('a'), schedule('a', 'd1', ['h1']), done('a', 'd1', 'h1'), end('d1'), build.lostLeadership(), build.becameLeader()] as const;
    const lostAtOnce = [build.discovered(), ...change('a'), build.lostLeadership(), build.becameLeader(), schedule('a', 'd1', ['h1']), done('a', 'd1', 'h1')] as const;

    expect(describeStatus(fold(...led), 9_000)).toMatchObject({ behindMs: 1_000, endpoints: [{ upToDate: false, contentChecksum: sumOf('a') }] });
    expect(describeStatus(fold(...lostAtOnce), 9_000)).toMatchObject({ behindMs: 0, endpoints: [{ upToDate: true }], counts: { converged: 0 } });
  });
});

describe('foldStatus, endpoints', () => {
  it('forgets an endpoint that left the fleet, or whose pod was terminated, with all that was counted of it', () => {
    const pod = build.discovered({ endpoints: [build.endpoint('h1', { podName: 'pod1', podNamespace: 'default' }), build.endpoint('h2')] });

    expect([...fold(pod, build.podTerminated()).endpoints.keys()]).toEqual([build.url('h2')]);
    expect([...fold(two, schedule('a', 'd1'), failed('d1', 'h2'), build.discovered()).endpoints.keys()]).toEqual([build.url('h1')]);
    expect(of(fold(two, schedule('a', 'd1'), failed('d1', 'h2'), build.discovered(), two), 'h2')).toMatchObject({ failuresByCode: {} });
  });

  it('makes another pod at the same address a newcomer', () => {
    const named = (podName: string) => build.discovered({ endpoints: [build.endpoint('h1', { podName })] });

    expect(of(fold(named('one'), schedule('a', 'd1'), failed('d1', 'h1'), named('two')), 'h1')).toMatchObject({ ref: { podName: 'two' }, failuresByCode: {} });
  });

  it('3 takes the normalised URL, and no list that the scheduler rejects', () => {
    const spelled = build.discovered({ endpoints: [{ url: 'HTTP://H1:5555/v3' }] });
    const twice = build.discovered({ endpoints: build.endpoints('h3', 'h3') });

    expect([...fold(spelled, twice, build.discovered({ endpoints: [{ url: 'ftp://h4' }] })).endpoints.keys()]).toEqual(['http://h1:5555']);
  });

  it('keeps no credential', () => {
    const secret = build.discovered({ endpoints: [build.endpoint('h1', { username: 'admin', password: 'sesame open' })] });

    expect(JSON.stringify([...fold(secret).endpoints])).not.toMatch(/sesame|admin/);
  });

  it('S5 counts what a deployment tells that does not run, and believes none of it', () => {
    const state = fold(two, schedule('a', 'd2'), done('a', 'd1', 'h1'), end('d1'));

    expect(of(state, 'h1')).toMatchObject({ confirmed: undefined, result: undefined });
    expect(state.counts).toMatchObject({ deployed: { raw: 1 }, reloads: 1, deployments: { 'unmatched succeeded': 1 } });
    expect(state.running?.deploymentId).toBe('d2');
  });

  it('S9 tells of a retry until it is made, and of parking until it ends', () => {
    const retry = [two, ...change('a'), schedule('a', 'd1'), failed('d1', 'h1'), build.retryScheduled({ attempt: 2, delayMs: 4_000 })] as const;
    const parked = [...retry, build.endpointParked()] as const;

    expect(describeStatus(fold(...retry), 7_000).endpoints[0]).toMatchObject({ retry: { attempt: 2, inMs: 3_000 } });
    expect(of(fold(...retry, schedule('a', 'd2', ['h1'])), 'h1')?.retry).toBeUndefined();
    expect(of(fold(...parked), 'h1')).toMatchObject({ parked: 'unauthorized', retry: undefined });
    for (const unparks of [build.becameLeader(), build.reconcileRequested(), build.reconcileRequested({ endpoints: [build.url('h1')] }), build.retryScheduled(), change('b')].flat()) {
      const events = unparks.type === 'ValidationCompletedEvent' ? change('b') : [unparks];
      if (unparks.type !== 'TemplateRenderedEvent') expect([unparks.type, of(fold(...parked, ...events), 'h1')?.parked]).toEqual([unparks.type, undefined]);
    }
    expect(of(fold(...parked, build.reconcileRequested({ endpoints: [build.url('h1'), build.url('h9')] })), 'h1')?.parked).toBe('unauthorized');
  });

  it('S14 leaves an endpoint parked that refuses the newest content and runs the good one', () => {
    const state = fold(two, ...change('a'), ...change('b'), build.endpointParked({ code: 'rejected' }), schedule('a', 'd1'), done('a', 'd1', 'h1'));

    expect(of(state, 'h1')?.parked).toBe('rejected');
    expect(of(fold(two, ...change('a'), build.endpointParked({ code: 'rejected' }), schedule('a', 'd1'), done('a', 'd1', 'h1')), 'h1')?.parked).toBeUndefined();
  });

  it('counts failures in a row until a success, but not what was cancelled or not attempted', () => {
    const failures = [two, schedule('a', 'd1'), failed('d1', 'h1'), failed('d1', 'h1', 'timeout'), failed('d1', 'h1', 'cancelled'), failed('d1', 'h1', 'not_attempted')] as const;

    expect(of(fold(...failures), 'h1')).toMatchObject({ failuresInARow: 2, failuresByCode: { unreachable: 1, timeout: 1, cancelled: 1, not_attempted: 1 } });
    expect(of(fold(...failures, done('a', 'd1', 'h1')), 'h1')).toMatchObject({ failuresInARow: 0, failuresByCode: { unreachable: 1 } });
  });

  it('R7 tells drifts that keep coming back from others', () => {
    expect(of(fold(two, build.driftDetected(), build.driftDetected({ recurring: 3 })), 'h1')?.drifts).toEqual({ once: 1, recurring: 1 });
  });
});

describe('foldStatus, deployments', () => {
  it.each([
    ['succeeded', { succeeded: 2 }],
    ['partial', { succeeded: 1, failed: 1 }],
    ['failed', { succeeded: 0, failed: 2 }],
    ['cancelled', { succeeded: 1, cancelled: 1 }],
    ['failed', { succeeded: 0, failed: 1, notAttempted: 1 }],
  ])('calls a deployment %s that ended with %j', (result, counts) => {
    const state = fold(two, schedule('a', 'd1'), end('d1', counts));

    expect(state.counts.deployments).toEqual({ [`config_validation ${result}`]: 1 });
    expect(state.running).toBeUndefined();
  });

  it('S14 calls a content good that an endpoint proved, but not for a canary alone', () => {
    const canary = build.scheduled({
      contentChecksum: sumOf('a'),
      targets: [{ endpoint: build.endpoint('h1'), contentChecksum: sumOf('a') }],
      rollout: { canaries: [build.url('h1')], canaryWaitMs: 0 },
    });

    expect(fold(two, ...change('a'), schedule('a', 'd1'), done('a', 'd1', 'h1')).goodChecksum).toBe(sumOf('a'));
    expect(fold(two, ...change('a'), canary, done('a', 'd1', 'h1')).goodChecksum).toBeUndefined();
    expect(fold(two, ...change('a'), canary, done('a', 'd1', 'h1'), end('d1')).goodChecksum).toBe(sumOf('a'));
  });

  it('S7 takes the completion of a deployer that tells of no endpoint as a word for all', () => {
    const state = fold(two, ...change('a'), schedule('a', 'd1'), build.foreignCompleted({ total: 2, succeeded: 2 }));

    expect(describeStatus(state, 0)).toMatchObject({ goodChecksum: sumOf('a'), endpoints: [{ upToDate: true }, { upToDate: true }] });
    expect(state.counts.converged).toBe(1);
  });

  it('tells of the deployment in flight how far it is', () => {
    const state = fold(two, ...change('a'), schedule('a', 'd1'), done('a', 'd1', 'h1'));

    expect(describeStatus(state, 14_000).running).toEqual({
      deploymentId: 'd1',
      reason: 'config_validation',
      reasons: ['config_validation'],
      contentChecksum: sumOf('a'),
      total: 2,
      ended: 1,
      forMs: 10_000,
    });
  });

  it('S6 counts a timeout, and what was given up is in flight no more', () => {
    const state = fold(two, schedule('a', 'd1'), build.reconciliationTriggered());

    expect(state.running).toBeUndefined();
    expect(state.counts.timeouts).toBe(1);
  });

  it('shows no text of a configuration that waits for its validation', () => {
    const [render] = change('a');

    expect(JSON.stringify(describeStatus(fold(two, render), 0))).not.toContain('frontend');
  });
});
