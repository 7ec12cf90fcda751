import { push } from './call.js';
import type { HAProxySandbox } from './haproxySandbox.js';
import type { Instance } from './Instance.js';

/** Somebody else's push without a reload: the version moves on under whoever is about to write. */
export async function foreignCommit(instance: Instance): Promise<void> {
  const { status } = await push(instance, instance.configuration({ servers: [18099] }), { skip_reload: true });
  if (status !== 201) throw new Error(`the foreign commit was answered ${status}`);
}

/** The next reload is only signalled and comes to nothing, and the API reports a success (facts 4). */
export function loseNextReload({ sandbox }: HAProxySandbox): void {
  sandbox.faults = { silentReloadFailures: 1 };
}

/** Every reload takes so long, in milliseconds. */
export function slowReloads({ sandbox }: HAProxySandbox, reloadMs: number): void {
  sandbox.faults = { reloadMs };
}

/** The API is killed and started again instead of its next scheduled reload. */
export function killBeforeNextReload({ sandbox }: HAProxySandbox): void {
  sandbox.faults = { killBeforeReload: 1 };
}

/** A foreign commit lands between the look and each of the next `times` pushes. */
export function commitBeforePushes({ sandbox }: HAProxySandbox, times: number): void {
  sandbox.faults = { conflicts: times };
}
