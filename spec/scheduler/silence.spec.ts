import { describe, it } from '@jest/globals';
import { completed, foreignCompleted } from '../support/events.js';
import { marbles } from '../support/marbles.js';
import { clockOff, ends, runScheduler } from '../support/runScheduler.js';

const words = {
  v: 'wait no_validated_configuration',
  w: 'wait deployment_in_progress',
  a: 'deploy pod_discovery+config_validation: h1=a',
  x: 'cancel deployment_timeout',
  t: 'recover',
  r: 'deploy pod_discovery_timeout_retry+config_validation_timeout_retry: h1=a',
};

describe('scheduleDeployments: silence', () => {
  it('S6 cancels a silent deployment, and deploys again when it has completed', marbles((helpers) => {
    const input = '   1A--------------';
    const deployer = [' -', '-o'];
    const onCancel = '    --x';
    const expected = 'va---x-(tr)----';

    const told = runScheduler(helpers, { input, deployer, onCancel, options: { deploymentTimeoutMs: 4 } });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S6 deploys again after the grace when a foreign deployer never completes', marbles((helpers) => {
    const input = '   1A------------------';
    const deployer = [' -', '-C'];
    const onCancel = '    -';
    const expected = 'va---x--(tr)--------';

    const told = runScheduler(helpers, { input, deployer, onCancel, options: { deploymentTimeoutMs: 4, cancelGraceMs: 3 } });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S6 adds _timeout_retry once, however often it times out', marbles((helpers) => {
    const input = '   1A----------------------';
    const deployer = [' -'];
    const onCancel = '    --x';
    const expected = 'va---x-(tr)x-(tr)x-(tr)x';

    const told = runScheduler(helpers, { input, deployer, onCancel, options: { deploymentTimeoutMs: 4 } });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S6 starts the silence anew with each endpoint that ends', marbles((helpers) => {
    const input = '   3A-----------------';
    const deployer = [' ---1--f---3', '-'];
    const expected = 'va-----y-----------';

    const told = runScheduler(helpers, {
      input,
      deployer,
      answers: { 1: ends({ h1: {} }), f: ends({ h2: { code: 'unreachable' } }), 3: ends({ h3: {} }) },
      options: { deploymentTimeoutMs: 5 },
    });

    helpers.expectObservable(told).toBe(expected, {
      ...words,
      a: 'deploy pod_discovery+config_validation: h1=a h2=a h3=a',
      y: 'retry h2 unreachable 1 in 1000000',
    });
  }));

  it('S6 is not impressed by an endpoint that ends twice', marbles((helpers) => {
    const input = '   2A-------------';
    const deployer = [' ---1--1--1', '-'];
    const expected = 'va-------x-----';

    const told = runScheduler(helpers, {
      input,
      deployer,
      answers: { 1: (deployment) => ends({ h1: {} })(deployment, new Set()) },
      onCancel: '-',
      options: { deploymentTimeoutMs: 5 },
    });

    helpers.expectObservable(told).toBe(expected, { ...words, a: 'deploy pod_discovery+config_validation: h1=a h2=a' });
  }));

  it('S6 merges what is pending into the recovery', marbles((helpers) => {
    const input = '   1AB-----------';
    const deployer = [' -', '-o'];
    const expected = 'vaw--(xtr)----';

    const told = runScheduler(helpers, { input, deployer, options: { deploymentTimeoutMs: 4 } });

    helpers.expectObservable(told).toBe(expected, {
      ...words,
      r: 'deploy config_validation+pod_discovery_timeout_retry+config_validation_timeout_retry: h1=b',
    });
  }));

  it('S4 lets the recovery wait out the interval', marbles((helpers) => {
    const input = '   1A----------------';
    const deployer = [' -', '-o'];
    const expected = 'va---(xti)-r------';

    const told = runScheduler(helpers, { input, deployer, options: { deploymentTimeoutMs: 4, minDeploymentIntervalMs: 6 } });

    helpers.expectObservable(told).toBe(expected, { ...words, i: 'wait min_deployment_interval 6' });
  }));

  it('S6 starts the interval at the end of the grace', marbles((helpers) => {
    const input = '   1A------------------';
    const deployer = [' -', '-o'];
    const onCancel = '    -';
    const expected = 'va---x--(ti)r-------';

    const told = runScheduler(helpers, {
      input,
      deployer,
      onCancel,
      options: { deploymentTimeoutMs: 4, cancelGraceMs: 3, minDeploymentIntervalMs: 4 },
    });

    helpers.expectObservable(told).toBe(expected, { ...words, i: 'wait min_deployment_interval 4' });
  }));

  it('S6 ignores the completion of a deployment that it has given up', marbles((helpers) => {
    const input = '   1A----------';
    const deployer = [' -', '-'];
    const onCancel = '    ----C';
    //                         9: the first one completes, while the second runs
    const expected = 'va---x-(tr)x';

    const told = runScheduler(helpers, {
      input,
      deployer,
      onCancel,
      options: { deploymentTimeoutMs: 4, cancelGraceMs: 2 },
    });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S6 ignores a given-up completion that bears only the correlation id', marbles((helpers) => {
    const input = '   1A----------';
    const deployer = [' -', '-'];
    const onCancel = '    ----f';
    const expected = 'va---x-(tr)x';

    const told = runScheduler(helpers, {
      input,
      deployer,
      onCancel,
      answers: { f: ({ correlationId = '' }) => [foreignCompleted({ correlationId })] },
      options: { deploymentTimeoutMs: 4, cancelGraceMs: 2 },
    });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S6 un-confirms an endpoint that was given up: what it runs is not known', marbles((helpers) => {
    const input = '   1A--B-X---A------';
    const deployer = [' -o', '-', '-o'];
    const onCancel = '    -';
    // h1 had a before, but may have b now
    const expected = 'va--b-----r------';

    const told = runScheduler(helpers, { input, deployer, onCancel, options: { cancelGraceMs: 3 } });

    helpers.expectObservable(told).toBe(expected, { ...words, b: 'deploy config_validation: h1=b', r: 'deploy config_validation: h1=a' });
  }));

  it('S6 un-confirms an endpoint of which a cancelled deployment told nothing', marbles((helpers) => {
    const input = '   1A--B-X--A---------';
    const deployer = [' -o', '-', '-o'];
    const onCancel = '    -c';
    const expected = 'va--b----r---------';

    const told = runScheduler(helpers, {
      input,
      deployer,
      onCancel,
      answers: { c: ({ deploymentId }) => [completed({ deploymentId, succeeded: 0, cancelled: 1 })] },
    });

    helpers.expectObservable(told).toBe(expected, {
      ...words,
      b: 'deploy config_validation: h1=b',
      r: 'deploy config_validation: h1=a',
    });
  }));

  it('S6 gives up at once with a grace of 0', marbles((helpers) => {
    const input = '   1A-----------';
    const deployer = [' -', '-C'];
    const onCancel = '    -';
    const expected = 'va---(xtr)---';

    const told = runScheduler(helpers, { input, deployer, onCancel, options: { deploymentTimeoutMs: 4, cancelGraceMs: 0 } });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S6 measures the silence while paused too, and recovers when resumed', marbles((helpers) => {
    const input = '   1AP-------R---';
    const deployer = [' -', '-o'];
    const expected = 'va---(xtp)r---';

    const told = runScheduler(helpers, { input, deployer, options: { deploymentTimeoutMs: 4 } });

    helpers.expectObservable(told).toBe(expected, { ...words, p: 'wait paused' });
  }));

  it('S6 lets the limit run out as late as it would have when the clock was set back', marbles((helpers) => {
    const input = '   2A-----------';
    const deployer = [' ---1----o'];
    const expected = 'va-----------';
    // h1 ends at 4 and h2 at 9: never silent for 6
    const scheduler = clockOff(helpers.scheduler, (time) => (time < 3 ? 0 : -100_000));

    const told = runScheduler(helpers, {
      input,
      deployer,
      answers: { 1: ends({ h1: {} }) },
      options: { deploymentTimeoutMs: 6, scheduler },
    });

    helpers.expectObservable(told).toBe(expected, { ...words, a: 'deploy pod_discovery+config_validation: h1=a h2=a' });
  }));
});
