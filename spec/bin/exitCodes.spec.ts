import { describe, expect, it } from '@jest/globals';
import { emptyTally, exitCodeOf, tallyInput, tallyOutput, type Tally } from '../../bin/exitCodes.js';

const fleet = (given: Partial<NonNullable<Tally['fleet']>> = {}): NonNullable<Tally['fleet']> => ({
  type: 'SchedulingCompletedEvent', total: 2, confirmed: 2, validated: true, fleetNamed: true, leading: true, ...given,
});
const tally = (given: Partial<Tally> = {}): Tally => ({ read: 3, rejected: 0, rendered: true, fleet: fleet(), ...given });

describe('exitCodeOf', () => {
  it.each([
    ['every current endpoint has confirmed what is wanted', tally(), false, 0],
    ['the input was empty', tally({ read: 0, rendered: false, fleet: fleet({ total: 0, confirmed: 0, validated: false, fleetNamed: false }) }), false, 0],
    ['the fleet is none, explicitly', tally({ fleet: fleet({ total: 0, confirmed: 0 }) }), false, 0],
    ['it follows and an endpoint is behind', tally({ fleet: fleet({ confirmed: 0, leading: false }) }), false, 0],
    ['it follows and nothing was validated', tally({ fleet: fleet({ validated: false, leading: false }) }), false, 0],
    ['nothing was rendered', tally({ rendered: false, fleet: fleet({ confirmed: 0, validated: false }) }), false, 0],
    ['some events were rejected', tally({ rejected: 1 }), false, 0],
    ['an endpoint has not confirmed', tally({ fleet: fleet({ confirmed: 1 }) }), false, 1],
    ['an endpoint has not, and some events were rejected', tally({ rejected: 1, fleet: fleet({ confirmed: 1 }) }), false, 1],
    ['it was never validated', tally({ fleet: fleet({ validated: false, confirmed: 0 }) }), false, 2],
    ['no endpoint was ever named', tally({ fleet: fleet({ total: 0, confirmed: 0, fleetNamed: false }) }), false, 2],
    ['any event was rejected under --strict', tally({ rejected: 1 }), true, 2],
    ['a follower had an event rejected under --strict', tally({ rejected: 1, fleet: fleet({ leading: false }) }), true, 2],
    ['rejected events and nothing else came in', tally({ rejected: 3, rendered: false, fleet: fleet({ validated: false }) }), false, 2],
  ])('design 8: when %s', (_, given, strict, code) => {
    expect(exitCodeOf(given, strict)).toBe(code);
  });

  it('counts what came in, and rejections where they come out', () => {
    const read = [{ type: 'TemplateRenderedEvent', haproxyConfig: '' }, { type: 'EventRejectedEvent', reason: 'r', line: 2 }] as const;
    const after = read.reduce<Tally>(tallyInput, emptyTally);

    expect(after).toEqual({ read: 2, rejected: 0, rendered: true, fleet: undefined });
    expect([read[1], fleet()].reduce<Tally>(tallyOutput, after)).toEqual({ read: 2, rejected: 1, rendered: true, fleet: fleet() });
  });
});
