import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { PipelineEvent } from '../../lib/events/types.js';
import { wakeUp } from '../../lib/operators/foldWithWakeups.js';
import { resolveSchedulerOptions } from '../../lib/scheduler/options.js';
import { reduce } from '../../lib/scheduler/reduce.js';
import { initialState } from '../../lib/scheduler/state.js';
import * as build from '../support/events.js';
import { diagram } from '../support/diagram.js';
import { runProperty } from '../support/runProperty.js';
import { play } from '../support/play.js';
import { scenario } from '../support/scenario.js';

describe('scheduleDeployments under random events and a random deployer', () => {
  it('9.1 9.2 9.3 9.6 holds at every moment, and 9.4 at the end', () => {
    runProperty({
      name: 'the scheduler',
      given: scenario,
      check: (given) => {
        const { violations, runs, fleet, newest, refuses } = play(given);
        const behind = newest === undefined ? [] : fleet.filter((url) => !refuses(url, newest) && runs.get(url) !== newest);
        return [...violations, ...behind.map((url) => `4: ${url} runs ${runs.get(url) ?? 'nothing'}, wanted is ${newest}`)];
      },
      show: (given) => diagram(play(given).log),
      runs: 5_000,
    });
  }, 1_800_000);

  it('9.8 remembers a bounded amount, whatever comes', () => {
    const options = resolveSchedulerOptions({ nextId: () => 'id' });
    const any = fc.constantFrom<PipelineEvent[]>(
      build.validated(),
      build.validationFailed(),
      build.driftTriggered(),
      build.becameLeader(),
      build.lostLeadership(),
      build.pauseRequested(),
      build.cancelRequested(),
      build.completed({ deploymentId: 'id' }),
      build.completed(),
    );
    const numbered = fc.nat({ max: 1000 }).chain((number) =>
      fc.constantFrom<PipelineEvent[]>(
        build.rendered({ haproxyConfig: `${number}`, correlationId: `c${number}` }),
        build.discovered({ endpoints: build.endpoints(`a${number}`, `b${number}`) }),
        build.reconcileRequested({ endpoints: [build.url(`a${number}`)] }),
      ),
    );

    fc.assert(
      fc.property(fc.array(fc.oneof(any, numbered), { minLength: 100, maxLength: 400 }), (events) => {
        let state = initialState(true);
        for (const [index, event] of events.entries()) {
          const known = [...state.fleet.keys()][0];
          const heard = event.type === 'ReconcileRequestedEvent' && known !== undefined ? { ...event, endpoints: [known] } : event;
          ({ state } = reduce(state, heard, index, options));
          ({ state } = reduce(state, wakeUp, index, options));
        }

        expect(state.renders.length).toBeLessThanOrEqual(16);
        expect(state.fleet.size).toBeLessThanOrEqual(2);
        expect(state.slot.pending?.request.only.size ?? 0).toBeLessThanOrEqual(2);
        expect(state.slot.pending?.request.reasons.length ?? 0).toBeLessThanOrEqual(14);
        for (const { refused } of state.fleet.values()) expect(refused.length).toBeLessThanOrEqual(3);
      }),
      { numRuns: 100 },
    );
  });
});
