import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiVersion } from '../../lib/sandbox/ApiProfile.js';
import { startSandbox } from '../../lib/sandbox/startSandbox.js';
import { configuration } from './configuration.js';
import type { Target } from './Instance.js';
import { freePort, occupiedPort } from './ports.js';

const user = { name: 'admin', password: 'adminpwd' };

/** The sandbox as `apiVersion`, with its HAProxy in memory. */
export function sandboxTarget(apiVersion: ApiVersion): Target {
  return {
    name: `the sandbox as ${apiVersion}`,
    noticesFailedReloads: true,
    start: async (cleanup) => {
      const folder = await mkdtemp(join(tmpdir(), 'hd-e2e-'));
      cleanup.defer(() => rm(folder, { recursive: true, force: true }));
      const port = await freePort();
      const taken = new Set<number>();
      const own = configuration({ folder, ports: [port] });
      const sandbox = await startSandbox({
        users: [user],
        apiVersion,
        initialConfig: `# _version=1\n\n${own}`,
        reloadDelayMs: 500,
        refuseReload: (text) => {
          const inUse = [...taken].find((candidate) => text.includes(`bind 127.0.0.1:${candidate}\n`));
          return inUse === undefined ? undefined : `[ALERT]    (1) : Binding [/etc/haproxy/haproxy.cfg:15] for frontend fe: cannot bind socket (Address already in use) for [127.0.0.1:${inUse}]`;
        },
      });
      cleanup.defer(() => sandbox.close());
      return {
        url: sandbox.url,
        base: apiVersion.startsWith('2.') ? '/v2' : '/v3',
        minor: Number(apiVersion.split('.')[1]),
        username: user.name,
        password: user.password,
        configuration: (variation = {}) => configuration({ folder, ports: [port], ...variation }),
        takenPort: async (scope) => {
          const occupied = await occupiedPort(scope);
          taken.add(occupied.port);
          return occupied.port;
        },
        port,
        restartApi: () => {
          sandbox.restart();
          return Promise.resolve();
        },
      };
    },
  };
}
