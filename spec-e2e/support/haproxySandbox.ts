import { tmpdir } from 'node:os';
import type { ApiVersion } from '../../lib/sandbox/ApiProfile.js';
import type { SandboxOptions } from '../../lib/sandbox/options.js';
import type { HaproxyOptions } from '../../lib/sandbox/process/realProcess.js';
import type { Sandbox } from '../../lib/sandbox/Sandbox.js';
import { startSandbox } from '../../lib/sandbox/startSandbox.js';
import { configuration } from './configuration.js';
import type { Cleanup } from './cleanup.js';
import type { Instance, Target } from './Instance.js';
import { freePort, occupiedPort } from './ports.js';
import type { Program } from './programs.js';

const user = { name: 'admin', password: 'adminpwd' };

/** The sandbox's API before a real HAProxy: what is checked, reloaded and set at run time is so for true. */
export interface HAProxySandbox extends Instance {
  readonly sandbox: Sandbox;
  /** Pid of the worker by its own word, past the API. */
  readonly pid: () => Promise<number>;
}

export interface HAProxySandboxOptions extends Omit<HaproxyOptions, 'program'>, Pick<SandboxOptions, 'initialConfig'> {}

/** Starts the sandbox's API, as `apiVersion`, before a HAProxy. `cleanup` ends both. */
export async function startHAProxySandbox(apiVersion: ApiVersion, { path }: Program, cleanup: Cleanup, { initialConfig, ...haproxy }: HAProxySandboxOptions = {}): Promise<HAProxySandbox> {
  const port = await freePort();
  const vary: Instance['configuration'] = (variation = {}) => configuration({ folder: tmpdir(), ports: [port], ...variation });
  const sandbox = await startSandbox({ users: [user], apiVersion, initialConfig: initialConfig ?? `# _version=1\n\n${vary()}`, reloadDelayMs: 500, haproxy: { program: path, ...haproxy } });
  cleanup.defer(() => sandbox.close());
  return {
    sandbox,
    pid: async () => (await sandbox.haproxy.info()).pid,
    url: sandbox.url,
    base: apiVersion === '2.9' ? '/v2' : '/v3',
    minor: Number(apiVersion.split('.')[1]),
    username: user.name,
    password: user.password,
    configuration: vary,
    takenPort: async (scope) => (await occupiedPort(scope)).port,
    port,
    restartApi: () => {
      sandbox.restart();
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
