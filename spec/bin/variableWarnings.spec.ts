import { describe, expect, it } from '@jest/globals';
import { variableWarnings } from '../../bin/variableWarnings.js';

describe('variableWarnings', () => {
  it('design 8: names a variable that is nearly an option, without its value', () => {
    expect(variableWarnings({ HAPROXY_DEPLOYER_MAX_PARALEL: '3' }, ['name', 'max-parallel'])).toEqual([
      'HAPROXY_DEPLOYER_MAX_PARALEL is the variable of no option; did you mean HAPROXY_DEPLOYER_MAX_PARALLEL?',
    ]);
  });

  it('says nothing of those that are one, that nothing is near, or that have no prefix of ours', () => {
    expect(variableWarnings({ HAPROXY_DEPLOYER_MAX_PARALLEL: '3', HAPROXY_DEPLOYER_OTHER: 'x', MAX_PARALEL: '3' }, ['name', 'max-parallel'])).toEqual([]);
  });
});
