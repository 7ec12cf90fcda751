import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { diagram } from './support/diagram.js';
import { violations } from './support/invariants.js';
import type { Violation } from './support/invariants.js';
import { runProperty } from './support/runProperty.js';
import { simulate } from './support/simulate.js';
import type { Happening, Outcome, Scenario } from './support/simulate.js';

/** How long the world stays calm at the end, in milliseconds: most have settled by the first, and the rest of an endpoint that somebody fights takes the second (design R7). */
const [shortCalmMs, longCalmMs] = [300_000, 7_200_000];

const hostIndex = fc.nat({ max: 3 });
const content = fc.nat({ max: 3 });
/** Mostly at once or soon, sometimes after everything has settled. */
const pause = fc.oneof({ weight: 3, arbitrary: fc.nat({ max: 50 }) }, { weight: 3, arbitrary: fc.nat({ max: 3_000 }) }, fc.nat({ max: 100_000 }));

const fault = fc.oneof(
  fc.constantFrom('hang', 'lost', 'refused', 'garbage' as const),
  fc.record({ late: fc.nat({ max: 40_000 }) }),
  fc.record({ code: fc.constantFrom('unreachable', 'timeout', 'api_error', 'conflict', 'unauthorized', 'incompatible' as const) }),
);
const call = fc.constantFrom('version', 'readRaw', 'writeRaw', 'reload', 'reloads', 'worker', 'deleteTransaction' as const);

const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ after: pause, what: fc.constant('validate' as const), content }) },
  { weight: 1, arbitrary: fc.record({ after: pause, what: fc.constant('failValidation' as const), content }) },
  { weight: 3, arbitrary: fc.record({ after: pause, what: fc.constant('render' as const), content }) },
  { weight: 3, arbitrary: fc.record({ after: pause, what: fc.constant('validateLate' as const), back: fc.nat({ max: 3 }) }) },
  { weight: 4, arbitrary: fc.record({ after: pause, what: fc.constant('discover' as const), hosts: fc.array(hostIndex, { maxLength: 4 }) }) },
  { weight: 4, arbitrary: fc.record({ after: pause, what: fc.constantFrom('lose', 'lead', 'pause', 'resume', 'drift', 'cancel', 'reconcile' as const) }) },
  { weight: 8, arbitrary: fc.record({ after: pause, what: fc.constant('fault' as const), host: hostIndex, call, fault }) },
  { weight: 2, arbitrary: fc.record({ after: pause, what: fc.constant('edit' as const), host: hostIndex, keepsFingerprint: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ after: pause, what: fc.constantFrom('restartApi', 'restartHaproxy', 'foreignReload' as const), host: hostIndex }) },
);

const scenario: fc.Arbitrary<Scenario> = fc.record({
  hosts: fc.array(
    fc.record({
      latencyMs: fc.oneof(fc.constant(1), fc.nat({ max: 500 })),
      reloadMs: fc.oneof(fc.constant(0), fc.nat({ max: 4_000 })),
      reloadDelayMs: fc.nat({ max: 5_000 }),
      rejects: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(content, { maxLength: 2 })),
      signals: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, fc.nat({ max: 4_000 })),
      failsToReload: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(content, { maxLength: 2 })),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  happenings: fc.array(happening, { maxLength: 25 }),
  options: fc.record({
    minDeploymentIntervalMs: fc.constantFrom(0, 100, 2_000),
    minRuntimeIntervalMs: fc.constantFrom(undefined, 0, 50),
    canary: fc.constantFrom<(number | string | undefined)[]>(undefined, undefined, 1, '50%'),
    canaryWaitMs: fc.constantFrom(0, 3_000),
    maxParallel: fc.constantFrom(0, 1, 2),
    reload: fc.constantFrom('forced', 'scheduled' as const),
    deploymentTimeoutMs: fc.constant(30_000),
    instanceTimeoutMs: fc.constantFrom(15_000, 25_000),
    reloadTimeoutMs: fc.constantFrom(5_000),
    requestTimeoutMs: fc.constant(10_000),
  }),
  ends: fc.boolean(),
});

function examine(given: Scenario): { readonly outcome: Outcome; readonly found: readonly Violation[] } {
  const soon = simulate(given, shortCalmMs);
  if (violations(given, soon).length === 0) return { outcome: soon, found: [] };
  const outcome = simulate(given, longCalmMs);
  return { outcome, found: violations(given, outcome) };
}

/** What led to the first that is wrong. */
function show(given: Scenario): string {
  const { outcome, found } = examine(given);
  const [first = Infinity] = found.map(({ shownBy = Infinity }) => shownBy).sort((left, right) => left - right);
  return diagram(outcome.log.slice(0, first + 1));
}

describe('runPipeline', () => {
  it('9.1 to 9.6 hold whatever happens, in whatever order', () => {
    runProperty({ name: 'the whole pipeline', given: scenario, check: (given) => examine(given).found.map(({ text }) => text), show, runs: 5_000 });
  }, 1_800_000);
});
