import { describe, expect, it } from '@jest/globals';
import { from, mergeMap, range, Subject } from 'rxjs';
import type { PipelineEvent } from '../../lib/events/types.js';
import { scheduleDeployments } from '../../lib/scheduler/scheduleDeployments.js';
import { completed, foreignCompleted, instanceDeployed, scheduled } from '../support/events.js';
import { marbles } from '../support/marbles.js';
import { clockOff, ends, fleetOf, promoted, runScheduler } from '../support/runScheduler.js';
import { tell } from '../support/tell.js';

const words = {
  a: 'deploy pod_discovery+config_validation: h1=a',
  b: 'deploy config_validation: h1=b',
  c: 'deploy config_validation: h1=c',
  d: 'deploy config_validation: h1=d',
  p: 'deploy pod_discovery: h1=a',
  v: 'wait no_validated_configuration',
  w: 'wait deployment_in_progress',
};

describe('scheduleDeployments: one slot and the interval', () => {
  it('S4 starts the first deployment at once', marbles((helpers) => {
    const input = '   -1-A----';
    const deployer = ['    --o'];
    const expected = '-v-a----';

    const told = runScheduler(helpers, { input, deployer, options: { minDeploymentIntervalMs: 5 } });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S4 lets the next deployment wait out the interval after the end of the last', marbles((helpers) => {
    const input = '   1A----B------';
    const deployer = [' ---o'];
    //                     -----d
    const expected = 'va----i--b---';

    const told = runScheduler(helpers, { input, deployer, options: { minDeploymentIntervalMs: 5 } });

    helpers.expectObservable(told).toBe(expected, { ...words, i: 'wait min_deployment_interval 3' });
  }));

  it('S4 starts a deployment at once after a longer pause', marbles((helpers) => {
    const input = '   1A-------B---';
    const deployer = [' ---o'];
    const expected = 'va-------b---';

    const told = runScheduler(helpers, { input, deployer, options: { minDeploymentIntervalMs: 5 } });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S4 knows no wait with an interval of 0', marbles((helpers) => {
    const input = '   1A--B--C----';
    const deployer = [' -o', '-o'];
    const expected = 'va--b--c----';

    const told = runScheduler(helpers, { input, deployer });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S3 deploys the newest of what came while a deployment ran, and merges the reasons', marbles((helpers) => {
    const input = '   1AB1C-------';
    const deployer = [' -----o'];
    const expected = 'vaw---n-----';

    const told = runScheduler(helpers, { input, deployer });

    helpers.expectObservable(told).toBe(expected, { ...words, n: 'deploy pod_discovery+config_validation: h1=c' });
  }));

  it('S3 replaces a request that waits out the interval: one deployment, not two', marbles((helpers) => {
    const input = '   1A---B-C-----------';
    const deployer = [' --o'];
    const expected = 'va---i----c--------';

    const told = runScheduler(helpers, { input, deployer, options: { minDeploymentIntervalMs: 7 } });

    helpers.expectObservable(told).toBe(expected, { ...words, i: 'wait min_deployment_interval 5' });
  }));

  it('S3 takes what is deployed, and to whom, when the request leaves', marbles((helpers) => {
    const input = '   1AB-2-------';
    const deployer = [' ------o'];
    const expected = 'vaw----n----';

    const told = runScheduler(helpers, { input, deployer });

    helpers.expectObservable(told).toBe(expected, { ...words, n: 'deploy config_validation+pod_discovery: h1=b h2=b' });
  }));

  it('S3 keeps "compare everything" when a newer request merges in', marbles((helpers) => {
    const input = '   1A?B--------';
    const deployer = [' ----o'];
    const expected = 'vaw--n------';

    const told = runScheduler(helpers, { input, deployer });

    helpers.expectObservable(told).toBe(expected, { ...words, n: 'deploy drift_prevention+config_validation: h1=b (full)' });
  }));

  it('S3 says once why a request waits, and again when the cause changes', marbles((helpers) => {
    const input = '   1AB-C-D------------';
    const deployer = [' -------o'];
    const expected = 'vaw-----i---d------';

    const told = runScheduler(helpers, { input, deployer, options: { minDeploymentIntervalMs: 4 } });

    helpers.expectObservable(told).toBe(expected, { ...words, i: 'wait min_deployment_interval 4' });
  }));

  it('S2 remembers a validated configuration until endpoints are known', marbles((helpers) => {
    const input = '   -A-B-1---';
    const expected = '-e---n---';

    const told = runScheduler(helpers, { input });

    helpers.expectObservable(told).toBe(expected, { e: 'wait no_endpoints', n: 'deploy config_validation+pod_discovery: h1=b' });
  }));

  it('S2 keeps a request over an empty fleet', marbles((helpers) => {
    const input = '   1A---0-B-2----';
    const deployer = [' -o'];
    const expected = 'va-----e-n----';

    const told = runScheduler(helpers, { input, deployer });

    helpers.expectObservable(told).toBe(expected, {
      ...words,
      e: 'wait no_endpoints',
      n: 'deploy config_validation+pod_discovery: h1=b h2=b',
    });
  }));

  it('S5 frees the slot for a completion that comes synchronously', marbles((helpers) => {
    const input = '   1A-B-C----';
    const deployer = [' o'];
    const expected = 'va-b-c----';

    const told = runScheduler(helpers, { input, deployer });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S4 counts from a completion that comes synchronously', marbles((helpers) => {
    const input = '   1AB-----C--------';
    const deployer = [' o'];
    const expected = 'vai--b--jc-------';

    const told = runScheduler(helpers, { input, deployer, options: { minDeploymentIntervalMs: 4 } });

    helpers.expectObservable(told).toBe(expected, { ...words, i: 'wait min_deployment_interval 3', j: 'wait min_deployment_interval 1' });
  }));

  it.each([
    ['another id', completed({ deploymentId: 'd99' })],
    ['no id and a foreign correlation id', foreignCompleted({ correlationId: 'other' })],
    ['no id and no correlation id', foreignCompleted()],
  ])('S5 ignores a completion of %s', (_title, event) => marbles((helpers) => {
    const input = '   1AB-*---------';
    const deployer = [' ------o'];
    const expected = 'vaw----b------';

    const told = runScheduler(helpers, { input, deployer, events: { '*': event } });

    helpers.expectObservable(told).toBe(expected, words);
  })());

  it('S5 ignores a completion that comes twice', marbles((helpers) => {
    const input = '   1A-B-C----------';
    const deployer = ['-oo', '------o'];
    //                   both completions are of the first
    const expected = 'va-b-w---c------';

    const told = runScheduler(helpers, {
      input,
      deployer,
      answers: { o: ({ deploymentId }) => [completed({ deploymentId }), completed({ deploymentId })] },
    });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S5 ignores a late completion of an earlier deployment', marbles((helpers) => {
    const input = '   1A-B--C---------';
    const deployer = ['-c--c', '------c'];
    const expected = 'va-b--w--c------';

    const told = runScheduler(helpers, {
      input,
      deployer,
      answers: { c: ({ deploymentId }) => [completed({ deploymentId })] },
    });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S5 takes a foreign completion without deploymentId by its correlation id', marbles((helpers) => {
    const input = '   1A-B-----';
    const deployer = [' ---f'];
    const expected = 'va-wb----';

    const told = runScheduler(helpers, {
      input,
      deployer,
      answers: {
        f: ({ correlationId = '' }) => [foreignCompleted({ correlationId })],
      },
    });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S5 ignores instance events of a deployment that does not run', marbles((helpers) => {
    const input = '   1A-*-A---';
    const deployer = [' -----------'];
    const expected = 'va---w---';

    const told = runScheduler(helpers, { input, deployer, events: { '*': instanceDeployed({ deploymentId: 'other' }) } });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('S5 gives every deployment an id and the newest correlation id, or makes one', () => {
    const seen: (string | undefined)[][] = [];
    const bus = new Subject<PipelineEvent>();
    let ids = 0;
    bus.pipe(scheduleDeployments({ minDeploymentIntervalMs: 0, nextId: () => `id${(ids += 1)}` })).subscribe((event) => {
      if (event.type !== 'DeploymentScheduledEvent') return;
      seen.push([event.deploymentId, event.correlationId]);
      bus.next(completed({ deploymentId: event.deploymentId }));
    });

    for (const event of [fleetOf(1), ...promoted('a'), fleetOf(1)]) bus.next(event);
    bus.complete();

    expect(seen).toEqual([
      ['id1', 'a'],
      ['id2', 'id3'],
    ]);
  });

  it('D1 puts endpoints whose last attempt did not succeed last', marbles((helpers) => {
    const input = '   3A--B----';
    const deployer = ['-f', '-'];
    const expected = 'var-b----';

    const told = runScheduler(helpers, { input, deployer, answers: { f: ends({ h1: { code: 'unreachable' } }, {}) } });

    helpers.expectObservable(told).toBe(expected, {
      ...words,
      a: 'deploy pod_discovery+config_validation: h1=a h2=a h3=a',
      r: 'retry h1 unreachable 1 in 1000000',
      b: 'deploy config_validation: h2=b h3=b h1=b',
    });
  }));

  it('S4 waits one interval at most after the clock was set back', marbles((helpers) => {
    const input = '   1A---B-------';
    const deployer = [' -o'];
    //                        the clock goes back before B
    const expected = 'va---i----b--';
    const scheduler = clockOff(helpers.scheduler, (time) => (time < 4 ? 0 : -100_000));

    const told = runScheduler(helpers, { input, deployer, options: { minDeploymentIntervalMs: 5, scheduler } });

    helpers.expectObservable(told).toBe(expected, { ...words, i: 'wait min_deployment_interval 5' });
  }));

  it('S4 goes on waiting, and no more than an interval, when the clock is set back while a request waits', marbles((helpers) => {
    const input = '   1A-B----------';
    const deployer = [' -o'];
    //                      7: the timer is over and finds the clock set back
    const expected = 'va-i-------b--';
    const scheduler = clockOff(helpers.scheduler, (time) => (time < 5 ? 0 : -100_000));

    const told = runScheduler(helpers, { input, deployer, options: { minDeploymentIntervalMs: 5, scheduler } });

    helpers.expectObservable(told).toBe(expected, { ...words, i: 'wait min_deployment_interval 4' });
  }));

  it('S4 holds the interval over, and nothing else, when the clock is set forward', marbles((helpers) => {
    const input = '   1A--BC-------';
    const deployer = [' -o', '--o'];
    const expected = 'va--bwi----c-';
    const scheduler = clockOff(helpers.scheduler, (time) => (time < 4 ? 0 : 100_000));

    const told = runScheduler(helpers, { input, deployer, options: { minDeploymentIntervalMs: 5, scheduler } });

    helpers.expectObservable(told).toBe(expected, { ...words, i: 'wait min_deployment_interval 5' });
  }));

  it('S11 makes two deployments of 100,000 changes', () => {
    const seen: string[] = [];
    const changes = range(0, 100_000).pipe(mergeMap((number) => from(promoted(`config ${number}`))));
    const bus = new Subject<PipelineEvent>();
    const deployments: string[] = [];
    bus.pipe(scheduleDeployments({ minDeploymentIntervalMs: 0 })).subscribe((event) => {
      seen.push(tell(event));
      if (event.type === 'DeploymentScheduledEvent') deployments.push(event.deploymentId);
    });

    bus.next(fleetOf(1));
    changes.subscribe((event) => bus.next(event));
    bus.next(completed({ deploymentId: deployments[0]! }));
    bus.complete();

    expect(seen).toEqual([
      'wait no_validated_configuration',
      'deploy pod_discovery+config_validation: h1=config 0',
      'wait deployment_in_progress',
      'deploy config_validation: h1=config 99999',
    ]);
  });

  it('does not depend on its own events coming back', () => {
    const own = scheduled();
    const seen: PipelineEvent[] = [];
    from([own, completed()]).pipe(scheduleDeployments()).subscribe((event) => seen.push(event));

    expect(seen).toEqual([]);
  });
});
