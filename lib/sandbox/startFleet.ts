import type { SandboxOptions } from './options.js';
import type { Sandbox } from './Sandbox.js';
import { startSandbox } from './startSandbox.js';

/** How many sandboxes, and how each is. */
export interface FleetOptions extends SandboxOptions {
  /** Instances to start. With a `port` other than 0 they take it and the ones after it. */
  readonly count: number;
}

/**
 * Starts several sandboxes alike; when one cannot be started, those that were are closed again.
 *
 * @example Three APIs, one of which refuses everything
 * ```ts
 * import { startFleet } from 'haproxy-deployer';
 *
 * const fleet = await startFleet({ count: 3, users: [{ name: 'admin', password: 'example' }] });
 * const [first] = fleet;
 * if (first) first.faults = { refuseConfig: 'not today' };
 * console.log(fleet.map(({ faults }) => faults.refuseConfig ?? 'takes all'));
 * // → [ 'not today', 'takes all', 'takes all' ]
 * await Promise.all(fleet.map((sandbox) => sandbox.close()));
 * ```
 */
export async function startFleet({ count, port = 0, ...options }: FleetOptions): Promise<readonly Sandbox[]> {
  const started: Sandbox[] = [];
  try {
    for (let index = 0; index < count; index++) started.push(await startSandbox({ ...options, port: port === 0 ? 0 : port + index }));
    return started;
  } catch (error) {
    await Promise.all(started.map((sandbox) => sandbox.close()));
    throw error;
  }
}
