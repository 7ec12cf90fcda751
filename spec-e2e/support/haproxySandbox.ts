import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { apiProfile, type ApiVersion } from '../../lib/sandbox/ApiProfile.js';
import type { ApiContext } from '../../lib/sandbox/ApiContext.js';
import { haproxyCheck } from '../../lib/sandbox/check/haproxyCheck.js';
import { FaultBox } from '../../lib/sandbox/faults/FaultBox.js';
import { handleRequest } from '../../lib/sandbox/http/handleRequest.js';
import { Lock } from '../../lib/sandbox/Lock.js';
import { realClock } from '../../lib/sandbox/realClock.js';
import { apiRoutes } from '../../lib/sandbox/routes/apiRoutes.js';
import { ConfigStore } from '../../lib/sandbox/state/ConfigStore.js';
import { FileStore } from '../../lib/sandbox/state/FileStore.js';
import { ReloadAgent } from '../../lib/sandbox/state/ReloadAgent.js';
import { Transactions } from '../../lib/sandbox/state/Transactions.js';
import { configuration } from './configuration.js';
import type { Cleanup } from './cleanup.js';
import type { Instance, Target } from './Instance.js';
import { occupiedPort } from './ports.js';
import type { Program } from './programs.js';
import { realProcess } from './realProcess.js';
import { startHAProxy, type RunningHAProxy } from './startHAProxy.js';

const user = { name: 'admin', password: 'adminpwd' };

/** The sandbox's API before a real HAProxy: what is checked, reloaded and set at run time is so for true. */
export interface HAProxySandbox extends Instance {
  readonly haproxy: RunningHAProxy;
  readonly context: ApiContext;
}

/** Starts a HAProxy and the sandbox's API, as `apiVersion`, before it. `cleanup` ends both. */
export async function startHAProxySandbox(apiVersion: ApiVersion, program: Program, cleanup: Cleanup): Promise<HAProxySandbox> {
  const haproxy = await startHAProxy(program, cleanup);
  const { folder, port } = haproxy;
  const own = `# _version=1\n\n${haproxy.configuration()}`;
  const context = createContext(apiVersion, haproxy, own);
  const closing = new AbortController();
  const parts = { context, users: [user], allowNonLoopback: false, closing: closing.signal, routes: apiRoutes(context), controlRoutes: [] };
  const server = createServer({ maxHeaderSize: 1024 * 1024 }, (request, response) => void handleRequest(parts, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup.defer(() => {
    context.reloads.stop();
    closing.abort();
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a TCP port');
  return {
    haproxy,
    context,
    url: `http://127.0.0.1:${address.port}`,
    base: context.profile.basePath,
    minor: Number(apiVersion.split('.')[1]),
    username: user.name,
    password: user.password,
    configuration: (variation = {}) => configuration({ folder, ports: [port], ...variation }),
    takenPort: async (scope) => (await occupiedPort(scope)).port,
    port,
    restartApi: () => {
      context.restart();
      return Promise.resolve();
    },
  };
}

export function haproxySandboxTarget(apiVersion: ApiVersion, program: Program): Target {
  return {
    name: `the sandbox as ${apiVersion} before HAProxy ${program.version}`,
    noticesFailedReloads: true,
    start: (cleanup) => startHAProxySandbox(apiVersion, program, cleanup),
  };
}

function createContext(apiVersion: ApiVersion, haproxy: RunningHAProxy, text: string): ApiContext {
  const profile = apiProfile(apiVersion);
  const store = new ConfigStore(text, profile);
  const files = new FileStore();
  const faults = new FaultBox();
  const process = realProcess(haproxy, text);
  const restart = (): void => {
    reloads.restart();
    store.restart();
  };
  const reloads = new ReloadAgent({ clock: realClock, delayMs: 500, store, files, process, faults, onKill: restart });
  return {
    profile, store, files, faults, process, reloads, restart,
    clock: realClock,
    newId: randomUUID,
    validate: haproxyCheck(haproxy.path),
    transactions: new Transactions(),
    commits: new Lock(),
  };
}
