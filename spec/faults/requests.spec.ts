import { describe, expect, it } from '@jest/globals';
import type { InputEvent } from '../../lib/events/types.js';
import type { PipelineOptions } from '../../lib/runPipeline.js';
import type { FaultEffect } from '../../lib/sandbox/faults/SandboxFaults.js';
import { discovered, validated } from './support/configurations.js';
import { durations, endless, loud, silent, start } from './support/effects.js';
import type { Duration, Fault } from './support/effects.js';
import { longLimits, shortLimits, startFaultRun, versions } from './support/faultRun.js';
import type { Member } from './support/faultRun.js';
import { watchSockets } from './support/watchSockets.js';
import { faultsOfAll, outcomeOf, told, writesTo } from './support/standing.js';
import type { Call } from './support/watchCalls.js';

/**
 * Every fault at every request that a deployment makes, on both kinds of API: a fleet of one
 * instance per fault, each struck at that request, and healthy ones beside them.
 */

const present = { revision: 1, port: 80 };

interface Strategy {
  /** What healthy endpoints end as. */
  readonly ends: 'noop' | 'runtime' | 'raw';
  readonly wanted: typeof present;
  /** Whether everything is deployed once before, by the same process. */
  readonly known: boolean;
  readonly options?: PipelineOptions;
  readonly trigger?: (members: readonly Member[]) => readonly InputEvent[];
}

const strategies = {
  'a look at a known endpoint': { ends: 'noop', wanted: present, known: true, trigger: (members) => [discovered(members.map(({ sandbox }) => sandbox))] },
  'a drift check': { ends: 'noop', wanted: present, known: true, trigger: () => [{ type: 'DriftPreventionTriggeredEvent' }] },
  'a look at an unknown endpoint': { ends: 'noop', wanted: present, known: false },
  'a run-time change': { ends: 'runtime', wanted: { revision: 1, port: 81 }, known: true },
  'a forced reload': { ends: 'raw', wanted: { revision: 2, port: 80 }, known: true },
  'a scheduled reload': { ends: 'raw', wanted: { revision: 2, port: 80 }, known: true, options: { reload: 'scheduled' } },
} as const satisfies Record<string, Strategy>;

/** Code and outcome, or the strategy where the attempt comes through; an outcome alone where the code is a matter of a moment. */
type Expected = Readonly<Record<Fault, string>>;

interface Step {
  readonly of: keyof typeof strategies;
  readonly request: string;
  readonly before: Call;
  readonly nth?: number;
  readonly once: Expected;
  readonly lasting?: Expected;
  /** Where nothing but the time ends the attempt, what answers may take of it. */
  readonly limits?: PipelineOptions;
}

/** Nothing was written yet. */
const untouched = {
  'drop before': 'unreachable untouched',
  'drop after': 'unreachable untouched',
  503: 'unreachable untouched',
  500: 'api_error untouched',
  401: 'unauthorized untouched',
  429: 'unreachable untouched',
  garbage: 'api_error untouched',
  endless: 'api_error untouched',
  hang: 'timeout untouched',
  delay: 'timeout untouched',
} as const;

const as = (outcome: string): Expected => ({
  'drop before': outcome, 'drop after': outcome, 503: outcome, 500: outcome, 401: outcome, 429: outcome, garbage: outcome, endless: outcome, hang: outcome, delay: outcome,
});

/** Something was written; what became of it is not known. */
const unknown = {
  'drop before': 'unreachable unknown',
  'drop after': 'unreachable unknown',
  503: 'unreachable unknown',
  500: 'api_error unknown',
  401: 'unauthorized unknown',
  429: 'unreachable unknown',
  garbage: 'api_error unknown',
  endless: 'api_error unknown',
  hang: 'timeout unknown',
  delay: 'timeout unknown',
} as const;

/** A write: some answers say that it was not looked at (facts 1). */
const written = { ...unknown, 401: 'unauthorized untouched', 429: 'unreachable untouched' } as const;
/** `runtime/info` may be missing: an answer that is none says no more than that (design D8). */
const noWorker = (strategy: string) => ({ 500: strategy, garbage: strategy, endless: strategy });

