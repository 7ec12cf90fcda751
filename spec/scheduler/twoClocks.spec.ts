import { describe, expect, it } from '@jest/globals';
import type { Content } from '../../lib/events/types.js';
import { marbles } from '../support/marbles.js';
import { ends, runScheduler } from '../support/runScheduler.js';
import type { SchedulerRun } from '../support/runScheduler.js';

const words = {
  v: 'wait no_validated_configuration',
  w: 'wait deployment_in_progress',
  a: 'deploy pod_discovery+config_validation: h1=a',
  A: 'deploy pod_discovery+config_validation: h1=a h2=a',
  b: 'deploy config_validation: h1=b',
  B: 'deploy config_validation: h1=b h2=b',
  c: 'deploy config_validation: h1=c',
  2: 'wait min_deployment_interval 2',
  8: 'wait min_deployment_interval 8',
  9: 'wait min_deployment_interval 9',
};

/** The long clock is 10, the short one 3; from a to b and from b to a needs no reload. */
const options: SchedulerRun['options'] = {
  minDeploymentIntervalMs: 10,
  minRuntimeIntervalMs: 3,
  isRuntimeOnly: (from, to) => [from, to].every(({ haproxyConfig }) => 'ab'.includes(haproxyConfig)),
};

describe('scheduleDeployments: two clocks', () => {
  it('S13 lets a change that needs no reload leave under the short clock', marbles((helpers) => {
    const input = '   1A-B---------';
    const deployer = [' -o', '-u'];
    const expected = 'va-2-b-------';

    helpers.expectObservable(runScheduler(helpers, { input, deployer, options })).toBe(expected, words);
  }));

  it('S13 lets a change that needs a reload wait for the long one', marbles((helpers) => {
    const input = '   1A-C------------';
    const deployer = [' -o'];
    const expected = 'va-9--------c---';

    helpers.expectObservable(runScheduler(helpers, { input, deployer, options })).toBe(expected, words);
  }));

  it('S13 a run-time deployment does not restart the long clock', marbles((helpers) => {
    const input = '   1A-B--C----------';
    const deployer = [' -o', 'u', '-o'];
    const expected = 'va-2-bi-----c----';

    helpers.expectObservable(runScheduler(helpers, { input, deployer, options })).toBe(expected, { ...words, i: 'wait min_deployment_interval 6' });
  }));

  it('S13 a deployment that had to reload restarts the long clock', marbles((helpers) => {
    const input = '   1A-B--C-----------';
    const deployer = [' -o', 'o', '-o'];
    const expected = 'va-2-b9--------c--';

    helpers.expectObservable(runScheduler(helpers, { input, deployer, options })).toBe(expected, words);
  }));

  it('S13 both clocks wait for what a run-time deployment wrote', marbles((helpers) => {
    const input = '   1A-B---A-------';
    const deployer = [' -o', '-u', '-u'];
    const expected = 'va-2-b-2-e-----';

    helpers.expectObservable(runScheduler(helpers, { input, deployer, options })).toBe(expected, { ...words, e: 'deploy config_validation: h1=a' });
  }));

  it('S13 an attempt that may have written counts as one that reloaded', marbles((helpers) => {
    const input = '   1A-B------------';
    const deployer = [' -f', '-o'];
    const expected = 'vay9--------b---';

    const told = runScheduler(helpers, {
      input,
      deployer,
      answers: { f: ends({ h1: { code: 'timeout', outcome: 'unknown', retryable: true } }) },
      options,
    });

    helpers.expectObservable(told).toBe(expected, { ...words, y: 'retry h1 timeout 1 in 1000000' });
  }));

  it('S13 an endpoint of which nothing was heard counts as one that reloaded', marbles((helpers) => {
    const input = '   1A---B-------';
    const deployer = [' --C', 'o'];
    const expected = 'va---i---b---';

    const told = runScheduler(helpers, { input, deployer, options: { minDeploymentIntervalMs: 6 } });

    helpers.expectObservable(told).toBe(expected, {
      v: 'wait no_validated_configuration',
      a: 'deploy pod_discovery+config_validation: h1=a',
      i: 'wait min_deployment_interval 4',
      b: 'deploy config_validation: h1=b',
    });
  }));

  it('S13 knows one clock when the short interval is not given', marbles((helpers) => {
    const input = '   1A-B------------';
    const deployer = [' -o', '-u'];
    const expected = 'va-9--------b---';

    const told = runScheduler(helpers, { input, deployer, options: { minDeploymentIntervalMs: 10, isRuntimeOnly: () => true } });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S13 sends the run-time part to healthy, confirmed endpoints and the rest later', marbles((helpers) => {
    const input = '   2A-B--------------';
    const deployer = [' -f', 'u', '-o'];
    const expected = 'vAy2-(dwi)--e-----';

    const told = runScheduler(helpers, {
      input,
      deployer,
      answers: { f: ends({ h2: { code: 'unreachable', retryable: true } }, {}) },
      options,
    });

    helpers.expectObservable(told).toBe(expected, {
      ...words,
      y: 'retry h2 unreachable 1 in 1000000',
      d: 'deploy config_validation: h1=b',
      i: 'wait min_deployment_interval 7',
      e: 'deploy config_validation: h1=b h2=b',
    });
  }));

  it('S13 does not split when one healthy endpoint needs a reload', marbles((helpers) => {
    const input = '   2A--C---B--------';
    const deployer = [' -o'];
    const expected = 'vA--i-------B----';

    const told = runScheduler(helpers, { input, deployer, options: { ...options, isRuntimeOnly: () => false } });

    helpers.expectObservable(told).toBe(expected, { ...words, i: 'wait min_deployment_interval 8' });
  }));

  it('S13 lets everything go first when both clocks allow', marbles((helpers) => {
    const input = '   2A----------B----';
    const deployer = [' -o', '-u'];
    const expected = 'vA----------B----';

    helpers.expectObservable(runScheduler(helpers, { input, deployer, options })).toBe(expected, words);
  }));

  it('S13 a discovery that waits along is still made, under the long clock', marbles((helpers) => {
    const input = '   1A-1B------------';
    const deployer = [' -o', 'u', '-n'];
    const expected = 'va-9-(bwi)--d----';

    const told = runScheduler(helpers, { input, deployer, options });

    helpers.expectObservable(told).toBe(expected, {
      ...words,
      b: 'deploy pod_discovery+config_validation: h1=b',
      i: 'wait min_deployment_interval 7',
      d: 'deploy pod_discovery+config_validation: h1=b',
    });
  }));

  it('S13 does not split a check that compares everything', marbles((helpers) => {
    const input = '   1A-?B-----------';
    const deployer = [' -o', '-u'];
    const expected = 'va-9--------d---';

    helpers.expectObservable(runScheduler(helpers, { input, deployer, options })).toBe(expected, {
      ...words,
      d: 'deploy drift_prevention+config_validation: h1=b (full)',
    });
  }));

  it('S13 asks once per pair of contents', marbles((helpers) => {
    const asked: string[] = [];
    const isRuntimeOnly = (from: Content, to: Content): boolean => {
      asked.push(`${from.haproxyConfig}${to.haproxyConfig}`);
      return false;
    };
    const input = '   1A-CFFFFFF---D--';
    const deployer = [' -o', '-o'];

    const told = runScheduler(helpers, { input, deployer, options: { ...options, isRuntimeOnly } });
    told.subscribe();
    helpers.flush();

    expect(asked).toEqual(['ac', 'cd']);
  }));
});
