import { haproxySandboxTarget } from './haproxySandbox.js';
import type { Target } from './Instance.js';
import { pairTarget } from './pairTarget.js';
import { installedApis, installedHAProxys } from './programs.js';
import { sandboxTarget } from './sandboxTarget.js';
import { apiVersions } from '../../lib/sandbox/ApiProfile.js';

/** The sandbox in each of its versions, before a real HAProxy too, and, where a dataplaneapi is installed, each real pair: the same specs for all. */
export function targets(): readonly Target[] {
  const haproxys = installedHAProxys();
  return [
    ...apiVersions.map((version) => sandboxTarget(version)),
    ...haproxys.map((haproxy) => haproxySandboxTarget(haproxy.version === '2.6' ? '2.9' : '3.2', haproxy)),
    // HAProxy 2.6 beside the API of its age alone: a newer one needs what it lacks.
    ...installedApis().flatMap((api) => haproxys.filter(({ version }) => version !== '2.6' || api.version === '2.9').map((haproxy) => pairTarget(api, haproxy))),
  ];
}
