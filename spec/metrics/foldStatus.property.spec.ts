import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { contentChecksum } from '../../lib/haproxy/contentChecksum.js';
import { describeStatus } from '../../lib/metrics/describeStatus.js';
import { foldStatus } from '../../lib/metrics/foldStatus.js';
import { initialStatus } from '../../lib/metrics/StatusState.js';
import { play } from '../support/play.js';
import { scenario } from '../support/scenario.js';

const checksumOf = (text: string | undefined): string | undefined => (text === undefined ? undefined : contentChecksum(text, {}));

describe('foldStatus under random events and a random deployer', () => {
  it('9.4 tells at the end what the endpoints run, and whether anybody is behind', () => {
    fc.assert(
      fc.property(scenario, (given) => {
        const { log, runs, fleet, newest, refuses, violations } = play(given);
        const events = log.flatMap(({ at, event }) => (event ? [{ at, event }] : []));

        const state = events.reduce((before, { at, event }) => foldStatus(before, event, at), initialStatus());
        const status = describeStatus(state, Number.MAX_SAFE_INTEGER);
        const count = (type: string): number => events.filter(({ event }) => event.type === type).length;

        expect(violations).toEqual([]);
        expect([...state.endpoints.keys()]).toEqual(fleet);
        expect(status).toMatchObject({ leading: true, paused: false, endpoints: fleet.map((url) => ({ url })) });
        expect(status.candidateChecksum).toBe(checksumOf(newest));
        if (newest !== undefined) {
          for (const { url, upToDate, contentChecksum: runsNow } of status.endpoints.filter(({ url: each }) => !refuses(each, newest))) {
            expect([url, upToDate, runsNow]).toEqual([url, true, checksumOf(runs.get(url))]);
          }
          expect(status.behindMs > 0).toBe(fleet.some((url) => refuses(url, newest)));
        }
        expect(Object.values(state.counts.deployments).reduce((sum, each) => sum + each, 0)).toBe(count('DeploymentCompletedEvent'));
        expect(state.counts.rejected).toBe(count('EventRejectedEvent'));
        expect(state.counts.driftChecks).toBe(count('DriftPreventionTriggeredEvent'));
      }),
      { numRuns: 300 },
    );
  });

  it('9.8 remembers a bounded amount, whatever comes', () => {
    fc.assert(
      fc.property(scenario, (given) => {
        const { log } = play(given);
        let state = initialStatus();

        for (let round = 0; round < 5; round += 1) {
          for (const { at, event } of log) if (event) state = foldStatus(state, event, at);
          expect(state.renders.length).toBeLessThanOrEqual(16);
          expect(state.endpoints.size).toBeLessThanOrEqual(4);
        }
        // Words of the design, never of an event's text.
        expect(JSON.stringify(state.counts).length).toBeLessThan(2_000);
      }),
      { numRuns: 30 },
    );
  });
});
