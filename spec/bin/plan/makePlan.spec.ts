import { describe, expect, it } from '@jest/globals';
import { makePlan } from '../../../bin/plan/makePlan.js';
import type { PlanInput } from '../../../bin/plan/makePlan.js';
import { describePlan } from '../../../lib/haproxy/describePlan.js';
import type { FilePlan } from '../../../lib/haproxy/diffAuxFiles.js';
import type { Finding } from '../../../lib/haproxy/lintFinding.js';
import { wantedFiles } from '../../../lib/haproxy/wantedFiles.js';

const config = 'backend a\n  balance roundrobin\n  server s 127.0.0.1:1 weight 1\n';
const heavier = config.replace('weight 1', 'weight 2');
const [file] = wantedFiles({ maps: [{ path: 'a.map', content: 'a\n' }] });
if (file === undefined) throw new Error('one file is wanted');

const finding: Finding = { rule: 'long-line', severity: 'loss', line: 1, section: '', message: 'cut', mend: 'shorten' };
const files = (some: Partial<FilePlan>): FilePlan => ({ creates: [], replaces: [], removes: [], kept: [], unproved: [], ...some });

function seen(from: string, to: string, more: Partial<PlanInput> = {}): PlanInput {
  return { described: describePlan(from, to), proved: false, mapsOnly: false, prepared: undefined, files: undefined, findings: [], refusals: [], ...more };
}

describe('makePlan', () => {
  it('D5 comes to runtime where every change can be made at run time and the process is known to run what is stored', () => {
    expect(makePlan(seen(config, heavier, { prepared: { entries: [] } }))).toMatchObject({ strategy: 'runtime', differs: true, runtimeOnly: true, causes: [], counts: { server_update: 1 } });
  });

  it('D5 comes to reload where that is not known, and says why', () => {
    const { strategy, runtimeOnly, causes } = makePlan(seen(config, heavier));

    expect([strategy, runtimeOnly]).toEqual(['reload', true]);
    expect(causes).toEqual([{ reason: expect.stringContaining('it is not known that HAProxy runs what is stored'), count: 0 }]);
  });

  it('gives the threshold as the cause where it is one', () => {
    const described = describePlan(`${config}  server t 127.0.0.1:2 weight 1\n`, `${heavier}  server t 127.0.0.1:2 weight 2\n`, { rawPushThreshold: 1 });

    expect(makePlan(seen('', '', { described }))).toMatchObject({ strategy: 'reload', runtimeOnly: false, causes: [{ reason: '2 run-time actions are more than the threshold of 1', count: 0 }] });
  });

  it('D4 comes to noop where nothing differs and it is proved to run', () => {
    expect(makePlan(seen(config, config, { proved: true, findings: [finding] }))).toMatchObject({ strategy: 'noop', differs: false, causes: [], findings: [] });
  });

  it('D8 comes to reload where nothing differs and nothing proves that it runs', () => {
    expect(makePlan(seen(config, config, { findings: [finding] }))).toMatchObject({ strategy: 'reload', differs: false, causes: [{ reason: expect.stringContaining('nothing differs, but nothing proves'), count: 0 }], findings: [finding] });
  });

  it('D6 takes a reload for new and changed files, none for those that go', () => {
    expect(makePlan(seen(config, heavier, { files: files({ creates: [file] }) }))).toMatchObject({ strategy: 'reload', runtimeOnly: false, causes: [{ reason: 'HAProxy loads changed files by a reload only', count: 1 }] });
    expect(makePlan(seen(config, config, { proved: true, files: files({ removes: [{ store: 'maps', name: 'b.map' }] }) }))).toMatchObject({
      strategy: 'noop', differs: true, counts: { map_delete: 1 }, files: [{ action: 'delete', store: 'maps', name: 'b.map' }],
    });
  });

  it('D5 comes to runtime for a map that the process can follow, with the number of entries, and else says what it takes', () => {
    const changed = { mapsOnly: true, files: files({ replaces: [file] }) };
    const map = { name: 'a.map', entries: () => new Map<string, string>(), exact: true };
    const entries = [{ map, changes: [{ action: 'delete', key: 'x' }, { action: 'set', key: 'y', value: '1' }, { action: 'set', key: 'z', value: '1' }] as const }];

    expect(makePlan(seen(config, config, { ...changed, prepared: { entries } }))).toMatchObject({
      strategy: 'runtime', differs: true, runtimeOnly: true, causes: [], counts: { map_update: 1 }, files: [{ action: 'update', name: 'a.map', entries: { add: 0, set: 2, delete: 1 } }],
    });
    expect(makePlan(seen(config, heavier, changed))).toMatchObject({ strategy: 'reload', runtimeOnly: true, causes: [{ reason: expect.stringContaining('a changed map needs none only where'), count: 1 }] });
    expect(makePlan(seen(config, `${config}backend b\n`, changed))).toMatchObject({ strategy: 'reload', runtimeOnly: false });
  });

  it('D6 tells what is kept, which is no difference', () => {
    expect(makePlan(seen(config, config, { proved: true, files: files({ kept: [{ store: 'maps', name: 'b.map' }] }) }))).toMatchObject({
      strategy: 'noop', differs: false, counts: {}, files: [{ action: 'keep', store: 'maps', name: 'b.map' }],
    });
  });

  it('counts changes by their cause and names the place of the first', () => {
    const before = 'frontend f\n  bind :1\n  http-request deny\nbackend old\n';
    const after = 'frontend f\n  bind :1\n  http-request allow\n  acl a path /\nbackend new\n';

    expect(makePlan(seen(before, after)).causes).toEqual([
      { reason: 'no run-time command changes this line', count: 2, first: 'frontend f, line 3' },
      { reason: 'sections are created, changed and deleted by a reload only', count: 2, first: 'backend new, line 5' },
    ]);
  });

  it('is about the configuration alone where the files were refused unseen', () => {
    const refusals = [{ reason: 'files', message: 'x', mend: 'y' }] as const;

    expect(makePlan(seen(config, config, { refusals }))).toMatchObject({ strategy: 'noop', differs: false, refusals });
  });
});
