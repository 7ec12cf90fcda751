import type { Target } from './Instance.js';
import { pairTarget } from './pairTarget.js';
import { installedApis, installedHAProxys } from './programs.js';
import { sandboxTarget } from './sandboxTarget.js';
import { apiVersions } from '../../lib/sandbox/ApiProfile.js';

/** The sandbox in each of its versions and, where a dataplaneapi is installed, each real pair: the same specs for all. */
export function targets(): readonly Target[] {
  const haproxys = installedHAProxys();
  const newest = haproxys.at(-1);
  return [
    ...apiVersions.map((version) => sandboxTarget(version)),
    ...(newest === undefined ? [] : [sandboxTarget('2.9', newest), sandboxTarget('3.2', newest)]),
    // HAProxy 2.6 beside the API of its age alone: a newer one needs what it lacks.
    ...installedApis().flatMap((api) => haproxys.filter(({ version }) => version !== '2.6' || api.version === '2.9').map((haproxy) => pairTarget(api, haproxy))),
  ];
}
