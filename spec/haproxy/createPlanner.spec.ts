import { describe, expect, it } from '@jest/globals';
import { createPlanner } from '../../lib/haproxy/createPlanner.js';

const config = (port: number): string => `backend b\n  server s 192.0.2.1:${port}\n`;

describe('createPlanner (design D3)', () => {
  it('reads each text and compares each pair of texts once', () => {
    const planner = createPlanner();

    expect(planner.plan(config(1), config(2))).toBe(planner.plan(config(1), config(2)));
    expect(planner.parse(config(1))).toBe(planner.parse(config(1)));
    expect(planner.plan(config(2), config(1))).not.toBe(planner.plan(config(1), config(2)));
  });

  it('plans with its options', () => {
    expect(createPlanner({ rawPushThreshold: 1 }).plan(config(1), config(2)).strategy).toBe('runtime');
  });

  it('forgets the least recently used text first', () => {
    const planner = createPlanner({ maxEntries: 2 });
    const [first, second] = [planner.parse(config(1)), planner.parse(config(2))];
    planner.parse(config(1));
    planner.parse(config(3));

    expect(planner.parse(config(1))).toBe(first);
    expect(planner.parse(config(2))).not.toBe(second);
  });
});
