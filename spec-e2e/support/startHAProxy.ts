import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import type { ReloadResult } from '../../lib/sandbox/process/HaproxyProcess.js';
import { realProcess, type RealProcess } from '../../lib/sandbox/process/realProcess.js';
import { realClock } from '../../lib/sandbox/realClock.js';
import type { Cleanup } from './cleanup.js';
import { configuration, type Variation } from './configuration.js';
import { freePort } from './ports.js';
import type { Program } from './programs.js';

/** A HAProxy of the product's sandbox without its API, with the small configuration of the specs. */
export interface RunningHAProxy {
  readonly process: RealProcess;
  /** Port of the frontend `fe`. */
  readonly port: number;
  /** The configuration of this instance, varied. */
  readonly configuration: (variation?: Partial<Omit<Variation, 'folder'>>) => string;
  /** Pid of the worker that answers on the runtime socket. */
  readonly workerPid: () => Promise<number>;
  /** One command on the runtime socket. */
  readonly runtime: (command: string) => Promise<string>;
  /** Without any files. */
  readonly reload: (text: string) => Promise<ReloadResult>;
}

const noFiles = { directories: [], contents: new Map<string, string>() };

/** Gives exit code and output of `haproxy -W -f FILE -c`. */
export function check(path: string, file: string): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve) => {
    execFile(path, ['-W', '-f', file, '-c'], (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr });
    });
  });
}

/** Starts HAProxy and resolves when its worker answers. `cleanup` stops it and removes its folder. */
export async function startHAProxy({ path }: Program, cleanup: Cleanup): Promise<RunningHAProxy> {
  const port = await freePort();
  const vary = (variation: Partial<Omit<Variation, 'folder'>> = {}): string => configuration({ folder: tmpdir(), ports: [port], ...variation });
  const process = await realProcess({ program: path, initialText: vary(), files: noFiles, clock: realClock });
  cleanup.defer(() => process.stop());
  return {
    process,
    port,
    configuration: vary,
    workerPid: async () => (await process.info()).pid,
    runtime: async (command) => (await process.execute(command)).text,
    reload: (text) => process.reload(text, noFiles),
  };
}
