import { describe, it } from '@jest/globals';
import { discovered, endpoint, inputEnded, podTerminated, reconcileRequested, url } from '../support/events.js';
import { marbles } from '../support/marbles.js';
import { clockOff, ends, runScheduler } from '../support/runScheduler.js';

const words = {
  v: 'wait no_validated_configuration',
  w: 'wait deployment_in_progress',
  a: 'deploy pod_discovery+config_validation: h1=a',
  A: 'deploy pod_discovery+config_validation: h1=a h2=a',
  r: 'deploy retry: h1=a',
  b: 'deploy config_validation: h1=b',
  B: 'deploy config_validation: h2=b h1=b',
  p: 'park h1 unauthorized',
  1: 'retry h1 unreachable 1 in 4',
  2: 'retry h1 unreachable 2 in 8',
  3: 'retry h1 unreachable 3 in 10',
};

const unreachable = { code: 'unreachable', retryable: true } as const;
const answers = {
  f: ends({ h1: unreachable }, {}),
  g: ends({ h1: { ...unreachable, outcome: 'unknown' } }, {}),
  p: ends({ h1: { code: 'unauthorized' } }, {}),
  q: ends({ h1: { code: 'incompatible' } }, {}),
  e: ends({ h1: { code: 'unexpected' } }, {}),
};
const backoff = { retryInitialMs: 4, retryMaxMs: 10 };

