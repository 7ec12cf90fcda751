import type { ApiContext } from './ApiContext.js';
import type { SandboxState } from './Sandbox.js';

/** A copy of what the parts of a sandbox hold now. */
export function readState({ store, process, reloads, transactions, files }: ApiContext): SandboxState {
  return {
    diskText: store.diskText,
    memoryText: store.memoryText,
    lastGoodText: store.lastGoodText,
    runningText: process.running,
    version: store.version,
    ...(reloads.pendingId === undefined ? {} : { pendingReloadId: reloads.pendingId }),
    reloads: reloads.succeeded,
    transactions: transactions.all,
    files: Object.fromEntries([...files.contents].map(([path, content]) => [path, Buffer.from(content, 'latin1').toString('utf8')])),
  };
}
