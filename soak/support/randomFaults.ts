import type { FaultEffect, SandboxFaults } from '../../lib/sandbox/faults/SandboxFaults.js';
import type { Chance } from './seededRandom.js';

const effects: readonly FaultEffect[] = [
  { kind: 'drop', when: 'before' },
  { kind: 'drop', when: 'after' },
  { kind: 'hang' },
  { kind: 'delay', ms: 100 },
  { kind: 'delay', ms: 4_000 },
  { kind: 'status', status: 401 },
  { kind: 'status', status: 404 },
  { kind: 'status', status: 409 },
  { kind: 'status', status: 429 },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 503 },
  { kind: 'garbage' },
  { kind: 'endless' },
];

const paths = ['*', '*/configuration/raw', '*/configuration/version', '*/reloads*', '*/runtime/*', '*/storage/*', '*/info'];

/** Something to go wrong at one instance: a request, a reload, a command, another writer. */
export function randomFaults(chance: Chance): SandboxFaults {
  const times = 1 + chance.below(5);
  const path = chance.pick(paths);
  return chance.pick<() => SandboxFaults>([
    () => ({ rules: [{ effect: chance.pick(effects), times, path, ...(chance.happens(0.5) ? { method: chance.pick(['GET', 'POST', 'PUT']) } : {}) }] }),
    () => ({ rules: [{ effect: chance.pick(effects) }] }),
    () => ({ refuseConfig: 'parsing: refused by the soak', refuseTimes: times }),
    () => ({ conflicts: times }),
    () => ({ failReloads: times }),
    () => ({ silentReloadFailures: times }),
    () => ({ killBeforeReload: times }),
    () => ({ reloadMs: 20 * times }),
    () => ({ failRuntimeActions: times }),
  ])();
}