describe('scheduleDeployments: retries', () => {
  it('S9 tries a failed endpoint again without the others, after its back-off', marbles((helpers) => {
    const input = '   2A----------';
    const deployer = [' -f', '-o'];
    const expected = 'vA1---r-----';

    const told = runScheduler(helpers, { input, deployer, answers, options: backoff });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S9 doubles the back-off up to its longest', marbles((helpers) => {
    const input = '   1A----------------------------';
    const deployer = [' f'];
    const expected = 'v(a1)(r2)----(r3)------(r4)---';

    const told = runScheduler(helpers, { input, deployer, answers, options: backoff });

    helpers.expectObservable(told).toBe(expected, { ...words, 4: 'retry h1 unreachable 4 in 10' });
  }));

  it('S9 moves the back-off by chance', marbles((helpers) => {
    const input = '   1A----------';
    const deployer = [' -f', '-o'];
    const expected = 'va1--r------';

    const told = runScheduler(helpers, { input, deployer, answers, options: { ...backoff, random: () => 0 } });

    helpers.expectObservable(told).toBe(expected, { ...words, 1: 'retry h1 unreachable 1 in 3' });
  }));

  it('S9 counts from 1 again after a success', marbles((helpers) => {
    const input = '   1A--------?--------';
    const deployer = [' -f', '-o', '-f', '-'];
    const expected = 'va1---r---d1---r---';

    const told = runScheduler(helpers, { input, deployer, answers, options: backoff });

    helpers.expectObservable(told).toBe(expected, { ...words, d: 'deploy drift_prevention: h1=a (full)' });
  }));

  it('S9 takes along what falls due within a second', marbles((helpers) => {
    const input = '   3A-- 999ms -----------';
    const deployer = [' -f-g', '-o'];
    //                 h1 fails at 2 and is due at 1002, h2 fails at 4 and is due at 1004
    const expected = 'va1-2 997ms r---------';

    const told = runScheduler(helpers, {
      input,
      deployer,
      answers: { f: ends({ h1: unreachable }), g: ends({ h2: unreachable }, {}) },
      options: { retryInitialMs: 1000 },
    });

    helpers.expectObservable(told).toBe(expected, {
      ...words,
      a: 'deploy pod_discovery+config_validation: h1=a h2=a h3=a',
      1: 'retry h1 unreachable 1 in 1000',
      2: 'retry h2 unreachable 1 in 1000',
      r: 'deploy retry: h1=a h2=a',
    });
  }));

  it('S9 leaves behind what falls due later than a quarter of the delay', marbles((helpers) => {
    const input = '   2A- 16s -';
    // h1 is due after 8 s and a quarter of it is 2 s; h2 is due 3 s later
    const deployer = [' f 2999ms g', '-'];
    const expected = 'v(a1) 2996ms 2 4999ms r---------';

    const told = runScheduler(helpers, {
      input,
      deployer,
      answers: { f: ends({ h1: unreachable }), g: ends({ h2: unreachable }) },
      options: { retryInitialMs: 8000 },
    });

    helpers.expectObservable(told).toBe(expected, {
      ...words,
      a: 'deploy pod_discovery+config_validation: h1=a h2=a',
      1: 'retry h1 unreachable 1 in 8000',
      2: 'retry h2 unreachable 1 in 8000',
    });
  }));

  it('S9 lets a retry wait out the interval when something may have been written', marbles((helpers) => {
    const input = '   1A-------------';
    const deployer = [' -g', '-o'];
    const expected = 'va1---i--r-----';

    const told = runScheduler(helpers, { input, deployer, answers, options: { ...backoff, minDeploymentIntervalMs: 7 } });

    helpers.expectObservable(told).toBe(expected, { ...words, i: 'wait min_deployment_interval 3' });
  }));

  it('S9 S13 moves no clock when nothing was written', marbles((helpers) => {
    const input = '   1A-B---------';
    const deployer = [' -f', '-o'];
    const expected = 'va1b---------';

    const told = runScheduler(helpers, { input, deployer, answers, options: { ...backoff, minDeploymentIntervalMs: 7 } });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S9 takes an endpoint in back-off along for new content, and does not wait for it', marbles((helpers) => {
    const input = '   2A-B--------';
    const deployer = [' -f', '-o'];
    const expected = 'vA1B--------';

    const told = runScheduler(helpers, { input, deployer, answers, options: backoff });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S9 takes an endpoint in back-off along when new content waits out the interval', marbles((helpers) => {
    const input = '   2A-B--------';
    const deployer = [' -f', '-o'];
    const expected = 'vA1i-----B--';

    const told = runScheduler(helpers, { input, deployer, answers, options: { ...backoff, minDeploymentIntervalMs: 7 } });

    helpers.expectObservable(told).toBe(expected, { ...words, i: 'wait min_deployment_interval 6' });
  }));

  it('S9 takes an endpoint in back-off along for a drift check', marbles((helpers) => {
    const input = '   2A-?--------';
    const deployer = [' -f', '-o'];
    const expected = 'vA1d--------';

    const told = runScheduler(helpers, { input, deployer, answers, options: backoff });

    helpers.expectObservable(told).toBe(expected, { ...words, d: 'deploy drift_prevention: h2=a h1=a (full)' });
  }));

  it.each([
    ['discovery', '2', 'deploy pod_discovery: h2=a'],
    ['reconcile request for the other', 'o', 'deploy reconcile_requested: h2=a'],
  ])('S9 leaves an endpoint in back-off to its retry at a %s', (_title, letter, told) => marbles((helpers) => {
    const input = `   2A-${letter}--------`;
    const deployer = ['   -f', '-n', '-o'];
    const expected = '  vA1d--r-----';

    const result = runScheduler(helpers, {
      input,
      deployer,
      answers,
      events: { o: reconcileRequested({ endpoints: [url('h2')] }) },
      options: backoff,
    });

    helpers.expectObservable(result).toBe(expected, { ...words, d: told });
  })());

  it.each([
    ['the same content', 'A', 'config_validation'],
    ['a failed validation', 'F', 'validation_fallback'],
    ['a discovery', '1', 'pod_discovery'],
  ])('S9 says that an endpoint in back-off is left to its retry at %s', (_title, letter, reason) => marbles((helpers) => {
    const input = `   1A-${letter}--------`;
    const deployer = ['   -f', '-o'];
    const expected = '  va1s--r-----';

    const told = runScheduler(helpers, { input, deployer, answers, options: backoff });

    helpers.expectObservable(told).toBe(expected, { ...words, s: `skip ${reason}: left_to_retry` });
  })());

  it.each([
    ['of its endpoint', 'f', 'deploy retry: h1=a'],
    ['of another endpoint', 'g', undefined],
  ])('S9 tries an endpoint that was parked as unauthorized again at once when the password file %s changes', (_title, letter, retried) => marbles((helpers) => {
    const input = `   2A--${letter}-----`;
    const deployer = ['   -p', '-o'];
    const expected = retried === undefined ? 'vAp-------' : 'vAp-d-----';

    const result = runScheduler(helpers, {
      input,
      deployer,
      answers,
      options: { parkedRetryIntervalMs: 0 },
      events: {
        f: { type: 'CredentialsChangedEvent', endpoints: [url('h1')] },
        g: { type: 'CredentialsChangedEvent', endpoints: [url('h2')] },
      },
    });

    helpers.expectObservable(result).toBe(expected, { ...words, d: retried });
  })());

  it.each([
    ['new content', 'B', 'deploy config_validation: h2=b h1=b'],
    ['a discovery', '2', 'deploy pod_discovery: h2=a h1=a'],
    ['leadership', 'W', 'deploy leadership_acquired: h2=a h1=a (full)'],
  ])('S9 a running retry gives way to %s', (_title, letter, told) => marbles((helpers) => {
    const input = `   2A------${letter}----`;
    const deployer = ['   -f', '-----', '-n'];
    const expected = '  vA1---r-(xwd)';

    const result = runScheduler(helpers, { input, deployer, answers, options: backoff });

    helpers.expectObservable(result).toBe(expected, { ...words, x: 'cancel superseded', d: told });
  })());

  it.each([
    ['a drift check', '?'],
    ['the same content', 'A'],
    ['a failed validation', 'F'],
    ['a reconcile request', 'Q'],
  ])('S9 a running retry does not give way to %s', (_title, letter) => marbles((helpers) => {
    const input = `   2A------${letter}---`;
    const deployer = ['   -f', '-----'];
    const expected = '  vA1---r-w---';

    const told = runScheduler(helpers, { input, deployer, answers, options: backoff });

    helpers.expectObservable(told).toBe(expected, words);
  })());

  it('S9 a retry that has merged with something else does not give way', marbles((helpers) => {
    const input = '   2A-o?------B---';
    const deployer = [' -f', '-----o', '-----'];
    // the retry falls due at 6, while h2 is looked at; it leaves at 8, with the drift check
    const expected = 'vA1dw---r--w---';

    const told = runScheduler(helpers, {
      input,
      deployer,
      answers,
      events: { o: reconcileRequested({ endpoints: [url('h2')] }) },
      options: backoff,
    });

    helpers.expectObservable(told).toBe(expected, {
      ...words,
      d: 'deploy reconcile_requested: h2=a',
      r: 'deploy drift_prevention: h2=a h1=a (full)',
    });
  }));

  it('S9 does not try an endpoint again while a deployment runs, but right after', marbles((helpers) => {
    const input = '   2A-o-----------';
    const deployer = [' -f', '------o', '-o'];
    const expected = 'vA1d-----r-----';

    const told = runScheduler(helpers, {
      input,
      deployer,
      answers,
      events: { o: reconcileRequested({ endpoints: [url('h2')] }) },
      options: backoff,
    });

    helpers.expectObservable(told).toBe(expected, { ...words, d: 'deploy reconcile_requested: h2=a' });
  }));

  it('S9 forgets the retry of an endpoint that left', marbles((helpers) => {
    const input = '   2A-*-------';
    const deployer = [' -f', '-n'];
    const expected = 'vA1d-------';

    const told = runScheduler(helpers, {
      input,
      deployer,
      answers,
      events: { '*': discovered({ endpoints: [endpoint('h2')] }) },
      options: backoff,
    });

    helpers.expectObservable(told).toBe(expected, { ...words, d: 'deploy pod_discovery: h2=a' });
  }));

  it('S9 forgets the retry of a terminated pod', marbles((helpers) => {
    const pod = { podName: 'pod1', podNamespace: 'default' };
    const input = '   *A--T--------';
    const deployer = [' -f', '-o'];
    const expected = 'vA1----------';

    const told = runScheduler(helpers, {
      input,
      deployer,
      answers,
      events: { '*': discovered({ endpoints: [endpoint('h1', pod), endpoint('h2')] }), T: podTerminated(pod) },
      options: backoff,
    });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S9 drops the back-off of a changed entry', marbles((helpers) => {
    const input = '   1A-*---------';
    const deployer = [' -f', '-o'];
    const expected = 'va1d---------';

    const told = runScheduler(helpers, {
      input,
      deployer,
      answers,
      events: { '*': discovered({ endpoints: [endpoint('h1', { password: 'new' })] }) },
      options: backoff,
    });

    helpers.expectObservable(told).toBe(expected, { ...words, d: 'deploy pod_discovery: h1=a' });
  }));

  it('S9 keeps what is left of a back-off when the clock is set back', marbles((helpers) => {
    const input = '   1A--A--------';
    const deployer = [' -f', '-o'];
    const expected = 'va1-s---r----';
    const scheduler = clockOff(helpers.scheduler, (time) => (time < 3 ? 0 : -100_000));

    const told = runScheduler(helpers, { input, deployer, answers, options: { ...backoff, scheduler } });

    // The step at 4 notices; how much time passed before it is not known, so 4 ms are left.
    helpers.expectObservable(told).toBe(expected, { ...words, s: 'skip config_validation: left_to_retry' });
  }));
});

