import type { InputEvent } from '../../lib/events/types.js';
import type { ApiVersion } from '../../lib/sandbox/ApiProfile.js';
import { realClock } from '../../lib/sandbox/realClock.js';
import type { Sandbox } from '../../lib/sandbox/Sandbox.js';
import { startSandbox } from '../../lib/sandbox/startSandbox.js';
import { mapOf, mapPath } from './wanted.js';
import { transactionKey } from './watchTransactions.js';
import type { TransactionLedger } from './watchTransactions.js';
import type { Wanted } from './wanted.js';

export const password = 'soak-endpoint-password';
const users = [{ name: 'admin', password }];
const versions: readonly ApiVersion[] = ['2.9', '3.0', '3.2', '3.4'];

/** Instances that come and go, each with a pod name of its own. */
export class SoakFleet {
  readonly #instances = new Map<string, Sandbox>();
  #started = 0;

  get instances(): readonly Sandbox[] {
    return [...this.#instances.values()];
  }

  get podNames(): readonly string[] {
    return [...this.#instances.keys()];
  }

  async add(): Promise<void> {
    const index = this.#started++;
    const apiVersion = versions[index % versions.length] ?? '3.2';
    this.#instances.set(`haproxy-${index}`, await startSandbox({ users, apiVersion, reloadDelayMs: 50, clock: realClock }));
  }

  async remove(podName: string): Promise<void> {
    const sandbox = this.#instances.get(podName);
    this.#instances.delete(podName);
    await sandbox?.close();
  }

  /** @param without Pods that the list leaves out. */
  discovered(without: readonly string[] = []): InputEvent {
    return {
      type: 'HAProxyPodsDiscoveredEvent',
      endpoints: [...this.#instances]
        .filter(([podName]) => !without.includes(podName))
        .map(([podName, { url }]) => ({ url, podName, podNamespace: 'soak', username: 'admin', password })),
    };
  }

  heal(): void {
    for (const sandbox of this.instances) sandbox.faults = {};
  }

  /** What stands between the fleet and running `wanted`, disk and memory agreeing and nothing left behind; empty when all is well. */
  async behind(wanted: Wanted, ledger: TransactionLedger): Promise<readonly string[]> {
    const found = await Promise.all([...this.#instances].map(async ([podName, sandbox]) => (await faultsOf(sandbox, wanted, ledger)).map((fault) => `${podName}: ${fault}`)));
    return found.flat();
  }

  /** Failed transactions that stayed behind. */
  get failedTransactions(): number {
    return this.instances.reduce((sum, { state }) => sum + state.transactions.length, 0);
  }

  async close(): Promise<void> {
    await Promise.all(this.podNames.map((podName) => this.remove(podName)));
  }
}

async function faultsOf(sandbox: Sandbox, wanted: Wanted, ledger: TransactionLedger): Promise<readonly string[]> {
  const { diskText, memoryText, runningText, transactions, pendingReloadId, files } = sandbox.state;
  const { backends, maps } = await sandbox.running();
  const revision = `X-Revision ${wanted.revision}\n`;
  const checks: readonly (readonly [boolean, string])[] = [
    [runningText.includes(revision), 'runs another revision'],
    [backends.find(({ name }) => name === 'app')?.servers[0]?.port === wanted.port, 'runs another server'],
    [maps.get(mapPath)?.[0]?.value === String(wanted.entry), 'runs another map'],
    [files[mapPath] === mapOf(wanted), 'has another map stored'],
    [diskText.includes(revision) && diskText.includes(`10.0.0.1:${wanted.port}\n`), 'has another text on disk'],
    [diskText === memoryText, 'has another text in memory than on disk'],
    // A refused push whose answer was lost, or whose attempt was cancelled, leaves a failed one: nobody was told its id.
    [transactions.every(({ status }) => status === 'failed'), 'has a transaction left open'],
    [transactions.every(({ id }) => !ledger.deleted.has(transactionKey(sandbox.url, id))), 'has a transaction that it said to have deleted'],
    [pendingReloadId === undefined, 'has a reload to come'],
  ];
  return checks.flatMap(([right, fault]) => (right ? [] : [fault]));
}
