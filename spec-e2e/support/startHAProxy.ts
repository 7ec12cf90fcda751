import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cleanup } from './cleanup.js';
import { configuration, type Variation } from './configuration.js';
import { eventually } from './eventually.js';
import { freePort } from './ports.js';
import type { Program } from './programs.js';
import { spawned } from './spawned.js';
import { askSocket } from './unixSocket.js';

export interface ReloadOutcome {
  readonly ok: boolean;
  /** What the master logged meanwhile. */
  readonly output: string;
}

/** One HAProxy in master-worker mode, in a temporary folder of its own, on free loopback ports. */
export interface RunningHAProxy {
  readonly version: string;
  readonly path: string;
  readonly folder: string;
  readonly configFile: string;
  readonly masterSocket: string;
  /** Port of the frontend `fe`. */
  readonly port: number;
  readonly masterPid: number;
  /** Pid of the worker that answers on the stats socket. */
  workerPid(): Promise<number>;
  /** One command on the stats socket. */
  runtime(command: string): Promise<string>;
  /** One command on the master's socket. */
  master(command: string): Promise<string>;
  /** The configuration of this instance, varied. */
  readonly configuration: (variation?: Partial<Omit<Variation, 'folder'>>) => string;
  /**
   * Writes the text where HAProxy reads it, asks the master for a reload by signal, and resolves
   * when the new worker answers or the master says that it does not come. A signal that reaches the
   * master before its loop runs would be lost, after a start as after another reload.
   */
  reload(text: string): Promise<ReloadOutcome>;
  /** What it logged. */
  readonly output: () => string;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly stop: () => Promise<void>;
}

/** Gives exit code and output of `haproxy -W -f FILE -c`. */
export function check(path: string, file: string): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve) => {
    execFile(path, ['-W', '-f', file, '-c'], (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr });
    });
  });
}

/** Starts HAProxy and resolves when its worker answers. `cleanup` stops it and removes its folder. */
export async function startHAProxy({ version, path }: Program, cleanup: Cleanup): Promise<RunningHAProxy> {
  // Paths of Unix sockets must stay under about 100 characters.
  const folder = await mkdtemp(join(tmpdir(), 'hd-e2e-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  const configFile = join(folder, 'haproxy.cfg');
  const masterSocket = join(folder, 'master.sock');
  const port = await freePort();
  const vary = (variation: Partial<Omit<Variation, 'folder'>> = {}): string => configuration({ folder, ports: [port], ...variation });
  await writeFile(configFile, vary());

  const haproxy = await spawned(path, ['-W', '-db', '-S', `${masterSocket},mode,600,level,admin`, '-f', configFile]);
  cleanup.defer(() => haproxy.stop());
  const runtime = (command: string): Promise<string> => askSocket(join(folder, 'stats.sock'), command);
  const master = (command: string): Promise<string> => askSocket(masterSocket, command);
  const workerPid = async (): Promise<number> => {
    const pid = /^Pid: (\d+)$/m.exec(await runtime('show info'))?.[1];
    if (pid === undefined) throw new Error('show info tells no pid');
    return Number(pid);
  };
  await eventually(`the worker of HAProxy ${version}`, workerPid);
  const masterReady = (): Promise<true> =>
    eventually(`the master of HAProxy ${version}`, async () => ((await master('show proc')).includes('worker') ? true : undefined));
  await masterReady();
  // Else the line of this start could be taken for that of the first reload.
  await eventually(`HAProxy ${version} to say that it started`, () => Promise.resolve(haproxy.output().includes('Loading success') ? true : undefined));

  return {
    version,
    path,
    folder,
    configFile,
    masterSocket,
    port,
    masterPid: haproxy.pid,
    workerPid,
    runtime,
    master,
    configuration: vary,
    reload: async (text) => {
      await writeFile(configFile, text);
      await masterReady();
      const before = await workerPid();
      const logged = haproxy.output().length;
      haproxy.kill('SIGUSR2');
      const log = (): string => haproxy.output().slice(logged);
      const ended = await eventually('the end of a reload', () => Promise.resolve(/Loading (success|failure)/.exec(log())?.[1]));
      if (ended === 'failure') return { ok: false, output: log() };
      await eventually('the new worker', async () => ((await workerPid()) === before ? undefined : true));
      return { ok: true, output: log() };
    },
    output: haproxy.output,
    kill: haproxy.kill,
    stop: haproxy.stop,
  };
}
