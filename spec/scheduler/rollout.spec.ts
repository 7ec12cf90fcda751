import { describe, expect, it } from '@jest/globals';
import { filter, map } from 'rxjs';
import { resolveSchedulerOptions } from '../../lib/scheduler/options.js';
import { discovered, driftDetected, endpoint, podTerminated } from '../support/events.js';
import { host } from '../support/tell.js';
import { marbles } from '../support/marbles.js';
import { ends, runEvents, runScheduler } from '../support/runScheduler.js';

const words = {
  v: 'wait no_validated_configuration',
  w: 'wait deployment_in_progress',
  A: 'deploy pod_discovery+config_validation: h1=a h2=a h3=a',
  B: 'deploy config_validation: h1=b h2=b h3=b',
  C: 'deploy config_validation: h1=c h2=c h3=c',
  d: 'deploy drift_prevention: h2=a h3=a h1=a (full)',
  q: 'park h1 rejected',
  r: 'retry h1 unreachable 1 in 4',
  t: 'deploy retry: h1=b',
  u: 'deploy retry: h2=b h3=b',
};
const stopped = { code: 'not_attempted' } as const;
const answers = {
  f: ends({ h1: { code: 'rejected' } }, stopped),
  l: ends({ h1: { code: 'unreachable', retryable: true } }, stopped),
  c: ends({ h1: {} }),
  m: ends({ h1: {}, h2: { code: 'api_error', retryable: true } }, stopped),
};
const options = { canary: 1, retryInitialMs: 4 };

