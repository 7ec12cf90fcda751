import type { Clock } from '../Clock.js';
import type { FileSet } from '../state/FileStore.js';
import type { HaproxyProcess, ReloadResult } from './HaproxyProcess.js';
import { parseRunning } from './parseRunning.js';
import { runCommand } from './runCommand.js';

/** Of the first worker; each further one adds 1. */
const firstPid = 1_001;

/** Tells why a worker would not start on a text that is valid, e.g. a port in use; `undefined` when it would. */
export type RefuseReload = (text: string) => string | undefined;

/** A HAProxy without traffic: it keeps what it was started with and what was changed since. */
export function inMemoryProcess(initialText: string, files: FileSet, clock: Clock, refuse: RefuseReload = () => undefined): HaproxyProcess {
  let running = initialText;
  let state = parseRunning(initialText, files);
  let pid = firstPid;
  let startedMs = clock.now();
  return {
    get running() {
      return running;
    },
    reload: (text, present): Promise<ReloadResult> => {
      const reason = refuse(text);
      if (reason !== undefined) return Promise.resolve({ ok: false, output: reason });
      running = text;
      state = parseRunning(text, present);
      pid += 1;
      startedMs = clock.now();
      return Promise.resolve({ ok: true, output: '[NOTICE] : Loading success.' });
    },
    info: () => Promise.resolve({ pid, uptimeSeconds: Math.floor((clock.now() - startedMs) / 1_000) }),
    execute: (command) => {
      const result = runCommand(state, command);
      state = result.state;
      return Promise.resolve(result.reply);
    },
    state: () => Promise.resolve(state),
    stop: () => Promise.resolve(),
  };
}
