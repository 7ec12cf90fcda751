import { describe, it } from '@jest/globals';
import { filter } from 'rxjs';
import { schedulingCompleted } from '../support/events.js';
import { marbles } from '../support/marbles.js';
import { ends, runEvents, runScheduler } from '../support/runScheduler.js';

const words = {
  v: 'wait no_validated_configuration',
  e: 'wait no_endpoints',
  w: 'wait deployment_in_progress',
  a: 'deploy pod_discovery+config_validation: h1=a',
  b: 'deploy config_validation: h1=b',
  r: 'deploy retry: h1=a',
  1: 'end 1 of 1',
  0: 'end 0 of 1',
  n: 'end 0 of 0',
};
const unreachable = ends({ h1: { code: 'unreachable', retryable: true } });

describe('scheduleDeployments: the end of input', () => {
  it.each([
    ['nothing ever came', /*        */ 'E-', '(n|)'],
    ['nothing was validated', /*    */ '1E', 'v(0|)'],
    ['no endpoint was named', /*    */ 'AE', 'e(n|)'],
    ['all is deployed', /*          */ '1A---E', 'va---(1|)'],
    ['the fleet is empty', /*       */ '1A--0E', 'va---(n|)'],
  ])('S12 completes at once when %s', (_title, input, expected) => marbles((helpers) => {
    const told = runScheduler(helpers, { input, deployer: ['-o'], options: { drainTimeoutMs: 50 } });

    helpers.expectObservable(told).toBe(expected, words);
  })());

  it('S12 waits for what runs', marbles((helpers) => {
    const input = '   1A-E----------';
    const deployer = [' ------o'];
    const expected = 'va-----(1|)---';

    const told = runScheduler(helpers, { input, deployer, options: { drainTimeoutMs: 2 } });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S12 deploys what is pending', marbles((helpers) => {
    const input = '   1ABE-----------';
    const deployer = [' ----o', '--o'];
    const expected = 'vaw--b-(1|)----';

    const told = runScheduler(helpers, { input, deployer });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S12 deploys what waits out the interval, though the drain is over by then', marbles((helpers) => {
    const input = '   1A-BE------------';
    const deployer = [' -o'];
    const expected = 'va-i----b(1|)----';

    const told = runScheduler(helpers, { input, deployer, options: { minDeploymentIntervalMs: 6, drainTimeoutMs: 1 } });

    helpers.expectObservable(told).toBe(expected, { ...words, i: 'wait min_deployment_interval 5' });
  }));

  it('S12 makes retries that wait for their back-off at once', marbles((helpers) => {
    const input = '   1A---E--------';
    const deployer = [' -f', '-o'];
    const expected = 'vay--r(1|)----';

    const told = runScheduler(helpers, {
      input,
      deployer,
      answers: { f: unreachable },
      options: { retryInitialMs: 100, drainTimeoutMs: 50 },
    });

    helpers.expectObservable(told).toBe(expected, { ...words, y: 'retry h1 unreachable 1 in 100' });
  }));

  it('S12 then retries by back-off until the drain is over', marbles((helpers) => {
    const input = '   1A---E--------------';
    const deployer = [' -f'];
    const expected = 'vay-rz---rq------(0|)';

    const told = runScheduler(helpers, {
      input,
      deployer,
      answers: { f: unreachable },
      options: { retryInitialMs: 2, drainTimeoutMs: 12 },
    });

    helpers.expectObservable(told).toBe(expected, {
      ...words,
      y: 'retry h1 unreachable 1 in 2',
      z: 'retry h1 unreachable 2 in 4',
      q: 'retry h1 unreachable 3 in 8',
    });
  }));

  it('S12 knows no retries with a drain of 0, and promises none', marbles((helpers) => {
    const input = '   1A-E--------';
    const deployer = [' ----f'];
    const expected = 'va---(0|)---';

    const told = runScheduler(helpers, { input, deployer, answers: { f: unreachable }, options: { retryInitialMs: 1, drainTimeoutMs: 0 } });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S12 S6 ends though a deployment never does', marbles((helpers) => {
    const input = '   1AE----------';
    const deployer = [' -'];
    const onCancel = '    -';
    const expected = 'va--x--(0|)--';

    const told = runScheduler(helpers, {
      input,
      deployer,
      onCancel,
      options: { deploymentTimeoutMs: 3, cancelGraceMs: 3, drainTimeoutMs: 2 },
    });

    helpers.expectObservable(told).toBe(expected, { ...words, x: 'cancel deployment_timeout' });
  }));

  it('S12 recovers from a timeout while the drain lasts', marbles((helpers) => {
    const input = '   1AE------------';
    const deployer = [' -', '-----o'];
    const expected = 'va-----(xtr)(1|)';

    const told = runScheduler(helpers, { input, deployer, options: { deploymentTimeoutMs: 6, drainTimeoutMs: 20 } });

    helpers.expectObservable(told).toBe(expected, {
      ...words,
      x: 'cancel deployment_timeout',
      t: 'recover',
      r: 'deploy pod_discovery_timeout_retry+config_validation_timeout_retry: h1=a',
    });
  }));

  it('S12 takes no drift check after the end of input', marbles((helpers) => {
    const input = '   1AE?---------';
    const deployer = [' -----o'];
    const expected = 'va----(1|)---';

    const told = runScheduler(helpers, { input, deployer });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S12 completes at once when it does not lead', marbles((helpers) => {
    const input = '   1A-LE----';
    const deployer = [' -'];
    const onCancel = '    -';
    const expected = 'va-x(0|)-';

    const told = runScheduler(helpers, { input, deployer, onCancel, options: { drainTimeoutMs: 50 } });

    helpers.expectObservable(told).toBe(expected, { ...words, x: 'cancel lost_leadership' });
  }));

  it('S12 completes at once when leadership is lost while it drains', marbles((helpers) => {
    const input = '   1A-EL-------';
    const deployer = [' -'];
    const expected = 'va--(x0|)---';

    const told = runScheduler(helpers, { input, deployer, options: { drainTimeoutMs: 50 } });

    helpers.expectObservable(told).toBe(expected, { ...words, x: 'cancel lost_leadership' });
  }));

  it('S12 does not wait for what a pause holds: no resume can come', marbles((helpers) => {
    const input = '   1APB-E------';
    const deployer = [' -o'];
    const expected = 'va-p-(0|)---';

    const told = runScheduler(helpers, { input, deployer, options: { drainTimeoutMs: 50 } });

    helpers.expectObservable(told).toBe(expected, { ...words, p: 'wait paused' });
  }));

  it('S12 steps back to the good content before it completes', marbles((helpers) => {
    const input = '   1A--BE--------';
    const deployer = [' -o', '---f', '----o'];
    const expected = 'va--b--(qg)(0|)';

    const told = runScheduler(helpers, {
      input,
      deployer,
      answers: { f: ends({ h1: { code: 'rejected', outcome: 'unknown' } }) },
      options: { drainTimeoutMs: 0 },
    });

    helpers.expectObservable(told).toBe(expected, { ...words, q: 'park h1 rejected', g: 'deploy retry: h1=a' });
  }));

  it('S12 tells at the end how the fleet stands', marbles((helpers) => {
    const input = '   2A--E----';
    const deployer = [' -f'];
    const expected = '----(s|)-';

    const told = runEvents(helpers, {
      input,
      deployer,
      answers: { f: ends({ h1: { code: 'unreachable', retryable: true } }, {}) },
    }).pipe(filter(({ type }) => type === 'SchedulingCompletedEvent'));

    helpers.expectObservable(told).toBe(expected, { s: schedulingCompleted({ total: 2, confirmed: 1 }) });
  }));

  it('S12 ends at once with its source, whatever runs or waits', marbles((helpers) => {
    const input = '   1AB-|';
    const deployer = [' -----'];
    const expected = 'vaw-|';

    const told = runScheduler(helpers, { input, deployer });

    helpers.expectObservable(told).toBe(expected, words);
  }));
});
