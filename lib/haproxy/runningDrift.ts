import type { RuntimeAction } from './runtimeActions.js';
import { isReached } from './runtimeTargets.js';
import type { RuntimeTargets, ServerTarget } from './runtimeTargets.js';

/** What the running process shows of itself. */
export interface Running {
  readonly servers: readonly ({ readonly backend: string; readonly name: string } & ServerTarget)[];
  readonly frontends: readonly { readonly name: string; readonly maxconn?: number }[];
}

/** What was changed at run time behind the configuration's back (design R4, R5). */
export interface RunningDrift {
  /** What puts addresses, weights and limits right. */
  readonly values: readonly RuntimeAction[];
  /** What puts states right that an operator may have set on purpose: drain and maintenance. */
  readonly states: readonly RuntimeAction[];
}

/** Compares running values with those that a configuration leads to; what is not shown counts as equal. */
export function runningDrift({ servers, maxconn }: RuntimeTargets, running: Running): RunningDrift {
  const values: RuntimeAction[] = [];
  const states: RuntimeAction[] = [];
  for (const shown of running.servers) {
    const target = servers.get(shown.backend)?.get(shown.name);
    if (!target) continue;
    const { address, port = 0, weight, state } = target;
    const about = [shown.backend, shown.name];
    if (address !== undefined && !isReached(only(target, 'address', 'port'), shown)) {
      values.push({ action: 'SetServerAddr', args: [...about, address, String(port)] });
    }
    // A server that is drained, or weighs nothing, shows weight 0 and the state of a drain.
    const isDrained = shown.state === 'drain';
    if (weight !== undefined && !isDrained && shown.state !== 'maint' && !isReached({ weight }, shown)) {
      values.push({ action: 'SetServerWeight', args: [...about, String(weight)] });
    }
    if (state !== undefined && !(isDrained && weight === 0) && !isReached({ state }, shown)) {
      states.push({ action: 'SetServerState', args: [...about, state] });
    }
  }
  for (const { name, maxconn: shown } of running.frontends) {
    const limit = maxconn.get(name);
    if (limit !== undefined && shown !== undefined && limit !== shown) values.push({ action: 'SetFrontendMaxConn', args: [name, String(limit)] });
  }
  return { values, states };
}

/** Counts what drifted, as an operation each. */
export function countRunningDrift(actions: readonly RuntimeAction[]): Record<string, number> {
  const servers = new Set(actions.filter(({ action }) => action !== 'SetFrontendMaxConn').map(({ args }) => args.slice(0, 2).join(' ')));
  const frontends = actions.length - actions.filter(({ action }) => action !== 'SetFrontendMaxConn').length;
  return {
    ...(servers.size === 0 ? {} : { running_server_update: servers.size }),
    ...(frontends === 0 ? {} : { running_frontend_update: frontends }),
  };
}

function only(target: ServerTarget, ...keys: readonly (keyof ServerTarget)[]): ServerTarget {
  return Object.fromEntries(Object.entries(target).filter(([key]) => keys.some((wanted) => wanted === key)));
}