const steps: readonly Step[] = [
  { of: 'a look at a known endpoint', request: 'the version', before: 'version', once: untouched },
  { of: 'a drift check', request: 'the text', before: 'readRaw', once: untouched },
  { of: 'a look at an unknown endpoint', request: 'the API version', before: 'readRaw', once: untouched },
  { of: 'a look at an unknown endpoint', request: 'the reloads', before: 'reloads', once: untouched },
  { of: 'a look at an unknown endpoint', request: 'the worker', before: 'worker', once: { ...untouched, ...noWorker('noop') } },
  { of: 'a run-time change', request: 'the text', before: 'readRaw', once: untouched },
  {
    of: 'a run-time change', request: 'the write', before: 'writeRaw',
    // What is unclear turns into a reloading push at once; what waits has used up its time.
    once: { ...as('raw'), 401: written[401], 429: written[429], hang: written.hang, delay: written.delay },
    lasting: written,
  },
  {
    of: 'a run-time change', request: 'the values read back', before: 'servers',
    // Every action was answered for; garbage shows no value, so none contradicts that (design D8).
    once: { ...as('raw'), garbage: 'runtime' },
    lasting: { ...unknown, garbage: 'runtime' },
  },
  { of: 'a forced reload', request: 'the text', before: 'readRaw', once: untouched },
  {
    of: 'a forced reload', request: 'the worker', before: 'worker',
    once: { ...untouched, ...noWorker('raw') },
    lasting: { ...untouched, 500: unknown[500], garbage: unknown.garbage, endless: unknown.endless },
  },
  {
    of: 'a forced reload', request: 'the write', before: 'writeRaw',
    // The answer was lost but the reload took place: the next look proves it.
    once: { ...written, 'drop after': 'raw' },
    lasting: written,
  },
  {
    of: 'a forced reload', request: 'the proof', before: 'worker', nth: 2,
    once: { ...as('raw'), 401: unknown[401] },
    // The API's word is enough where it has no `runtime/info` (design D8).
    lasting: { ...unknown, ...noWorker('raw') },
  },
  { of: 'a scheduled reload', request: 'the text', before: 'readRaw', once: untouched },
  {
    of: 'a scheduled reload', request: 'the worker', before: 'worker',
    once: { ...untouched, ...noWorker('raw') },
    lasting: { ...untouched, 500: unknown[500], garbage: unknown.garbage, endless: unknown.endless },
  },
  {
    of: 'a scheduled reload', request: 'the write', before: 'writeRaw',
    once: { ...written, 'drop after': 'raw' },
    lasting: written,
  },
  {
    of: 'a scheduled reload', request: 'the state of the reload', before: 'reload', limits: { requestTimeoutMs: 1_000, reloadTimeoutMs: 1_000, instanceTimeoutMs: 4_000 },
    once: { ...as('raw'), 401: unknown[401] },
    lasting: { ...as('unknown'), 401: unknown[401] },
  },
  { of: 'a scheduled reload', request: 'the text after it', before: 'readRaw', nth: 2, once: unknown },
  {
    of: 'a scheduled reload', request: 'the proof', before: 'worker', nth: 2,
    once: { ...as('raw'), 401: unknown[401] },
    lasting: { ...unknown, ...noWorker('raw') },
  },
];

describe('a request that goes wrong', () => {
  it.each(steps)('D2 D8 D9 ends $of to one endpoint as designed, and the next attempt mends it: $request', async (step) => {
    await strikeAt(step, loud, step.limits ?? longLimits);
  }, 30_000);

  it.each(steps)('D2 D8 D9 does so where an answer does not end: $of, $request', async (step) => {
    await strikeAt(step, endless, step.limits ?? longLimits);
  }, 30_000);

  it.each(steps)('D2 D8 D9 does so where no answer comes in time: $of, $request', async (step) => {
    await strikeAt(step, silent, shortLimits);
  }, 30_000);
});

async function strikeAt({ of: name, before, nth = 1, once, lasting = once }: Step, effects: Readonly<Record<string, FaultEffect>>, limits: PipelineOptions): Promise<void> {
  const strategy: Strategy = strategies[name];
  const { ends: healthyEnd, wanted, known, options } = strategy;
  const expected: Readonly<Record<Duration, Readonly<Record<string, string>>>> = { once, lasting };
  const cases = Object.entries(effects).flatMap(([fault, effect]) => durations.map((duration) => ({ fault, effect, duration, end: expected[duration][fault] })));
  const left = watchSockets();
  const run = await startFaultRun({
    strikes: cases.map(({ fault, effect, duration }) => ({
      name: `${fault} ${duration}`,
      before: (call, number, sandbox) => {
        if (call === before && number === nth) start(sandbox, effect, duration);
      },
    })),
    initial: present,
    pipeline: { ...limits, ...options },
  });
  try {
    if (known) {
      const settled = run.deployed(run.members);
      run.send(validated(present));
      await settled;
    }
    const writesBefore = new Map(run.members.map((member) => [member, writesTo(member)]));

    const ends = await run.strike(strategy.trigger?.(run.members) ?? validated(wanted));

    const designed = new Map<string, string | undefined>(versions.flatMap((version) => [
      [`healthy ${version}`, healthyEnd] as const,
      ...cases.map(({ fault, duration, end }) => [`${fault} ${duration} ${version}`, end] as const),
    ]));
    const shown = [...ends].map(([{ name: member }, list]) => [member, designed.get(member) === 'unknown' ? outcomeOf(list) : told(list)] as const);
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(designed));
    const undisturbed = run.members.filter((member) => member.name.startsWith('healthy'));
    expect(undisturbed.map((member) => writesTo(member) - writesBefore.get(member)!)).toEqual(undisturbed.map(() => (healthyEnd === 'noop' ? 0 : 1)));

    run.heal();
    const behind = [...ends].filter(([, [end]]) => end?.type === 'InstanceDeploymentFailedEvent');
    const mended = run.deployed(behind.map(([member]) => member));
    const parked = behind.filter(([, list]) => told(list).startsWith('unauthorized')).map(([{ sandbox }]) => sandbox.url);
    if (parked.length > 0) run.send([{ type: 'ReconcileRequestedEvent', endpoints: parked }]);
    await mended;
    await run.finish();

    expect(await faultsOfAll(run.members, wanted)).toEqual({});
    expect(await left()).toBe(0);
  } finally {
    await run.close();
  }
}
