import { setTimeout as wait } from 'node:timers/promises';
import type { InputEvent } from '../../lib/events/types.js';
import { randomFaults } from './randomFaults.js';
import type { Chance } from './seededRandom.js';
import type { SoakFleet } from './SoakFleet.js';
import { rendered, textOf, validated } from './wanted.js';
import type { Wanted } from './wanted.js';

/** What the churn acts on. */
export interface Stage {
  readonly fleet: SoakFleet;
  readonly chance: Chance;
  /** The newest validated configuration. */
  wanted: Wanted;
  readonly send: (events: readonly InputEvent[]) => void;
  readonly lead: (leads: boolean) => void;
}

/** A new configuration of a random kind; it becomes the wanted one. */
export function change(stage: Stage): void {
  const { chance, wanted } = stage;
  const random = (): number => 1 + chance.below(60_000);
  stage.wanted = chance.pick<() => Wanted>([
    () => ({ ...wanted, revision: wanted.revision + 1, port: random(), entry: random() }),
    () => ({ ...wanted, revision: wanted.revision + 1 }),
    () => ({ ...wanted, port: random() }),
    () => ({ ...wanted, port: random() }),
    () => ({ ...wanted, entry: random() }),
  ])();
  stage.send(validated(stage.wanted));
}

/** One thing out of all that happens to a fleet and its controller. */
export async function churn(stage: Stage): Promise<void> {
  const { chance, fleet, send, lead } = stage;
  const sandbox = chance.pick(fleet.instances);
  const podName = chance.pick(fleet.podNames);
  await chance.pick<() => unknown>([
    () => change(stage),
    () => change(stage),
    () => Array.from({ length: 30 }, () => change(stage)),
    () => send([rendered({ revision: -1, port: 1, entry: 1 })]),
    () => send([rendered(stage.wanted), { type: 'ValidationFailedEvent', errors: ['told to fail'] }]),
    () => send([{ type: 'ValidationCompletedEvent', correlationId: 'unknown' }]),
    () => send([fleet.discovered()]),
    () => send([fleet.discovered([podName])]),
    async () => {
      send([{ type: 'HAProxyPodTerminatedEvent', podName, podNamespace: 'soak' }]);
      await fleet.remove(podName);
      await fleet.add();
      send([fleet.discovered()]);
    },
    async () => {
      // Killed without a word; its successor is found.
      await fleet.remove(podName);
      await fleet.add();
      send([fleet.discovered()]);
    },
    async () => {
      send([{ type: 'PauseRequestedEvent' }]);
      await wait(chance.below(300));
      send([{ type: 'ResumeRequestedEvent' }]);
    },
    async () => {
      lead(false);
      change(stage);
      await wait(chance.below(300));
      lead(true);
    },
    () => lead(true),
    () => send([{ type: 'ReconcileRequestedEvent', force: chance.happens(0.5) }]),
    () => send([{ type: 'ReconcileRequestedEvent', endpoints: [sandbox.url] }]),
    () => send([{ type: 'DriftPreventionTriggeredEvent' }]),
    () => send([{ type: 'DeploymentCancelRequestEvent', reason: 'the soak' }]),
    () => sandbox.restart(),
    () => sandbox.foreignCommit(),
    () => sandbox.foreignCommit(textOf({ ...stage.wanted, port: 7 })),
    () => sandbox.editDisk(textOf({ ...stage.wanted, port: 9 })),
    () => sandbox.haproxy.execute('set server app/s1 state drain'),
    () => (sandbox.faults = randomFaults(chance)),
    () => (sandbox.faults = randomFaults(chance)),
    () => (sandbox.faults = randomFaults(chance)),
    () => (sandbox.faults = {}),
  ])();
}
