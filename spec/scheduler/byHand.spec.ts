import { describe, it } from '@jest/globals';
import { cancelRequested, reconcileRequested, url } from '../support/events.js';
import { marbles } from '../support/marbles.js';
import { ends, runScheduler } from '../support/runScheduler.js';

const words = {
  v: 'wait no_validated_configuration',
  w: 'wait deployment_in_progress',
  p: 'wait paused',
  a: 'deploy pod_discovery+config_validation: h1=a',
  b: 'deploy config_validation: h1=b',
  d: 'deploy drift_prevention: h1=a (full)',
};

describe('scheduleDeployments: by hand', () => {
  it('S15 reconciles all endpoints on request, confirmed or not', marbles((helpers) => {
    const input = '   2A--Q----';
    const deployer = [' -o', '-n'];
    const expected = 'va--q----';

    helpers.expectObservable(runScheduler(helpers, { input, deployer })).toBe(expected, {
      ...words,
      a: 'deploy pod_discovery+config_validation: h1=a h2=a',
      q: 'deploy reconcile_requested: h1=a h2=a',
    });
  }));

  it.each([
    ['the named endpoints alone', reconcileRequested({ endpoints: [url('h2')] }), 'deploy reconcile_requested: h2=a'],
    ['everything compared by force', reconcileRequested({ force: true }), 'deploy reconcile_requested: h1=a h2=a (full)'],
    ['none for an empty list', reconcileRequested({ endpoints: [] }), 'skip reconcile_requested: no_eligible_endpoint'],
    ['none when one is not in the fleet', reconcileRequested({ endpoints: [url('h1'), url('h9')] }), 'reject endpoints[1]'],
  ])('S15 reconciles %s', (_title, event, told) => marbles((helpers) => {
    const input = '   2A--*----';
    const deployer = [' -o', '-n'];
    const expected = 'va--q----';

    helpers.expectObservable(runScheduler(helpers, { input, deployer, events: { '*': event } })).toBe(expected, {
      ...words,
      a: 'deploy pod_discovery+config_validation: h1=a h2=a',
      q: told,
    });
  })());

  it('S15 reconciles an endpoint that refused the content', marbles((helpers) => {
    const input = '   1A--Q----';
    const deployer = [' -f', '-o'];
    const expected = 'vaq-r----';

    helpers.expectObservable(runScheduler(helpers, { input, deployer, answers: { f: ends({ h1: { code: 'rejected' } }) } })).toBe(expected, {
      ...words,
      q: 'park h1 rejected',
      r: 'deploy reconcile_requested: h1=a',
    });
  }));

  it('S15 S4 lets a reconcile request wait out the interval', marbles((helpers) => {
    const input = '   1A-Q------';
    const deployer = [' -o', '-n'];
    const expected = 'va-i--r---';

    helpers.expectObservable(runScheduler(helpers, { input, deployer, options: { minDeploymentIntervalMs: 4 } })).toBe(expected, {
      ...words,
      i: 'wait min_deployment_interval 3',
      r: 'deploy reconcile_requested: h1=a',
    });
  }));

  it('S15 starts nothing while paused, drift checks included, and goes on when resumed', marbles((helpers) => {
    const input = '   1A--P-B?--R---';
    const deployer = [' -o'];
    const expected = 'va----p---r---';

    helpers.expectObservable(runScheduler(helpers, { input, deployer })).toBe(expected, {
      ...words,
      r: 'deploy config_validation+drift_prevention: h1=b (full)',
    });
  }));

  it('S15 lets what runs end while paused', marbles((helpers) => {
    const input = '   1AP---A-R---';
    const deployer = [' --o'];
    const expected = 'va----s-----';

    helpers.expectObservable(runScheduler(helpers, { input, deployer })).toBe(expected, { ...words, s: 'skip config_validation: already_deployed' });
  }));

  it('S15 makes no retries while paused, and makes those that fell due when resumed', marbles((helpers) => {
    const input = '   1A-P------R---';
    const deployer = [' -f', '-o'];
    const expected = 'vay-------r---';

    const told = runScheduler(helpers, {
      input,
      deployer,
      answers: { f: ends({ h1: { code: 'unreachable', retryable: true } }) },
      options: { retryInitialMs: 3 },
    });

    helpers.expectObservable(told).toBe(expected, { ...words, y: 'retry h1 unreachable 1 in 3', r: 'deploy retry: h1=a' });
  }));

  it('S15 counts the interval on while paused', marbles((helpers) => {
    const input = '   1A-PB-R-----';
    const deployer = [' -o'];
    const expected = 'va--p-i-b---';

    helpers.expectObservable(runScheduler(helpers, { input, deployer, options: { minDeploymentIntervalMs: 6 } })).toBe(expected, {
      ...words,
      i: 'wait min_deployment_interval 2',
    });
  }));

  it.each([
    ['without a deploymentId', cancelRequested()],
    ['of this deployment', cancelRequested({ deploymentId: 'id1' })],
  ])('D10 a cancel %s schedules nothing by itself', (_title, event) => marbles((helpers) => {
    const input = '   1A-*---F---';
    const deployer = [' -', '-o'];
    const expected = 'va-----f---';

    helpers.expectObservable(runScheduler(helpers, { input, deployer, events: { '*': event } })).toBe(expected, {
      ...words,
      f: 'deploy validation_fallback: h1=a',
    });
  })());

  it('D10 ignores a cancel of another deployment', marbles((helpers) => {
    const input = '   1A-*-B-----';
    const deployer = [' -----o', '-o'];
    const expected = 'va---wb----';

    const told = runScheduler(helpers, { input, deployer, events: { '*': cancelRequested({ deploymentId: 'other' }) } });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('D10 a cancel lets what is pending go on', marbles((helpers) => {
    const input = '   1ABX------';
    const deployer = [' -', '-o'];
    const onCancel = '   --x';
    const expected = 'vaw--b----';

    helpers.expectObservable(runScheduler(helpers, { input, deployer, onCancel })).toBe(expected, words);
  }));

  it('D10 S6 waits for the completion of a cancelled deployment no longer than the grace', marbles((helpers) => {
    const input = '   1ABX-------';
    const deployer = [' -', '-o'];
    const onCancel = '   -';
    const expected = 'vaw---b----';

    helpers.expectObservable(runScheduler(helpers, { input, deployer, onCancel, options: { cancelGraceMs: 3 } })).toBe(expected, words);
  }));

  it('D10 does nothing when nothing runs', marbles((helpers) => {
    const input = '   1A--X-?---';
    const deployer = [' -o', '-n'];
    const expected = 'va----d---';

    helpers.expectObservable(runScheduler(helpers, { input, deployer })).toBe(expected, words);
  }));
});
