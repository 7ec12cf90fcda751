import type { ApiContext } from './ApiContext.js';
import { FaultBox } from './faults/FaultBox.js';
import { Lock } from './Lock.js';
import type { ResolvedSandboxOptions } from './options.js';
import { inMemoryProcess } from './process/inMemoryProcess.js';
import { realProcess } from './process/realProcess.js';
import { ConfigStore } from './state/ConfigStore.js';
import { FileStore } from './state/FileStore.js';
import { ReloadAgent } from './state/ReloadAgent.js';
import { Transactions } from './state/Transactions.js';

/** Builds the parts of one sandbox and ties them together. Rejects when its HAProxy does not start. */
export async function createApiContext({ profile, clock, newId, validate, haproxy, initialConfig, refuseReload, reloadDelayMs, faults: initialFaults }: ResolvedSandboxOptions): Promise<ApiContext> {
  const store = new ConfigStore(initialConfig, profile);
  const files = new FileStore();
  const faults = new FaultBox(initialFaults);
  const process = haproxy === undefined ? inMemoryProcess(initialConfig, files, clock, refuseReload) : await realProcess({ ...haproxy, initialText: initialConfig, files, clock });
  const restart = (): void => {
    reloads.restart();
    store.restart();
  };
  const reloads = new ReloadAgent({ clock, delayMs: reloadDelayMs, store, files, process, faults, onKill: restart });
  return { profile, clock, newId, validate, store, files, transactions: new Transactions(), process, reloads, faults, commits: new Lock(), restart };
}
