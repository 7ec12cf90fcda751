import { describe, it } from '@jest/globals';
import { completed, discovered, endpoint, instanceDeployed, podTerminated } from '../support/events.js';
import { marbles } from '../support/marbles.js';
import { ends, runScheduler } from '../support/runScheduler.js';

const words = {
  v: 'wait no_validated_configuration',
  w: 'wait deployment_in_progress',
  a: 'deploy pod_discovery+config_validation: h1=a',
  A: 'deploy pod_discovery+config_validation: h1=a h2=a',
  b: 'deploy config_validation: h1=b',
  s: 'skip config_validation: already_deployed',
  f: 'skip validation_fallback: already_deployed',
  d: 'deploy drift_prevention: h1=a (full)',
  p: 'deploy pod_discovery: h1=a',
};

describe('scheduleDeployments: what is confirmed', () => {
  it('S7 skips a content that every endpoint has confirmed, and says so once', marbles((helpers) => {
    const input = '   1A--A--A---';
    const deployer = [' -o'];
    const expected = 'va--s------';

    const told = runScheduler(helpers, { input, deployer });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S7 says so once per content, drift checks or not', marbles((helpers) => {
    const input = '   1A--A-?--A---';
    const deployer = [' -o', '-n'];
    const expected = 'va--s-d------';

    const told = runScheduler(helpers, { input, deployer });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S7 says so again for a content that came back', marbles((helpers) => {
    const input = '   1A-A-B--A--A---';
    const deployer = [' -o'];
    const expected = 'va-s-b--c--s---';

    const told = runScheduler(helpers, { input, deployer });

    helpers.expectObservable(told).toBe(expected, { ...words, c: 'deploy config_validation: h1=a' });
  }));

  it('S7 skips a content that came back before its successor left', marbles((helpers) => {
    const input = '   1A-BA--------';
    const deployer = [' -o'];
    const expected = 'va-i--s------';

    const told = runScheduler(helpers, { input, deployer, options: { minDeploymentIntervalMs: 4 } });

    helpers.expectObservable(told).toBe(expected, { ...words, i: 'wait min_deployment_interval 3' });
  }));

  it('S7 deploys to all when one endpoint has not confirmed', marbles((helpers) => {
    const input = '   2A--A----';
    const deployer = [' -f'];
    const expected = 'vA--B----';

    const told = runScheduler(helpers, {
      input,
      deployer,
      answers: { f: ends({ h1: { code: 'cancelled', outcome: 'unknown' } }, {}) },
    });

    helpers.expectObservable(told).toBe(expected, { ...words, B: 'deploy config_validation: h2=a h1=a' });
  }));

  it('S7 confirms all by the completion of a foreign deployer without failures', marbles((helpers) => {
    const input = '   2A--A----';
    const deployer = [' -C'];
    const expected = 'vA--s----';

    const told = runScheduler(helpers, { input, deployer });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S7 S9 tries those again of which a foreign deployer with failures told nothing', marbles((helpers) => {
    const input = '   2A-----------';
    const deployer = [' -1-c', '-C'];
    const expected = 'vA--y---r----';

    const told = runScheduler(helpers, {
      input,
      deployer,
      answers: {
        1: ends({ h1: {} }),
        c: ({ deploymentId }) => [completed({ deploymentId, total: 2, succeeded: 1, failed: 1 })],
      },
      options: { retryInitialMs: 4 },
    });

    helpers.expectObservable(told).toBe(expected, { ...words, y: 'retry h2 unexpected 1 in 4', r: 'deploy retry: h2=a' });
  }));

  it('S7 does not confirm by the event of another deployment', marbles((helpers) => {
    const input = '   1A-*---A---';
    const deployer = [' ----f', '-'];
    const expected = 'va---r-s---';

    const told = runScheduler(helpers, {
      input,
      deployer,
      answers: { f: ends({ h1: { code: 'unreachable', retryable: true } }) },
      events: { '*': instanceDeployed({ deploymentId: 'other' }) },
    });

    helpers.expectObservable(told).toBe(expected, {
      ...words,
      r: 'retry h1 unreachable 1 in 1000000',
      s: 'skip config_validation: left_to_retry',
    });
  }));

  it('S7 never skips a drift check', marbles((helpers) => {
    const input = '   1A--?-?---';
    const deployer = [' -o', '-n'];
    const expected = 'va--d-d---';

    const told = runScheduler(helpers, { input, deployer });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S7 never skips a discovery: an instance may have come back empty', marbles((helpers) => {
    const input = '   1A--1-1---';
    const deployer = [' -o', '-n'];
    const expected = 'va--p-p---';

    const told = runScheduler(helpers, { input, deployer });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S8 skips the fallback where all have confirmed what is wanted', marbles((helpers) => {
    const input = '   1A--F--F---';
    const deployer = [' -o'];
    const expected = 'va--f------';

    const told = runScheduler(helpers, { input, deployer });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S8 falls back to what is wanted where an endpoint has not confirmed it', marbles((helpers) => {
    const input = '   1A--X-F---';
    const deployer = [' ----', '-o'];
    const expected = 'va----g---';

    const told = runScheduler(helpers, { input, deployer });

    helpers.expectObservable(told).toBe(expected, { ...words, g: 'deploy validation_fallback: h1=a' });
  }));

  it('S8 lets the end of a running deployment tell whether a fallback is due', marbles((helpers) => {
    const input = '   1A-F-----';
    const deployer = [' ----o'];
    const expected = 'va-w-f---';

    const told = runScheduler(helpers, { input, deployer });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S8 says that nothing was ever validated', marbles((helpers) => {
    const input = '   1-F---';
    const expected = 'v-n---';

    const told = runScheduler(helpers, { input });

    helpers.expectObservable(told).toBe(expected, { ...words, n: 'skip validation_fallback: nothing_validated' });
  }));
});

