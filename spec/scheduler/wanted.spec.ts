import { describe, it } from '@jest/globals';
import { marbles } from '../support/marbles.js';
import { ends, runScheduler } from '../support/runScheduler.js';

const words = {
  v: 'wait no_validated_configuration',
  w: 'wait deployment_in_progress',
  a: 'deploy pod_discovery+config_validation: h1=a',
  A: 'deploy pod_discovery+config_validation: h1=a h2=a',
  b: 'deploy config_validation: h1=b',
  B: 'deploy config_validation: h1=b h2=b',
  g: 'deploy retry: h1=a',
  q: 'park h1 rejected',
  d: 'deploy drift_prevention: h1=a (full)',
};
const answers = {
  f: ends({ h1: { code: 'rejected' } }, {}),
  r: ends({ h1: { code: 'reload_failed', outcome: 'unknown' } }, {}),
  b: ends({}, { code: 'rejected' }),
};

describe('scheduleDeployments: what is wanted', () => {
  it.each([['rejected'], ['altered'], ['reload_failed']] as const)('S14 sends a content once to an endpoint that refused it: %s', (code) => marbles((helpers) => {
    const input = '   1A--B--?--1--F--W---';
    const deployer = [' -o', '-f', '-n'];
    const expected = 'va--bq-d--p--s--l---';

    const told = runScheduler(helpers, { input, deployer, answers: { f: ends({ h1: { code } }) } });

    helpers.expectObservable(told).toBe(expected, {
      ...words,
      q: `park h1 ${code}`,
      p: 'deploy pod_discovery: h1=a',
      s: 'skip validation_fallback: already_deployed',
      l: 'deploy leadership_acquired: h1=b (full)',
    });
  })());

  it('S14 an endpoint that refused and kept what it had needs no step back', marbles((helpers) => {
    const input = '   1A--B-----';
    const deployer = [' -o', '-f'];
    const expected = 'va--bq----';

    helpers.expectObservable(runScheduler(helpers, { input, deployer, answers })).toBe(expected, words);
  }));

  it('S14 steps back to the good content where it is not known what runs', marbles((helpers) => {
    const input = '   1A--B--------';
    const deployer = [' -o', '-r', '-o'];
    const expected = 'va--b(qg)----';

    helpers.expectObservable(runScheduler(helpers, { input, deployer, answers })).toBe(expected, { ...words, q: 'park h1 reload_failed' });
  }));

  it('S4 lets the step back wait out the interval', marbles((helpers) => {
    const input = '   1A-----B---------';
    const deployer = [' -o', '-r', '-o'];
    const expected = 'va-----b(qi)-g---';

    helpers.expectObservable(runScheduler(helpers, { input, deployer, answers, options: { minDeploymentIntervalMs: 5 } })).toBe(expected, {
      ...words,
      q: 'park h1 reload_failed',
      i: 'wait min_deployment_interval 5',
    });
  }));

  it('S14 has nothing for an endpoint that refused all there is', marbles((helpers) => {
    const input = '   1A--?--A----';
    const deployer = [' -f'];
    const expected = 'vaq-s-------';

    helpers.expectObservable(runScheduler(helpers, { input, deployer, answers })).toBe(expected, {
      ...words,
      s: 'skip drift_prevention: no_eligible_endpoint',
    });
  }));

  it('S14 sends new content to an endpoint that refused the last', marbles((helpers) => {
    const input = '   1A--B--C---';
    const deployer = [' -o', '-f', '-o'];
    const expected = 'va--bq-c---';

    helpers.expectObservable(runScheduler(helpers, { input, deployer, answers })).toBe(expected, {
      ...words,
      c: 'deploy config_validation: h1=c',
    });
  }));

  it('S14 sends a refused content again when it is validated anew after another one', marbles((helpers) => {
    const input = '   1A--B--C--B---';
    const deployer = [' -o', '-f', '-o', '-o'];
    const expected = 'va--bq-c--b---';

    helpers.expectObservable(runScheduler(helpers, { input, deployer, answers })).toBe(expected, {
      ...words,
      c: 'deploy config_validation: h1=c',
    });
  }));

  it('S14 takes for good what one endpoint proved, though another refused it', marbles((helpers) => {
    const input = '   2A--B---3------';
    const deployer = [' -o', '-f', '-n'];
    const expected = 'vA--Bq--p------';

    // h1 refused b, the newest candidate and by h2's proof the newest good one: nothing else is known for it
    helpers.expectObservable(runScheduler(helpers, { input, deployer, answers })).toBe(expected, { ...words, p: 'deploy pod_discovery: h2=b h3=b' });
  }));

  it('S14 gives a newcomer the candidate once, then the good content', marbles((helpers) => {
    const input = '   1A--B--2-------';
    const deployer = [' -o', '-b', '-s', '-o'];
    const expected = 'va--bq-p(kg)---';

    const told = runScheduler(helpers, { input, deployer, answers: { ...answers, s: ends({ h2: { code: 'rejected' } }, { strategy: 'noop' }) } });

    helpers.expectObservable(told).toBe(expected, {
      ...words,
      p: 'deploy pod_discovery: h2=b h1=a',
      k: 'park h2 rejected',
      g: 'deploy retry: h2=a',
    });
  }));

  it('S14 steps back to nothing when new content came meanwhile', marbles((helpers) => {
    const input = '   1A--BC-----';
    const deployer = [' -o', '---r', '-o'];
    const expected = 'va--bw-(qc)';

    helpers.expectObservable(runScheduler(helpers, { input, deployer, answers })).toBe(expected, {
      ...words,
      q: 'park h1 reload_failed',
      c: 'deploy config_validation: h1=c',
    });
  }));

  it('S14 steps back from a refusal by an endpoint that was parked: it has answered', marbles((helpers) => {
    const input = '   1A--B--?-----';
    const deployer = [' -o', '-p', '-r', '-o'];
    const expected = 'va--bp-d(qg)-';

    const told = runScheduler(helpers, { input, deployer, answers: { ...answers, p: ends({ h1: { code: 'unauthorized' } }) } });

    helpers.expectObservable(told).toBe(expected, {
      ...words,
      p: 'park h1 unauthorized',
      d: 'deploy drift_prevention: h1=b (full)',
      q: 'park h1 reload_failed',
    });
  }));

  it('S14 leaves an endpoint alone when the content that it is retried with turns out refused and no other is known', marbles((helpers) => {
    const input = '   2A--B---------------------';
    const deployer = [' -o', '-1', '-----p', '-2'];
    const expected = 'vA--B(qyg)p--r------------';

    const told = runScheduler(helpers, {
      input,
      deployer,
      answers: {
        1: ends({ h1: { code: 'rejected', outcome: 'unknown' }, h2: { code: 'unreachable', retryable: true } }),
        p: ends({ h1: { code: 'unauthorized' } }),
        2: ends({ h1: { code: 'unauthorized' }, h2: {} }),
      },
      options: { retryInitialMs: 8, parkedRetryIntervalMs: 9 },
    });

    // At 14 h2 proves b. What is wanted for h1 is then b by all rules, and h1 refused it: at 23 nothing happens.
    helpers.expectObservable(told).toBe(expected, {
      ...words,
      y: 'retry h2 unreachable 1 in 8',
      p: 'park h1 unauthorized',
      r: 'deploy retry: h1=a h2=b',
    });
  }));
});
