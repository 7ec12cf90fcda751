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
 * const bus = createBus<PipelineEvent>(reportError);
 * const components = [new DeploymentScheduler(bus), new Deployer(bus, { connect, compare }), new DriftPreventionMonitor(bus)];
 * const ended = Promise.all(components.map((component) => component.start(signal)));
 * ```
 */
export type PipelineBus = Bus<PipelineEvent>;

/** `scheduleDeployments` with a lifecycle (design 3). */
export class DeploymentScheduler extends Component {
  /** @throws RangeError when an option is out of range. */
  constructor(bus: PipelineBus, options: SchedulerOptions = {}) {
    super(bus, { name: 'deployment-scheduler', operator: scheduleDeployments(options), health: deploymentHealth(resolveSchedulerOptions(options)) });
  }
}

/** Options of a {@link Deployer}: its health is told by the limit that the scheduler keeps to. */
export type DeployerComponentOptions = DeployerOptions & Pick<SchedulerOptions, 'deploymentTimeoutMs'>;

/** `executeDeployments` with a lifecycle (design 4). */
export class Deployer extends Component {
  /** @throws RangeError when an option is out of range. */
  constructor(bus: PipelineBus, options: DeployerComponentOptions) {
    super(bus, { name: 'deployer', operator: executeDeployments(options), health: deploymentHealth(resolveSchedulerOptions(timing(options))) });
  }
}

/** `driftTriggers` with a lifecycle (design 5). */
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