describe('scheduleDeployments: a fleet that changes', () => {
  const wrong = discovered({ endpoints: [endpoint('h1'), endpoint('h2'), endpoint('h1')] });

  it('3 rejects a list that names one endpoint twice, whole', marbles((helpers) => {
    const input = '   1A--*-B---';
    const deployer = [' -o'];
    const expected = 'va--j-b---';

    const told = runScheduler(helpers, { input, deployer, events: { '*': wrong } });

    helpers.expectObservable(told).toBe(expected, { ...words, j: 'reject endpoints[2].url' });
  }));

  it('3 deploys to a newcomer, and looks at the others too', marbles((helpers) => {
    const input = '   1A--2---';
    const deployer = [' -o'];
    const expected = 'va--p---';

    const told = runScheduler(helpers, { input, deployer });

    helpers.expectObservable(told).toBe(expected, { ...words, p: 'deploy pod_discovery: h1=a h2=a' });
  }));

  it('3 un-confirms an endpoint whose entry changed', marbles((helpers) => {
    const input = '   1A--(*X)A---';
    const deployer = [' -o', '-', '-o'];
    const expected = 'va--p---c---';

    const told = runScheduler(helpers, { input, deployer, events: { '*': discovered({ endpoints: [endpoint('h1', { username: 'new' })] }) } });

    helpers.expectObservable(told).toBe(expected, { ...words, c: 'deploy config_validation: h1=a' });
  }));

  it('3 forgets an endpoint that left: listed again it is a newcomer', marbles((helpers) => {
    const input = '   2A--1--(2X)A---';
    const deployer = [' -o', '-n', '-', '-o'];
    const expected = 'vA--p--q---c---';

    const told = runScheduler(helpers, { input, deployer });

    helpers.expectObservable(told).toBe(expected, {
      ...words,
      q: 'deploy pod_discovery: h1=a h2=a',
      c: 'deploy config_validation: h1=a h2=a',
    });
  }));

  it('3 aborts a request to an endpoint that left, and goes on with the others', marbles((helpers) => {
    const input = '   2A--1------';
    const deployer = [' -------o', '-n'];
    const expected = 'vA--(xw)p--';

    const told = runScheduler(helpers, { input, deployer });

    helpers.expectObservable(told).toBe(expected, { ...words, x: 'cancel endpoint_dropped: h2' });
  }));

  it('3 aborts a request to a terminated pod, and deploys nothing for it', marbles((helpers) => {
    const pod = { podName: 'pod1', podNamespace: 'default' };
    const input = '   *A--T-----A---';
    const deployer = [' -------o'];
    const expected = 'vA--x-----s---';

    const told = runScheduler(helpers, {
      input,
      deployer,
      events: { '*': discovered({ endpoints: [endpoint('h1'), endpoint('h2', pod)] }), T: podTerminated(pod) },
    });

    helpers.expectObservable(told).toBe(expected, { ...words, x: 'cancel endpoint_dropped: h2' });
  }));

  it('3 knows a pod by its name and its namespace', marbles((helpers) => {
    const input = '   *A-T-A----';
    const deployer = [' -o'];
    const expected = 'va---s----';

    const told = runScheduler(helpers, {
      input,
      deployer,
      events: {
        '*': discovered({ endpoints: [endpoint('h1', { podName: 'pod1', podNamespace: 'default' })] }),
        T: podTerminated({ podName: 'pod1', podNamespace: 'other' }),
      },
    });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('3 ignores what an attempt with the old entry tells', marbles((helpers) => {
    const input = '   1A--*--XA--';
    const deployer = [' -----o', '-', '-o'];
    // the first one succeeds at 6, with the old entry; the one with the new entry is cancelled
    const expected = 'va--w-p-c--';

    const told = runScheduler(helpers, {
      input,
      deployer,
      events: { '*': discovered({ endpoints: [endpoint('h1', { username: 'new' })] }) },
    });

    helpers.expectObservable(told).toBe(expected, { ...words, c: 'deploy config_validation: h1=a' });
  }));

  it('3 does not hold a failure of the old entry against the new one', marbles((helpers) => {
    const input = '   1A--*-------';
    const deployer = [' -----f', '-o'];
    const expected = 'va--w-p-----';

    const told = runScheduler(helpers, {
      input,
      deployer,
      answers: { f: ends({ h1: { code: 'unauthorized' } }) },
      events: { '*': discovered({ endpoints: [endpoint('h1', { username: 'new' })] }) },
    });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('3 empties the fleet with an empty list, and schedules nothing for it', marbles((helpers) => {
    const input = '   1A--0--1---';
    const deployer = [' -o'];
    const expected = 'va-----p---';

    const told = runScheduler(helpers, { input, deployer });

    helpers.expectObservable(told).toBe(expected, words);
  }));
});
