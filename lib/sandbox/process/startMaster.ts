import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Clock } from '../Clock.js';
import { askSocket } from './askSocket.js';
import { guardProcess } from './guardProcess.js';
import type { ReloadResult } from './HaproxyProcess.js';
import { tailOf } from './tailOf.js';
import { GivenUp, until } from './until.js';

/** A HAProxy in master-worker mode. */
export interface HaproxyMaster {
  readonly pid: number;
  readonly socket: string;
  /** One command on the worker's stats socket. */
  ask(command: string): Promise<string>;
  /** Values of `show info` by name, of the worker that answers. */
  info(): Promise<ReadonlyMap<string, string>>;
  /** Tells the master to reload as soon as it listens; resolves when it was told. Never rejects once it was: `ended` says what came of it. */
  signal(): Promise<{ readonly ended: Promise<ReloadResult> }>;
  /** By SIGTERM, after 3 seconds by SIGKILL. Resolves when it is gone. */
  stop(): Promise<void>;
}

export interface MasterParts {
  readonly program: string;
  /** Of its sockets, removed by the guard when this process dies; its path has less than 80 characters. */
  readonly folder: string;
  /** Read one after another, at the start and at each reload. One has a `stats socket` at {@link statsSocket}. */
  readonly files: readonly string[];
  readonly clock: Clock;
}

/** Limits, in milliseconds: large configurations take their time. */
const limits = { start: 30_000, reload: 60_000, stop: 3_000 };

export const statsSocket = (folder: string): string => join(folder, 'sandbox.sock');

/** Starts HAProxy and resolves when its worker answers and its master takes signals; rejects with its words when it does not start. */
export async function startMaster({ program, folder, files, clock }: MasterParts): Promise<HaproxyMaster> {
  const socket = join(folder, 'master.sock');
  const child = spawn(program, ['-W', '-db', '-S', `${socket},mode,600,level,admin`, ...files.flatMap((file) => ['-f', file])], { stdio: ['ignore', 'pipe', 'pipe'] });
  const log = tailOf([child.stdout, child.stderr]);
  await once(child, 'spawn');
  const { pid = 0 } = child;
  const guard = guardProcess(pid, folder);
  child.once('exit', () => guard.standDown());
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const ended = (): boolean => child.exitCode !== null || child.signalCode !== null;

  const alive = async (): Promise<void> => {
    if (!ended()) return;
    await gone;
    throw new GivenUp(`HAProxy has ended with ${child.exitCode ?? child.signalCode ?? ''}: ${log.all().trim()}`);
  };
  const ask = (command: string): Promise<string> => askSocket(statsSocket(folder), command);
  const info = async (): Promise<ReadonlyMap<string, string>> => new Map([...(await ask('show info')).matchAll(/^(\w+): (.*)$/gm)].map(([, name = '', value = '']) => [name, value]));
  const workerPid = async (): Promise<string | undefined> => (await info()).get('Pid');
  // A signal is lost while the master has not begun to listen again, after a start and after a reload.
  const listens = (): Promise<true> =>
    until(clock, 'the master of HAProxy', limits.start, async () => {
      await alive();
      return /^\d+\s+worker\s/m.test(await askSocket(socket, 'show proc')) ? true : undefined;
    });
  const loaded = (mark: number, limitMs: number): Promise<string> =>
    until(clock, 'HAProxy to say whether it started', limitMs, async () => {
      await alive();
      return /Loading (success|failure)/.exec(log.since(mark))?.[1];
    });
  const follow = async (before: string | undefined, mark: number): Promise<ReloadResult> => {
    if ((await loaded(mark, limits.reload)) === 'failure') {
      await listens();
      return { ok: false, output: log.since(mark) };
    }
    await until(clock, 'the new worker of HAProxy', limits.reload, async () => {
      await alive();
      return (await workerPid()) === before ? undefined : true;
    });
    await listens();
    return { ok: true, output: log.since(mark) };
  };
  const stop = async (): Promise<void> => {
    const cancel = clock.after(limits.stop, () => void child.kill('SIGKILL'));
    child.kill('SIGTERM');
    await gone;
    cancel();
  };

  try {
    await loaded(0, limits.start);
    await until(clock, 'the worker of HAProxy', limits.start, workerPid);
    await listens();
  } catch (error) {
    if (!ended()) await stop();
    throw error;
  }
  return {
    pid,
    socket,
    ask,
    info,
    signal: async () => {
      await listens();
      const [before, mark] = [await workerPid(), log.mark()];
      child.kill('SIGUSR2');
      return { ended: follow(before, mark).catch((error: unknown): ReloadResult => ({ ok: false, output: error instanceof Error ? error.message : String(error) })) };
    },
    stop: async () => {
      if (!ended()) await stop();
    },
  };
}
