import { describe, expect, it } from '@jest/globals';
import { Subject, VirtualAction, VirtualTimeScheduler } from 'rxjs';
import { createBus } from '../lib/bus/createBus.js';
import { Deployer, DeploymentScheduler, DriftPreventionMonitor } from '../lib/components.js';
import type { PipelineEvent } from '../lib/events/types.js';
import * as build from './support/events.js';
import { FakeApi } from './support/fakeApi.js';
import { calm, connectTo } from './support/runDeployer.js';

const unexpected = (error: unknown): never => {
  throw error;
};

/** A clock that stops where it is told to. */
function clock(): VirtualTimeScheduler & { runTo(time: number): void } {
  const scheduler = new VirtualTimeScheduler(VirtualAction, 0);
  return Object.assign(scheduler, {
    runTo: (time: number): void => {
      scheduler.schedule(() => undefined, time - scheduler.now());
      scheduler.maxFrames = time;
      scheduler.flush();
    },
  });
}

function setUp() {
  const scheduler = clock();
  const bus = createBus<PipelineEvent>(unexpected);
  const said: string[] = [];
  bus.read(({ type }) => said.push(type));
  return { scheduler, bus, said, stop: new AbortController() };
}

const promote = [build.discovered(), build.rendered({ haproxyConfig: 'new\n' }), build.validated()];

describe('components', () => {
  it('bear the names that hosts know them by', () => {
    const { bus } = setUp();

    const components = [new DeploymentScheduler(bus), new Deployer(bus, { ...calm, connect: connectTo([]) }), new DriftPreventionMonitor(bus)];

    expect(components.map(({ name }) => name)).toEqual(['deployment-scheduler', 'deployer', 'drift-monitor']);
  });

  it('deploy together over one bus', async () => {
    const { scheduler, bus, said, stop } = setUp();
    const api = new FakeApi({ scheduler });
    const components = [
      new DeploymentScheduler(bus, { scheduler }),
      new Deployer(bus, { ...calm, scheduler, connect: connectTo([api]) }),
      new DriftPreventionMonitor(bus, { scheduler, driftPreventionIntervalMs: 100, driftJitter: 0 }),
    ];

    const ended = Promise.all(components.map((component) => component.start(stop.signal)));
    for (const event of promote) bus.publish(event);
    scheduler.runTo(150);
    stop.abort();

    expect(said.filter((type) => !promote.some((event) => event.type === type))).toEqual([
      'DeploymentDelayedEvent',
      'DeploymentScheduledEvent',
      'DeploymentStartedEvent',
      'InstanceDeployedEvent',
      'DeploymentCompletedEvent',
      'DriftPreventionTriggeredEvent',
      'DeploymentDelayedEvent',
    ]);
    expect(api.running).toContain('new\n');
    await expect(ended).resolves.toEqual([undefined, undefined, undefined]);
  });

  it('throw at once when an option is out of range', () => {
    const { bus } = setUp();

    expect(() => new DeploymentScheduler(bus, { minDeploymentIntervalMs: -1 })).toThrow(RangeError);
    expect(() => new Deployer(bus, { ...calm, connect: connectTo([]), maxParallel: -1 })).toThrow(RangeError);
    expect(() => new DriftPreventionMonitor(bus, { driftPreventionIntervalMs: -1 })).toThrow(RangeError);
  });

  it('subscribe in the call of start, and say so', async () => {
    const { scheduler, bus, said, stop } = setUp();
    const component = new DeploymentScheduler(bus, { scheduler });

    void component.start(stop.signal);
    bus.publish(build.validationFailed());

    expect(said).toEqual(['ValidationFailedEvent', 'DeploymentSkippedEvent']);
    await expect(component.subscriptionReady).resolves.toBeUndefined();
  });

  it('hear nothing before they start and after the signal has aborted', async () => {
    const { scheduler, bus, said, stop } = setUp();
    const component = new DeploymentScheduler(bus, { scheduler });

    bus.publish(build.validationFailed());
    const ended = component.start(stop.signal);
    stop.abort();
    bus.publish(build.validationFailed());

    await ended;
    expect(said).toEqual(['ValidationFailedEvent', 'ValidationFailedEvent']);
  });

  it('abort their requests when the signal aborts', async () => {
    const { scheduler, bus, stop } = setUp();
    const api = new FakeApi({ scheduler });
    api.fault('readRaw', 'hang');
    const ended = new Deployer(bus, { ...calm, scheduler, connect: connectTo([api]) }).start(stop.signal);
    bus.publish(build.scheduled());

    stop.abort();

    await ended;
    expect(api.aborted).toEqual(['readRaw']);
  });

  it('do not start when the signal has aborted already', async () => {
    const { bus, stop } = setUp();
    stop.abort();

    await expect(new DriftPreventionMonitor(bus).start(stop.signal)).resolves.toBeUndefined();
  });

  it('can be started again after they have ended, and not before', async () => {
    const { scheduler, bus, said, stop } = setUp();
    const component = new DeploymentScheduler(bus, { scheduler });

    const first = component.start(stop.signal);
    await expect(component.start(stop.signal)).rejects.toThrow(TypeError);
    stop.abort();
    await first;
    void component.start(new AbortController().signal);
    bus.publish(build.validationFailed());

    expect(said).toContain('DeploymentSkippedEvent');
  });

  it('end with the bus', async () => {
    const { bus, stop } = setUp();

    const ended = new DriftPreventionMonitor(bus).start(stop.signal);
    bus.complete();

    await expect(ended).resolves.toBeUndefined();
  });

  it('reject with the error of the bus, and stay unwell with it', async () => {
    const events = new Subject<PipelineEvent>();
    const component = new DriftPreventionMonitor({ events$: events, publish: () => undefined });
    const fault = new Error('no more');

    const ended = component.start(new AbortController().signal);
    events.error(fault);

    await expect(ended).rejects.toBe(fault);
    expect(component.healthCheck()).toBe(fault);
  });
});

