import { describe, expect, it } from '@jest/globals';
import { startedAfterWrite } from '../../lib/dataplane/isRunning.js';
import type { Fingerprint } from '../../lib/haproxy/fingerprint.js';

const written: Fingerprint = { checksum: 'a'.repeat(64), name: 'x', at: 1_000, by: 'reload', version: 2 };
const startedAt = (second: number, pid = 2): { readonly pid: number; readonly uptimeSeconds: number; readonly dateMs: number } => ({ pid, uptimeSeconds: 10, dateMs: (second + 10) * 1_000 });

describe('startedAfterWrite', () => {
  it.each([
    ['another process, be it as young as the write', startedAt(998), { before: 1 }, true],
    ['another process that is older than that from before the write', startedAt(990), { before: 1 }, false],
    ['the process from before the write, be the clock put forward', startedAt(5_000), { before: 2 }, false],
    ['a process that started at the time named, where that from before is not known', startedAt(1_000), {}, true],
    ['a process that started before it, where that from before is not known', startedAt(999), {}, false],
    ['a process that started in time after a run-time write', startedAt(1_002), { by: 'runtime' }, true],
    ['a process that started with a run-time write', startedAt(1_001), { by: 'runtime' }, false],
  ] as const)('D8 judges %s', (_what, worker, more, proved) => {
    expect(startedAfterWrite(worker, { ...written, ...more })).toBe(proved);
  });

  it('D8 takes nothing for a proof where no worker shows itself, or no clock', () => {
    expect(startedAfterWrite(undefined, written)).toBe(false);
    expect(startedAfterWrite({ pid: 3, uptimeSeconds: 1 }, { ...written, before: 1 })).toBe(false);
  });
});