describe('scheduleDeployments: parked endpoints', () => {
  it.each(['p', 'q'])('S9 parks an endpoint that lets nobody in or speaks another language (%s) and retries it no more', (letter) => marbles((helpers) => {
    const input = '   1A- 50ms -';
    const deployer = [` -${letter}`, '-o'];
    const expected = 'vap 50ms -';

    const told = runScheduler(helpers, { input, deployer, answers, options: backoff });

    helpers.expectObservable(told).toBe(expected, { ...words, p: letter === 'p' ? words.p : 'park h1 incompatible' });
  })());

  it('S9 parks an endpoint after a second bug in a row', marbles((helpers) => {
    const input = '   1A-----------';
    const deployer = [' -e'];
    const expected = 'va1---rp-----';

    const told = runScheduler(helpers, { input, deployer, answers, options: backoff });

    helpers.expectObservable(told).toBe(expected, { ...words, 1: 'retry h1 unexpected 1 in 4', p: 'park h1 unexpected' });
  }));

  it('S9 says once that an endpoint is parked', marbles((helpers) => {
    const input = '   1A------------';
    const deployer = [' -p'];
    const expected = 'vap----r-----r';

    const told = runScheduler(helpers, { input, deployer, answers, options: { parkedRetryIntervalMs: 5 } });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it.each([
    ['new content', 'B', 'deploy config_validation: h2=b h1=b'],
    ['a reconcile request', 'Q', 'deploy reconcile_requested: h2=a h1=a'],
    ['a reconcile request for it', 'o', 'deploy reconcile_requested: h1=a'],
    ['leadership', 'W', 'deploy leadership_acquired: h2=a h1=a (full)'],
    ['a drift check', '?', 'deploy drift_prevention: h2=a h1=a (full)'],
    ['a changed entry', '*', 'deploy pod_discovery: h1=a h2=a'],
  ])('S9 tries a parked endpoint again at %s', (_title, letter, told) => marbles((helpers) => {
    const input = `   2A--${letter}-----`;
    const deployer = ['   -p', '-o'];
    const expected = '  vAp-d-----';

    const result = runScheduler(helpers, {
      input,
      deployer,
      answers,
      events: {
        o: reconcileRequested({ endpoints: [url('h1')] }),
        '*': discovered({ endpoints: [endpoint('h1', { password: 'new' }), endpoint('h2')] }),
      },
    });

    helpers.expectObservable(result).toBe(expected, { ...words, d: told });
  })());

  it.each([
    ['a discovery of the same entries', '2', 'deploy pod_discovery: h2=a'],
    ['the same content', 'A', 'skip config_validation: left_to_retry'],
    ['a failed validation', 'F', 'skip validation_fallback: left_to_retry'],
  ])('S9 leaves a parked endpoint alone at %s', (_title, letter, told) => marbles((helpers) => {
    const input = `   2A--${letter}-----`;
    const deployer = ['   -p', '-n'];
    const expected = '  vAp-d-----';

    const result = runScheduler(helpers, { input, deployer, answers });

    helpers.expectObservable(result).toBe(expected, { ...words, d: told });
  })());

  it('S9 tries a parked endpoint after each interval, also when attempts are cancelled', marbles((helpers) => {
    const input = '   2A------2-----------';
    const deployer = [' -p', '----', '-n', '-o'];
    const onCancel = '    x';
    const expected = 'vAp----r(xwd)r------';

    const told = runScheduler(helpers, { input, deployer, onCancel, answers, options: { parkedRetryIntervalMs: 5 } });

    helpers.expectObservable(told).toBe(expected, {
      ...words,
      x: 'cancel superseded',
      d: 'deploy pod_discovery: h2=a',
    });
  }));

  it('S9 tries a parked endpoint that falls due while a discovery waits out the interval', marbles((helpers) => {
    const input = '   2A-2----------------';
    const deployer = [' -p', '-n', '-o'];
    const expected = 'vApi------d-------';

    const told = runScheduler(helpers, {
      input,
      deployer,
      answers,
      options: { parkedRetryIntervalMs: 5, minDeploymentIntervalMs: 8 },
    });

    helpers.expectObservable(told).toBe(expected, {
      ...words,
      i: 'wait min_deployment_interval 7',
      d: 'deploy retry+pod_discovery: h2=a h1=a',
    });
  }));

  it('S9 un-parks an endpoint that a drift check finds open, whatever it then answers', marbles((helpers) => {
    const input = '   1A-?--1----';
    const deployer = [' -p', '-d', '-n'];
    const expected = 'vapd--e----';

    const told = runScheduler(helpers, { input, deployer, answers: { ...answers, d: ends({ h1: { code: 'drifted' } }) } });

    helpers.expectObservable(told).toBe(expected, {
      ...words,
      d: 'deploy drift_prevention: h1=a (full)',
      e: 'deploy pod_discovery: h1=a',
    });
  }));

  it('S12 does not wait for parked endpoints', marbles((helpers) => {
    const input = '   1A--E----';
    const deployer = [' -p'];
    const expected = 'vap-(x|)-';

    const told = runScheduler(helpers, { input, deployer, answers, events: { E: inputEnded() }, options: { drainTimeoutMs: 100 } });

    helpers.expectObservable(told).toBe(expected, { ...words, x: 'end 0 of 1' });
  }));
});