describe('healthCheck', () => {
  const deploymentTimeoutMs = 100;

  it('counts from the last end of an endpoint, and is well again with the completion', () => {
    const { scheduler, bus, stop } = setUp();
    const component = new DeploymentScheduler(bus, { scheduler, deploymentTimeoutMs });
    void component.start(stop.signal);
    const healthAt = (time: number): string | undefined => {
      scheduler.runTo(time);
      return component.healthCheck()?.message;
    };

    bus.publish(build.scheduled());
    expect(healthAt(149)).toBeUndefined();
    bus.publish(build.instanceDeployed({ endpoint: { url: build.url('h2') } }));
    expect(healthAt(298)).toBeUndefined();
    bus.publish(build.instanceDeployed({ deploymentId: 'd0' }));
    expect(healthAt(299)).toBe('no endpoint of deployment d1 has ended for 150 ms');
    bus.publish(build.completed({ deploymentId: 'd0' }));
    expect(healthAt(300)).toBe('no endpoint of deployment d1 has ended for 151 ms');
    bus.publish(build.completed());
    expect(healthAt(10_000)).toBeUndefined();
  });

  it("S6 does not count a canary's wait", () => {
    const { scheduler, bus, stop } = setUp();
    const component = new DeploymentScheduler(bus, { scheduler, deploymentTimeoutMs });
    void component.start(stop.signal);

    bus.publish(build.scheduled({ rollout: { canaries: ['http://h1:5555'], canaryWaitMs: 1_000 } }));
    scheduler.runTo(1_149);
    expect(component.healthCheck()).toBeUndefined();
    scheduler.runTo(1_150);

    expect(component.healthCheck()).toBeInstanceOf(Error);
  });

  it('of the deployer tells of a deployment that does not end', () => {
    const { scheduler, bus, stop } = setUp();
    const api = new FakeApi({ scheduler });
    api.fault('readRaw', 'hang');
    const component = new Deployer(bus, { ...calm, scheduler, deploymentTimeoutMs, instanceTimeoutMs: 100_000, connect: connectTo([api]) });
    void component.start(stop.signal);

    bus.publish(build.scheduled());
    scheduler.runTo(150);
    expect(component.healthCheck()?.message).toBe('no endpoint of deployment d1 has ended for 150 ms');
    bus.publish(build.cancelRequested());

    expect(component.healthCheck()).toBeUndefined();
  });

  it('of the drift monitor is well while it ticks or is put off', () => {
    const { scheduler, bus, stop } = setUp();
    const component = new DriftPreventionMonitor(bus, { scheduler, driftPreventionIntervalMs: 100, driftJitter: 0 });
    void component.start(stop.signal);

    for (let time = 10; time < 1_000; time += 10) {
      scheduler.runTo(time);
      if (time === 350) bus.publish(build.completed());
      expect(component.healthCheck()).toBeUndefined();
    }
  });

  it('of the drift monitor is an error when it neither ticked nor was put off for 1.5 intervals', () => {
    const { bus, stop } = setUp();
    const [time, timers] = [clock(), clock()];
    // Its timers do not fire.
    const stuck = { now: () => time.now(), schedule: timers.schedule.bind(timers) };
    const component = new DriftPreventionMonitor(bus, { scheduler: stuck, driftPreventionIntervalMs: 100, driftJitter: 0 });
    void component.start(stop.signal);

    time.runTo(149);
    expect(component.healthCheck()).toBeUndefined();
    time.runTo(150);

    expect(component.healthCheck()?.message).toBe('no drift check was triggered for 150 ms');
  });

  it.each([
    ['following', build.lostLeadership(), build.becameLeader()],
    ['paused', build.pauseRequested(), build.resumeRequested()],
  ] as const)('R3 of the drift monitor is well while %s, and gets a whole interval afterwards', (_what, off, on) => {
    const { scheduler, bus, stop } = setUp();
    const component = new DriftPreventionMonitor(bus, { scheduler, driftPreventionIntervalMs: 100, driftJitter: 0 });
    void component.start(stop.signal);

    bus.publish(off);
    scheduler.runTo(1_000);
    expect(component.healthCheck()).toBeUndefined();
    bus.publish(on);

    expect(component.healthCheck()).toBeUndefined();
  });

  it('R1 of a drift monitor that is off is well', () => {
    const { scheduler, bus, stop } = setUp();
    const component = new DriftPreventionMonitor(bus, { scheduler, driftPreventionIntervalMs: 0 });
    void component.start(stop.signal);

    scheduler.runTo(1_000_000);

    expect(component.healthCheck()).toBeUndefined();
  });

  it('is well before the start and after the end', async () => {
    const { scheduler, bus, stop } = setUp();
    const component = new DeploymentScheduler(bus, { scheduler, deploymentTimeoutMs });
    expect(component.healthCheck()).toBeUndefined();
    const ended = component.start(stop.signal);
    bus.publish(build.scheduled());

    stop.abort();
    await ended;
    scheduler.runTo(1_000);

    expect(component.healthCheck()).toBeUndefined();
  });
});