describe('scheduleDeployments: rollout', () => {
  it('D11 names the first of the list as canary on the first rollout, a confirmed and healthy one later', marbles((helpers) => {
    const input = '   3A--B----';
    const deployer = ['  o', 'o'];
    const expected = '-a--b----';

    const canaries = runEvents(helpers, { input, deployer, answers: { o: ends({ h1: { code: 'unreachable', retryable: true } }, {}) }, options: { ...options, retryInitialMs: 1000 } }).pipe(
      filter((event) => event.type === 'DeploymentScheduledEvent'),
      map(({ rollout }) => rollout?.canaries.map(host)),
    );

    helpers.expectObservable(canaries).toBe(expected, { a: ['h1'], b: ['h2'] });
  }));

  it('D11 takes a share of the fleet, rounded up', marbles((helpers) => {
    const input = '   3A---';
    const expected = '-a---';

    const canaries = runEvents(helpers, { input, options: { canary: '34%' } }).pipe(
      filter((event) => event.type === 'DeploymentScheduledEvent'),
      map(({ rollout }) => rollout?.canaries.map(host)),
    );

    helpers.expectObservable(canaries).toBe(expected, { a: ['h1', 'h2'] });
  }));

  it('S14 holds a content back from the rest when a canary refuses it, whatever the reason that asks', marbles((helpers) => {
    const input = '   3A--B---?---';
    const deployer = ['  o', 'f', 'n'];
    const expected = 'vA--(Bq)d---';

    helpers.expectObservable(runScheduler(helpers, { input, deployer, answers, options })).toBe(expected, words);
  }));

  it('S14 brings the content to the rest when a retry of the canary passes', marbles((helpers) => {
    const input = '   3A--B--------';
    const deployer = ['  o', 'l', 'o', 'o'];
    const expected = 'vA--(Br)(tu)-';

    helpers.expectObservable(runScheduler(helpers, { input, deployer, answers, options })).toBe(expected, words);
  }));

  it('S14 lets others try a content whose canaries left before they had', marbles((helpers) => {
    const input = '   3A--B---T---------';
    const deployer = ['  o', '------e', 'o'];
    const expected = 'vA--B---x-(s)-----';

    const told = runScheduler(helpers, {
      input,
      deployer,
      answers: { e: ends({ h1: { code: 'cancelled' } }, stopped) },
      options,
      events: { 3: discovered({ endpoints: [endpoint('h1', { podName: 'pod1', podNamespace: 'default' }), endpoint('h2'), endpoint('h3')] }), T: podTerminated() },
    });

    helpers.expectObservable(told).toBe(expected, { ...words, x: 'cancel endpoint_dropped: h1', s: 'deploy retry: h2=b h3=b' });
  }));

  it('S14 does not take for good what its only canary was sent and left with', marbles((helpers) => {
    const input = '   1A-N-----B-------';
    const deployer = ['  -------e', 'f'];
    const expected = 'vA-(xw)-i---(bq)-';

    const told = runScheduler(helpers, {
      input,
      deployer,
      answers: { e: ends({ h1: { code: 'cancelled', outcome: 'unknown' } }), f: ends({ h2: { code: 'rejected' } }) },
      options: { ...options, minDeploymentIntervalMs: 4 },
      events: { N: discovered({ endpoints: [endpoint('h2')] }) },
    });

    helpers.expectObservable(told).toBe(expected, {
      ...words,
      A: 'deploy pod_discovery+config_validation: h1=a',
      x: 'cancel endpoint_dropped: h1',
      i: 'wait min_deployment_interval 4',
      b: 'deploy pod_discovery+config_validation: h2=b',
      q: 'park h2 rejected',
    });
  }));

  it('S14 brings the content to the rest when the canary that failed has left, and the other one runs it', marbles((helpers) => {
    const input = '   3A--B---N------------';
    const deployer = ['  o', '-----------e', 'o'];
    const expected = 'vA--B---(xw)---(s)---';

    const told = runScheduler(helpers, {
      input,
      deployer,
      answers: { e: ends({ h1: { code: 'cancelled' }, h2: {} }, stopped) },
      options: { ...options, canary: 2 },
      events: { N: discovered({ endpoints: ['h2', 'h3'].map((name) => endpoint(name)) }) },
    });

    helpers.expectObservable(told).toBe(expected, { ...words, x: 'cancel endpoint_dropped: h1', s: 'deploy retry+pod_discovery: h2=b h3=b' });
  }));

  it('S12 ends though a canary fails when the drain is over', marbles((helpers) => {
    const input = '   1A-E-----------';
    const deployer = ['  ---l'];
    const expected = 'vA--(z|)-------';

    const told = runScheduler(helpers, { input, deployer, answers, options });

    helpers.expectObservable(told).toBe(expected, { ...words, A: 'deploy pod_discovery+config_validation: h1=a', z: 'end 0 of 1' });
  }));

  it('S14 tries new content on canaries again', marbles((helpers) => {
    const input = '   3A--B---C---';
    const deployer = ['  o', 'f', 'o'];
    const expected = 'vA--(Bq)c---';

    helpers.expectObservable(runScheduler(helpers, { input, deployer, answers, options })).toBe(expected, {
      ...words,
      c: 'deploy config_validation: h2=c h3=c h1=c',
    });
  }));

  it('D11 holds back from those that were not attempted when later failures stop it, and leaves who has it', marbles((helpers) => {
    const input = '   3A--B---?---';
    const deployer = ['  o', 'm', 'n'];
    const expected = 'vA--(Br)d---';

    helpers.expectObservable(runScheduler(helpers, { input, deployer, answers, options: { ...options, retryInitialMs: 1000 } })).toBe(expected, {
      ...words,
      r: 'retry h2 api_error 1 in 1000',
      d: 'deploy drift_prevention: h1=b h3=a h2=a (full)',
    });
  }));

  it('S6 does not count the wait after the canaries as silence', marbles((helpers) => {
    const input = '   3A-------------';
    const deployer = ['  -c'];
    const expected = 'vA--------(xyz)';

    helpers.expectObservable(runScheduler(helpers, { input, deployer, answers, options: { ...options, canaryWaitMs: 5, deploymentTimeoutMs: 3 } })).toBe(expected, {
      ...words,
      x: 'cancel deployment_timeout',
      y: 'recover',
      z: 'deploy pod_discovery_timeout_retry+config_validation_timeout_retry: h1=a h2=a h3=a',
    });
  }));

  it('D11 replaces the rest of a rollout with newer content while it waits', marbles((helpers) => {
    const input = '   3A----B-----';
    const deployer = ['  -c', 'o'];
    const expected = 'vA----(xwB)-';

    helpers.expectObservable(runScheduler(helpers, { input, deployer, answers, options: { ...options, canaryWaitMs: 50 } })).toBe(expected, {
      ...words,
      x: 'cancel superseded',
      B: 'deploy config_validation: h1=b h2=b h3=b',
    });
  }));

  it('D11 refuses a canary that is neither a count nor a share', () => {
    for (const canary of [0, 1.5, -1, '0%', '101%', 'all', '']) {
      expect(() => resolveSchedulerOptions({ canary })).toThrow(RangeError);
    }
  });
});

describe('scheduleDeployments: recurring drift', () => {
  it('R7 leaves an endpoint unchecked for twice as long, until new content comes', marbles((helpers) => {
    const input = '   2A-f?--?----?--fB-?---';
    const deployer = ['  o', 'n', 'n', 'n', 'o', 'n'];
    const expected = 'vA--s--s----d---B-e----';
    const events = { f: driftDetected({ endpoint: { url: 'http://h1:5555' }, recurring: 3 }) };

    helpers.expectObservable(runScheduler(helpers, { input, events, deployer, options: { driftPreventionIntervalMs: 4 } })).toBe(expected, {
      v: words.v,
      A: 'deploy pod_discovery+config_validation: h1=a h2=a',
      B: 'deploy config_validation: h1=b h2=b',
      s: 'deploy drift_prevention: h2=a (full)',
      d: 'deploy drift_prevention: h1=a h2=a (full)',
      e: 'deploy drift_prevention: h1=b h2=b (full)',
    });
  }));
});
