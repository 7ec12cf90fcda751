import { describe, expect, it } from '@jest/globals';
import { nearestName } from '../lib/nearestName.js';

describe('nearestName', () => {
  it.each([
    ['psuh', ['plan', 'push'], 'push'],
    ['stauts', ['drift', 'status'], 'status'],
    ['MAX_PARALEL', ['max-parallel'], 'max-parallel'],
    ['usre', ['url', 'user'], 'user'],
    ['nonsense', ['push', 'plan'], undefined],
    ['', ['push'], undefined],
  ])('takes %j as %2$j, if as any', (given, known, name) => {
    expect(nearestName(given, known)).toBe(name);
  });
});
