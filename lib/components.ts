import type { Bus } from './bus/createBus.js';
import { executeDeployments } from './deployer/executeDeployments.js';
import type { DeployerOptions } from './deployer/options.js';
import { driftTriggers } from './drift/driftTriggers.js';
import { resolveDriftOptions } from './drift/options.js';
import type { DriftOptions } from './drift/options.js';
import type { PipelineEvent } from './events/types.js';
import { Component } from './lifecycle/Component.js';
import { deploymentHealth } from './lifecycle/deploymentHealth.js';
import { driftHealth } from './lifecycle/driftHealth.js';
import { resolveSchedulerOptions } from './scheduler/options.js';
import type { SchedulerOptions } from './scheduler/options.js';
import { scheduleDeployments } from './scheduler/scheduleDeployments.js';

/**
 * The parts of `runPipeline` for hosts whose components have a lifecycle: each listens to a bus and
 * publishes on it.
 *
 * The bus must deliver in one order to all (`createBus` does), and what is published before a
 * component has started is not heard: start all, then publish.
 *
 * @example Three components on one bus
 * ```ts
 * import { connectDataPlane, createBus, Deployer, DeploymentScheduler, DriftPreventionMonitor } from 'haproxy-deployer';
 * import type { PipelineEvent } from 'haproxy-deployer';
 *
 * const bus = createBus<PipelineEvent>((error) => console.log(error));
 * const connector = connectDataPlane();
 * const components = [new DeploymentScheduler(bus), new Deployer(bus, { connect: connector.connect }), new DriftPreventionMonitor(bus)];
 * const ended = Promise.all(components.map((component) => component.start(new AbortController().signal)));
 * bus.read(({ type }) => console.log(type));
 * bus.publish({ type: 'InputEndedEvent' });
 * // → InputEndedEvent
 * // → SchedulingCompletedEvent
 * bus.complete();
 * await ended;
 * connector.close();
 * ```
 */
export type PipelineBus = Bus<PipelineEvent>;

/**
 * `scheduleDeployments` with a lifecycle (design 3).
 *
 * @example A scheduler on the bus of a host
 * ```ts
 * import { createBus, DeploymentScheduler } from 'haproxy-deployer';
 * import type { PipelineEvent } from 'haproxy-deployer';
 *
 * const bus = createBus<PipelineEvent>((error) => console.log(error));
 * const stop = new AbortController();
 * const scheduler = new DeploymentScheduler(bus);
 * const ended = scheduler.start(stop.signal);
 * console.log(scheduler.name, scheduler.healthCheck());
 * // → deployment-scheduler undefined
 * stop.abort();
 * await ended;
 * ```
 */
export class DeploymentScheduler extends Component {
  /** @throws RangeError when an option is out of range. */
  constructor(bus: PipelineBus, options: SchedulerOptions = {}) {
    super(bus, { name: 'deployment-scheduler', operator: scheduleDeployments(options), health: deploymentHealth(resolveSchedulerOptions(options)) });
  }
}

/** Options of a {@link Deployer}: its health is told by the limit that the scheduler keeps to. */
export type DeployerComponentOptions = DeployerOptions & Pick<SchedulerOptions, 'deploymentTimeoutMs'>;

/**
 * `executeDeployments` with a lifecycle (design 4).
 *
 * @example A deployer on the bus of a host
 * ```ts
 * import { connectDataPlane, createBus, Deployer } from 'haproxy-deployer';
 * import type { PipelineEvent } from 'haproxy-deployer';
 *
 * const bus = createBus<PipelineEvent>((error) => console.log(error));
 * const connector = connectDataPlane();
 * const stop = new AbortController();
 * const deployer = new Deployer(bus, { connect: connector.connect, maxParallel: 4 });
 * const ended = deployer.start(stop.signal);
 * await deployer.subscriptionReady;
 * console.log(deployer.name);
 * // → deployer
 * stop.abort();
 * await ended;
 * connector.close();
 * ```
 */
export class Deployer extends Component {
  /** @throws RangeError when an option is out of range. */
  constructor(bus: PipelineBus, options: DeployerComponentOptions) {
    super(bus, { name: 'deployer', operator: executeDeployments(options), health: deploymentHealth(resolveSchedulerOptions(timing(options))) });
  }
}

/**
 * `driftTriggers` with a lifecycle (design 5).
 *
 * @example A monitor that checks every minute, in virtual time
 * ```ts
 * import { VirtualTimeScheduler } from 'rxjs';
 * import { createBus, DriftPreventionMonitor } from 'haproxy-deployer';
 * import type { PipelineEvent } from 'haproxy-deployer';
 *
 * const bus = createBus<PipelineEvent>((error) => console.log(error));
 * const scheduler = new VirtualTimeScheduler();
 * const stop = new AbortController();
 * void new DriftPreventionMonitor(bus, { driftPreventionIntervalMs: 60_000, driftJitter: 0, scheduler }).start(stop.signal);
 * bus.read(({ type }) => {
 *   console.log(type, scheduler.now());
 *   stop.abort();
 * });
 * scheduler.flush();
 * // → DriftPreventionTriggeredEvent 60000
 * ```
 */
export class DriftPreventionMonitor extends Component {
  /** @throws RangeError when an option is out of range. */
  constructor(bus: PipelineBus, options: DriftOptions = {}) {
    super(bus, { name: 'drift-monitor', operator: driftTriggers(options), health: driftHealth(resolveDriftOptions(options)) });
  }
}

const timing = ({ deploymentTimeoutMs, scheduler }: DeployerComponentOptions): SchedulerOptions => ({
  ...(deploymentTimeoutMs === undefined ? {} : { deploymentTimeoutMs }),
  ...(scheduler === undefined ? {} : { scheduler }),
});
