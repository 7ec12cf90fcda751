import type { ApiContext } from './ApiContext.js';
import { FaultBox } from './faults/FaultBox.js';
import { Lock } from './Lock.js';
import type { ResolvedSandboxOptions } from './options.js';
import { inMemoryProcess } from './process/inMemoryProcess.js';
import { ConfigStore } from './state/ConfigStore.js';
import { FileStore } from './state/FileStore.js';
import { ReloadAgent } from './state/ReloadAgent.js';
import { Transactions } from './state/Transactions.js';

/** Builds the parts of one sandbox and ties them together. */
export function createApiContext({ profile, clock, newId, validate, initialConfig, refuseReload, reloadDelayMs, faults: initialFaults }: ResolvedSandboxOptions): ApiContext {
  const store = new ConfigStore(initialConfig, profile);
  const files = new FileStore();
  const faults = new FaultBox(initialFaults);
  const process = inMemoryProcess(initialConfig, files, clock, refuseReload);
  const restart = (): void => {
    reloads.restart();
    store.restart();
  };
  const reloads = new ReloadAgent({ clock, delayMs: reloadDelayMs, store, files, process, faults, onKill: restart });
  return { profile, clock, newId, validate, store, files, transactions: new Transactions(), process, reloads, faults, commits: new Lock(), restart };
}
