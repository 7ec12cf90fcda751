import { describe, expect, it } from '@jest/globals';
import { from } from 'rxjs';
import type { PipelineEvent } from '../../lib/events/types.js';
import { discover, isListed } from '../../lib/scheduler/fleet.js';
import { scheduleDeployments } from '../../lib/scheduler/scheduleDeployments.js';
import { discovered, endpoint } from '../support/events.js';

const [one, two] = [endpoint('h1'), endpoint('h2', { username: 'ops' })];
const fleet = discover(new Map(), [one, two], 1);

describe('isListed', () => {
  it('3 tells that a list names the fleet as it is', () => {
    expect(isListed(fleet, [{ ...one }, { ...two }])).toBe(true);
    expect(isListed(new Map(), [])).toBe(true);
  });

  it.each([
    ['in another order', [two, one]],
    ['with one less', [one]],
    ['with one more', [one, two, endpoint('h3')]],
    ['with another one', [one, endpoint('h3', { username: 'ops' })]],
    ['with a changed entry', [one, { ...two, username: 'other' }]],
    ['empty', []],
  ])('3 tells a list %s from the fleet', (_, endpoints) => {
    expect(isListed(fleet, endpoints)).toBe(false);
  });
});

describe('scheduleDeployments', () => {
  it('S12 knows that an empty list names the fleet, too', () => {
    const told: PipelineEvent[] = [];

    from<PipelineEvent[]>([discovered({ endpoints: [] }), { type: 'InputEndedEvent' }]).pipe(scheduleDeployments()).subscribe((event) => told.push(event));

    expect(told).toEqual([expect.objectContaining({ type: 'SchedulingCompletedEvent', fleetNamed: true, total: 0 })]);
  });
});
