import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { maskText } from '../../haproxy/mask.js';
import type { Clock } from '../Clock.js';
import type { FileSet } from '../state/FileStore.js';
import { relocate } from '../state/relocate.js';
import type { HaproxyProcess } from './HaproxyProcess.js';
import { ownText } from './ownText.js';
import { readRunning } from './readRunning.js';
import { startMaster, statsSocket } from './startMaster.js';

/** A real HAProxy for the sandbox. */
export interface HaproxyOptions {
  /** Path of the haproxy program, 2.6 or later. */
  readonly program: string;
  /**
   * Where its temporary folders are made.
   *
   * @defaultValue the system's
   */
  readonly folder?: string;
  /**
   * `awaited`: a reload ends with HAProxy's own word, as over the master's socket. `signalled`: it
   * counts as a success as soon as the master was told, as behind a `reload_cmd` that only signals (facts 4).
   *
   * @defaultValue `awaited`
   */
  readonly reload?: 'awaited' | 'signalled';
}

/** A real HAProxy, and where it lies. */
export interface RealProcess extends HaproxyProcess {
  readonly folder: string;
  /** What is read besides the socket of its own. */
  readonly configFile: string;
  readonly masterPid: number;
  readonly masterSocket: string;
}

export interface RealProcessParts extends HaproxyOptions {
  readonly initialText: string;
  readonly files: FileSet;
  readonly clock: Clock;
}

/**
 * Starts a real HAProxy in master-worker mode, in a temporary folder in which the API's storage is
 * laid out at the start and at each reload.
 *
 * Its runtime socket is one of the folder; a `stats socket` or `pidfile` that a configuration names
 * is not opened. Ports are those of the configuration. `stop` ends it and removes the folder; when
 * this process dies before, a guard does.
 *
 * Rejects with HAProxy's words, masked, when it does not start.
 */
export async function realProcess({ program, folder: parent = tmpdir(), reload = 'awaited', initialText, files: initialFiles, clock }: RealProcessParts): Promise<RealProcess> {
  const folder = await mkdtemp(join(parent, 'haproxy-sandbox-'));
  const configFile = join(folder, 'etc/haproxy/haproxy.cfg');
  const socketFile = join(folder, 'sandbox.cfg');
  let running = initialText;
  let { bend, straighten } = relocate(initialFiles, folder);
  const layOut = async (text: string, files: FileSet): Promise<void> => {
    const place = relocate(files, folder);
    ({ bend, straighten } = place);
    await place.layOut();
    await writeFile(configFile, bend(ownText(text)), { mode: 0o600 });
  };
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });

  const start = async (): ReturnType<typeof startMaster> => {
    await mkdir(dirname(configFile), { recursive: true });
    await writeFile(socketFile, `global\n  stats socket ${statsSocket(folder)} mode 600 level admin\n`);
    await layOut(initialText, initialFiles);
    return startMaster({ program, folder, files: [socketFile, configFile], clock });
  };
  const master = await start().catch(async (error: unknown) => {
    await remove();
    throw new Error(maskText(straighten(error instanceof Error ? error.message : String(error))), { cause: error });
  });
  const ask = async (command: string): Promise<string> => straighten(await master.ask(command));

  return {
    folder,
    configFile,
    masterPid: master.pid,
    masterSocket: master.socket,
    get running() {
      return running;
    },
    reload: async (text, files) => {
      try {
        await layOut(text, files);
        const { ended } = await master.signal();
        const settled = ended.then((result) => {
          if (result.ok) running = text;
          return { ...result, output: straighten(result.output) };
        });
        return reload === 'awaited' ? await settled : { ok: true, output: '' };
      } catch (error) {
        return { ok: false, output: straighten(error instanceof Error ? error.message : String(error)) };
      }
    },
    info: async () => {
      const info = await master.info();
      const version = info.get('Version');
      return { pid: Number(info.get('Pid')), uptimeSeconds: Number(info.get('Uptime_sec')), ...(version === undefined ? {} : { version }) };
    },
    execute: async (command) => {
      const answer = (await ask(`set severity-output number; ${bend(command)}`)).trim();
      const [, severity, text] = /^\[(\d)\]: (.*)/s.exec(answer) ?? [];
      return severity === undefined || text === undefined ? { severity: 6, text: answer } : { severity: Number(severity), text: text.trim() };
    },
    state: () => readRunning(ask),
    stop: async () => {
      await master.stop();
      await remove();
    },
  };
}
