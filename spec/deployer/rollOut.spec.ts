import { describe, it } from '@jest/globals';
import type { Rollout } from '../../lib/events/types.js';
import { cancelRequested } from '../support/events.js';
import { marbles } from '../support/marbles.js';
import { fleet, runDeployer, scheduledFor } from '../support/runDeployer.js';

const words = {
  u: 'start h1 h2 h3',
  a: 'h1 raw',
  b: 'h2 raw',
  c: 'h3 raw',
  T: 'done 3+0+0+0',
  r: 'h1 rejected untouched',
  y: 'h2 not_attempted untouched',
  z: 'h3 not_attempted untouched',
};
const rollout: Rollout = { canaries: ['http://h1:5555'], canaryWaitMs: 3 };

describe('executeDeployments: rollout', () => {
  it('D11 deploys to the canaries, waits, and goes on to the rest', marbles((helpers) => {
    const apis = fleet(3, { scheduler: helpers.scheduler });
    const input = '   S-----------------';
    //                1111|
    //                    ···
    //                       2222|
    //                       3333|
    const expected = 'u---a------(bcT)--';

    const told = runDeployer(helpers, { input, apis, events: { S: scheduledFor(apis, { rollout }) } });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('D11 does not attempt the rest when a canary does not succeed', marbles((helpers) => {
    const apis = fleet(3, { scheduler: helpers.scheduler });
    apis[0]?.fault('writeRaw', { code: 'rejected', retryable: false, outcome: 'untouched' });
    const input = '   S------------';
    const expected = 'u--(ryzE)----';

    const told = runDeployer(helpers, { input, apis, events: { S: scheduledFor(apis, { rollout }) } });

    helpers.expectObservable(told).toBe(expected, { ...words, E: 'done 0+1+0+2' });
  }));

  it('D11 does not attempt the rest when one canary fails, though another one succeeds', marbles((helpers) => {
    const apis = fleet(3, { scheduler: helpers.scheduler });
    apis[0]?.fault('writeRaw', { code: 'rejected', retryable: false, outcome: 'untouched' });
    const input = '   S------------';
    const expected = 'u--r(bzE)----';

    const told = runDeployer(helpers, { input, apis, events: { S: scheduledFor(apis, { rollout: { ...rollout, canaries: ['http://h1:5555', 'http://h2:5555'] } }) } });

    helpers.expectObservable(told).toBe(expected, { ...words, E: 'done 1+1+0+1' });
  }));

  it('D11 does not attempt the rest when every canary left before it had tried anything', marbles((helpers) => {
    const apis = fleet(3, { scheduler: helpers.scheduler });
    const input = '   S-L-----------';
    const expected = 'u-(cyzE)------';

    const told = runDeployer(helpers, {
      input,
      apis,
      events: { S: scheduledFor(apis, { rollout }), L: cancelRequested({ reason: 'endpoint_dropped', endpoints: ['http://h1:5555'] }) },
    });

    helpers.expectObservable(told).toBe(expected, { ...words, c: 'h1 cancelled untouched', E: 'done 0+0+1+2' });
  }));

  it('D10 cancels the rest along with its canaries', marbles((helpers) => {
    const apis = fleet(3, { scheduler: helpers.scheduler });
    const input = '   S-X-----------';
    const expected = 'u-(abcE)------';

    const told = runDeployer(helpers, { input, apis, events: { S: scheduledFor(apis, { rollout }) } });

    helpers.expectObservable(told).toBe(expected, { u: words.u, a: 'h1 cancelled untouched', b: 'h2 cancelled untouched', c: 'h3 cancelled untouched', E: 'done 0+0+3+0' });
  }));

  it('D11 bears as many failures of the rest as it is told, and stops at one more', marbles((helpers) => {
    const apis = fleet(4, { scheduler: helpers.scheduler });
    for (const api of [apis[1], apis[2]]) api?.fault('readRaw', { code: 'api_error', retryable: true, outcome: 'untouched' });
    const input = '   S-------------------';
    const expected = 'u---a---b(cdE)------';

    const told = runDeployer(helpers, {
      input,
      apis,
      events: { S: scheduledFor(apis, { rollout: { ...rollout, maxFailures: 1 } }) },
      options: { maxParallel: 1 },
    });

    helpers.expectObservable(told).toBe(expected, {
      u: 'start h1 h2 h3 h4',
      a: 'h1 raw',
      b: 'h2 api_error untouched',
      c: 'h3 api_error untouched',
      d: 'h4 not_attempted untouched',
      E: 'done 1+2+0+1',
    });
  }));

  it('D11 waits even where nobody follows, for whoever goes on from there', marbles((helpers) => {
    const apis = fleet(1, { scheduler: helpers.scheduler });
    const input = '   S-----------';
    const expected = 'u---a--T----';

    const told = runDeployer(helpers, { input, apis, events: { S: scheduledFor(apis, { rollout }) } });

    helpers.expectObservable(told).toBe(expected, { u: 'start h1', a: 'h1 raw', T: 'done 1+0+0+0' });
  }));

  it('D10 a cancel ends the wait: the rest is cancelled, untouched', marbles((helpers) => {
    const apis = fleet(3, { scheduler: helpers.scheduler });
    const input = '   S----X-------';
    const expected = 'u---a(bcT)---';

    const told = runDeployer(helpers, { input, apis, events: { S: scheduledFor(apis, { rollout: { ...rollout, canaryWaitMs: 50 } }) } });

    helpers.expectObservable(told).toBe(expected, { ...words, b: 'h2 cancelled untouched', c: 'h3 cancelled untouched', T: 'done 1+0+2+0' });
  }));
});
