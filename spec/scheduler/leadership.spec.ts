import { describe, it } from '@jest/globals';
import { content, driftTriggered, instanceDeployed } from '../support/events.js';
import { marbles } from '../support/marbles.js';
import { ends, runScheduler } from '../support/runScheduler.js';

const words = {
  v: 'wait no_validated_configuration',
  w: 'wait deployment_in_progress',
  a: 'deploy pod_discovery+config_validation: h1=a',
  b: 'deploy config_validation: h1=b',
  x: 'cancel lost_leadership',
  l: 'deploy leadership_acquired: h1=a (full)',
  L: 'deploy leadership_acquired: h1=b (full)',
};

const unreachable = { code: 'unreachable', retryable: true } as const;

describe('scheduleDeployments: leadership', () => {
  it('S10 leads from the start without leadership events', marbles((helpers) => {
    const input = '   1A---';
    const expected = 'va---';

    helpers.expectObservable(runScheduler(helpers, { input })).toBe(expected, words);
  }));

  it('S10 starts as a follower when told so, and keeps folding events', marbles((helpers) => {
    const input = '   1A-?F1Q-W---';
    const expected = '--------l---';

    const told = runScheduler(helpers, { input, options: { leading: false } });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S10 compares everything first when it becomes leader', marbles((helpers) => {
    const input = '   1A--L-W---';
    const deployer = [' -o', '-n'];
    const expected = 'va----l---';

    const told = runScheduler(helpers, { input, deployer });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S10 takes a leader that becomes leader for a new one: compares everything', marbles((helpers) => {
    const input = '   1A--W---';
    const deployer = [' -o', '-n'];
    const expected = 'va--l---';

    const told = runScheduler(helpers, { input, deployer });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S10 does nothing when leadership is lost while idle', marbles((helpers) => {
    const input = '   1A--L--B-1-A---';
    const deployer = [' -o'];
    const expected = 'va-------------';

    const told = runScheduler(helpers, { input, deployer });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S10 drops what waits out the interval', marbles((helpers) => {
    const input = '   1A-B-L-------';
    const deployer = [' -o'];
    const expected = 'va-i---------';

    const told = runScheduler(helpers, { input, deployer, options: { minDeploymentIntervalMs: 6 } });

    helpers.expectObservable(told).toBe(expected, { ...words, i: 'wait min_deployment_interval 5' });
  }));

  it('S10 drops what waits for a configuration', marbles((helpers) => {
    const input = '   1-L-A---';
    const expected = 'v-------';

    const told = runScheduler(helpers, { input });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S10 keeps the end of the last deployment over a change of leadership', marbles((helpers) => {
    const input = '   1A-LW-------';
    const deployer = [' -o'];
    const expected = 'va--i---l---';

    const told = runScheduler(helpers, { input, deployer, options: { minDeploymentIntervalMs: 6 } });

    helpers.expectObservable(told).toBe(expected, { ...words, i: 'wait min_deployment_interval 4' });
  }));

  it('S10 cancels what runs and drops what is pending', marbles((helpers) => {
    const input = '   1AB-L------';
    const deployer = [' -'];
    const expected = 'vaw-x------';

    const told = runScheduler(helpers, { input, deployer });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S10 a cancelled deployment keeps the slot until its completion, over any change of leadership', marbles((helpers) => {
    const input = '   1A-LWB------';
    const deployer = [' -', '-'];
    const onCancel = '     -----x';
    const expected = 'va-xw---L---';

    const told = runScheduler(helpers, { input, deployer, onCancel });

    helpers.expectObservable(told).toBe(expected, { ...words, L: 'deploy leadership_acquired+config_validation: h1=b (full)' });
  }));

  it('S10 or until the grace is over; the loss recovers nothing', marbles((helpers) => {
    const input = '   1A-LW-------';
    const deployer = [' -'];
    const onCancel = '     -';
    const expected = 'va-xw--l----';

    const told = runScheduler(helpers, { input, deployer, onCancel, options: { cancelGraceMs: 4 } });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S10 lets two changes of leadership cancel one deployment once', marbles((helpers) => {
    const input = '   1A-LWLW-----';
    const deployer = [' -', '-'];
    const onCancel = '     ------x';
    const expected = 'va-xw-w--l--';

    const told = runScheduler(helpers, { input, deployer, onCancel });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S10 a loss after a timeout recovers nothing', marbles((helpers) => {
    const input = '   1A---L-----';
    const deployer = [' -'];
    const onCancel = '     ----x';
    const expected = 'va--x------';

    const told = runScheduler(helpers, { input, deployer, onCancel, options: { deploymentTimeoutMs: 3 } });

    helpers.expectObservable(told).toBe(expected, { ...words, x: 'cancel deployment_timeout' });
  }));

  it('S10 stops back-offs, and schedules none for what fails afterwards', marbles((helpers) => {
    const input = '   2A--L---------';
    const deployer = [' -1-'];
    const onCancel = '    -2';
    const expected = 'vay-x---------';

    const told = runScheduler(helpers, {
      input,
      deployer,
      onCancel,
      answers: { 1: ends({ h1: unreachable }), 2: ends({ h2: unreachable }) },
      options: { retryInitialMs: 5 },
    });

    helpers.expectObservable(told).toBe(expected, {
      ...words,
      a: 'deploy pod_discovery+config_validation: h1=a h2=a',
      y: 'retry h1 unreachable 1 in 5',
    });
  }));

  it('S10 stops the retry of parked endpoints', marbles((helpers) => {
    const input = '   1A--L---------';
    const deployer = [' -p'];
    const expected = 'vap-----------';

    const told = runScheduler(helpers, {
      input,
      deployer,
      answers: { p: ends({ h1: { code: 'unauthorized' } }) },
      options: { parkedRetryIntervalMs: 5 },
    });

    helpers.expectObservable(told).toBe(expected, { ...words, p: 'park h1 unauthorized' });
  }));

  it('S10 forgets what was confirmed: another may have changed it', marbles((helpers) => {
    const input = '   1A--L-W-X-A---';
    const deployer = [' -o', '-', '-o'];
    const expected = 'va----l---c---';

    const told = runScheduler(helpers, { input, deployer });

    helpers.expectObservable(told).toBe(expected, { ...words, c: 'deploy config_validation: h1=a' });
  }));

  it('S10 forgets what was confirmed by a cancelled deployment while following', marbles((helpers) => {
    const input = '   1A-L---W-X-A---';
    const deployer = [' -', '-', '-o'];
    const onCancel = '     -1';
    const expected = 'va-x---l---c---';

    const told = runScheduler(helpers, {
      input,
      deployer,
      onCancel,
      // the first one succeeds all the same, the next one is cut off
      answers: { 1: (deployment, ended) => ends({}, deployment.force ? { code: 'cancelled' } : {})(deployment, ended) },
    });

    helpers.expectObservable(told).toBe(expected, { ...words, c: 'deploy config_validation: h1=a' });
  }));

  it('S10 deploys what was validated while following', marbles((helpers) => {
    const input = '   1A--LB-W---';
    const deployer = [' -o'];
    const expected = 'va-----L---';

    const told = runScheduler(helpers, { input, deployer });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S10 un-parks and takes back refusals with leadership', marbles((helpers) => {
    const input = '   2A------LW---';
    const deployer = [' --f', '-o'];
    const expected = 'va-(pq)--l---';

    const told = runScheduler(helpers, {
      input,
      deployer,
      answers: { f: ends({ h1: { code: 'unauthorized' }, h2: { code: 'rejected' } }) },
    });

    helpers.expectObservable(told).toBe(expected, {
      ...words,
      a: 'deploy pod_discovery+config_validation: h1=a h2=a',
      p: 'park h1 unauthorized',
      q: 'park h2 rejected',
      l: 'deploy leadership_acquired: h1=a h2=a (full)',
    });
  }));

  it('S10 drops drift checks while following', marbles((helpers) => {
    const input = '   1A--L?--W---';
    const deployer = [' -o', '-n'];
    const expected = 'va------l---';

    const told = runScheduler(helpers, { input, deployer, events: { '?': driftTriggered() } });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S5 ignores an instance event of a given-up deployment after leadership came back', marbles((helpers) => {
    const input = '   1A-L-W*X-A---';
    const deployer = [' -', '-', '-o'];
    const onCancel = '     -';
    // the first deployment tells at 6 that h1 has a: too late to count
    const expected = 'va-x-l---c---';

    const told = runScheduler(helpers, {
      input,
      deployer,
      onCancel,
      options: { cancelGraceMs: 2 },
      events: { '*': instanceDeployed({ deploymentId: 'id1', contentChecksum: content('a').checksum }) },
    });

    helpers.expectObservable(told).toBe(expected, { ...words, c: 'deploy config_validation: h1=a' });
  }));
});
