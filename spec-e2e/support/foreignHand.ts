import { push } from './call.js';
import type { HAProxySandbox } from './haproxySandbox.js';
import type { Instance } from './Instance.js';

/** Somebody else's push without a reload: the version moves on under whoever is about to write. */
export async function foreignCommit(instance: Instance): Promise<void> {
  const { status } = await push(instance, instance.configuration({ servers: [18099] }), { skip_reload: true });
  if (status !== 201) throw new Error(`the foreign commit was answered ${status}`);
}

/** The next reload is only signalled and comes to nothing, and the API reports a success (facts 4). */
export function loseNextReload({ context }: HAProxySandbox): void {
  context.faults.set({ silentReloadFailures: 1 });
}

/** Every reload takes so long, in milliseconds. */
export function slowReloads({ context }: HAProxySandbox, reloadMs: number): void {
  context.faults.set({ reloadMs });
}

/** The API is killed and started again instead of its next scheduled reload. */
export function killBeforeNextReload({ context }: HAProxySandbox): void {
  context.faults.set({ killBeforeReload: 1 });
}

/** A foreign commit lands between the look and each of the next `times` pushes. */
export function commitBeforePushes({ context }: HAProxySandbox, times: number): void {
  context.faults.set({ conflicts: times });
}
