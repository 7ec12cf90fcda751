import { describe, expect, it } from '@jest/globals';
import type { PipelineOptions } from '../../lib/runPipeline.js';
import type { SandboxFaults } from '../../lib/sandbox/faults/SandboxFaults.js';
import type { Sandbox } from '../../lib/sandbox/Sandbox.js';
import { validated } from './support/configurations.js';
import type { Configuration } from './support/configurations.js';
import { longLimits, startFaultRun, versions } from './support/faultRun.js';
import type { Member, Strike } from './support/faultRun.js';
import { faultsOfAll, told } from './support/standing.js';
import type { Call } from './support/watchCalls.js';
import { watchSockets } from './support/watchSockets.js';

/** What goes wrong behind the API: HAProxy, its reloads, other writers, the API's own life. */

const present = { revision: 1, port: 80 };
const changes = {
  'a run-time change': { to: { revision: 1, port: 81 }, healthy: 'runtime', options: {} },
  'a forced reload': { to: { revision: 2, port: 80 }, healthy: 'raw', options: {} },
  'a scheduled reload': { to: { revision: 2, port: 80 }, healthy: 'raw', options: { reload: 'scheduled' } },
} as const satisfies Record<string, { readonly to: Configuration; readonly healthy: string; readonly options: PipelineOptions }>;

interface Case {
  readonly fault: string;
  readonly of: keyof typeof changes;
  readonly before: Strike['before'];
  /** How the deployment ends at that endpoint. */
  readonly ends: string;
  /** What it runs then, disk and memory agreeing; absent where that is not known. */
  readonly then?: 'old' | 'new';
}

const at = (kind: Call, number: number, act: (sandbox: Sandbox) => void): Strike['before'] => (call, nth, sandbox) => {
  if (call === kind && nth === number) act(sandbox);
};
const set = (faults: SandboxFaults): Strike['before'] => at('readRaw', 1, (sandbox) => (sandbox.faults = faults));
const restart = (sandbox: Sandbox): void => sandbox.restart();
const foreignCommit = (sandbox: Sandbox): void => sandbox.foreignCommit();
const refusedPush = 'unknown keyword \'mode\' in \'defaults\' section';

const cases: readonly Case[] = [
  { fault: 'HAProxy refuses it', of: 'a forced reload', before: set({ refuseConfig: refusedPush }), ends: 'rejected untouched', then: 'old' },
  { fault: 'HAProxy refuses it', of: 'a scheduled reload', before: set({ refuseConfig: refusedPush }), ends: 'rejected untouched', then: 'old' },
  { fault: 'HAProxy refuses it', of: 'a run-time change', before: set({ refuseConfig: refusedPush }), ends: 'rejected untouched', then: 'old' },
  { fault: 'a command fails', of: 'a run-time change', before: set({ failRuntimeActions: 1 }), ends: 'raw', then: 'new' },
  { fault: 'a command and the reload after it fail', of: 'a run-time change', before: set({ failRuntimeActions: 1, failReloads: 1 }), ends: 'reload_failed unknown' },
  { fault: 'the reload fails', of: 'a forced reload', before: set({ failReloads: 1 }), ends: 'reload_failed reverted', then: 'old' },
  { fault: 'the reload fails', of: 'a scheduled reload', before: set({ failReloads: 1 }), ends: 'reload_failed reverted', then: 'old' },
  { fault: 'the reload fails unseen', of: 'a forced reload', before: set({ silentReloadFailures: 1 }), ends: 'reload_failed reverted', then: 'old' },
  { fault: 'the reload fails unseen', of: 'a scheduled reload', before: set({ silentReloadFailures: 1 }), ends: 'reload_failed reverted', then: 'old' },
  {
    fault: 'the reload fails, and what is written back is lost', of: 'a forced reload', ends: 'reload_failed unknown',
    before: (call, nth, sandbox) => {
      at('writeRaw', 1, () => (sandbox.faults = { failReloads: 1 }))(call, nth, sandbox);
      at('writeRaw', 2, () => (sandbox.faults = { rules: [{ effect: { kind: 'drop', when: 'before' }, times: 1 }] }))(call, nth, sandbox);
    },
  },
  { fault: 'the API is killed before the reload', of: 'a scheduled reload', before: set({ killBeforeReload: 1 }), ends: 'api_error unknown' },
  { fault: 'one conflict', of: 'a forced reload', before: set({ conflicts: 1 }), ends: 'raw', then: 'new' },
  { fault: 'three conflicts', of: 'a scheduled reload', before: set({ conflicts: 3 }), ends: 'raw', then: 'new' },
  { fault: 'conflicts without end', of: 'a forced reload', before: set({ conflicts: 1_000 }), ends: 'conflict untouched' },
  { fault: 'conflicts without end', of: 'a run-time change', before: set({ conflicts: 1_000 }), ends: 'conflict untouched' },
  ...(['readRaw', 'worker', 'writeRaw'] as const).map((call): Case => ({ fault: `a restart of the API before ${call}`, of: 'a forced reload', before: at(call, 1, restart), ends: 'raw', then: 'new' })),
  { fault: 'a restart of the API before the proof', of: 'a forced reload', before: at('worker', 2, restart), ends: 'raw', then: 'new' },
  { fault: 'a restart of the API before the values are read back', of: 'a run-time change', before: at('servers', 1, restart), ends: 'runtime', then: 'new' },
  { fault: 'somebody else writes before the write', of: 'a forced reload', before: at('writeRaw', 1, foreignCommit), ends: 'raw', then: 'new' },
  { fault: 'somebody else writes before the write', of: 'a run-time change', before: at('writeRaw', 1, foreignCommit), ends: 'raw', then: 'new' },
];

const names = ['a run-time change', 'a forced reload', 'a scheduled reload'] as const satisfies (keyof typeof changes)[];

describe('what goes wrong behind the API', () => {
  it.each(names)('D7 D8 D8a D9 ends %s as designed, where what is known runs, and new content mends the rest', async (name) => {
    const { to, healthy, options } = changes[name];
    const struck = cases.filter((one) => one.of === name);
    const left = watchSockets();
    const run = await startFaultRun({
      strikes: struck.map(({ fault, before }) => ({ name: fault, before })),
      initial: present,
      pipeline: { ...longLimits, ...options },
    });
    try {
      const settled = run.deployed(run.members);
      run.send(validated(present));
      await settled;

      const found = await run.strike(validated(to));

      expect(Object.fromEntries([...found].map(([member, list]) => [member.name, told(list)]))).toEqual(
        Object.fromEntries(versions.flatMap((version) => [[`healthy ${version}`, healthy], ...struck.map(({ fault, ends }) => [`${fault} ${version}`, ends] as const)])),
      );
      const standing = (then: Case['then']): readonly Member[] =>
        run.members.filter((member) => struck.some((one) => one.then === then && member.name.startsWith(`${one.fault} `)));
      expect(await faultsOfAll(standing('old'), present)).toEqual({});
      expect(await faultsOfAll(standing('new'), to)).toEqual({});

      run.heal();
      const next = { revision: 3, port: 90 };
      const deployed = run.deployed(run.members);
      run.send(validated(next));
      await deployed;
      await run.finish();

      expect(await faultsOfAll(run.members, next)).toEqual({});
      expect(await left()).toBe(0);
    } finally {
      await run.close();
    }
  }, 30_000);
});
