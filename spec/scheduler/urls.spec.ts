import { describe, it } from '@jest/globals';
import { discovered } from '../support/events.js';
import { marbles } from '../support/marbles.js';
import { runScheduler } from '../support/runScheduler.js';

describe('scheduleDeployments: endpoints of a host', () => {
  it('takes other spellings of a URL for the endpoint that they name', marbles((helpers) => {
    const input = '   As------';
    const deployer = [' o'];
    const expected = 'vd------';
    const events = { s: discovered({ endpoints: [{ url: 'HTTP://H1:5555/v3/' }] }) };

    helpers.expectObservable(runScheduler(helpers, { input, events, deployer })).toBe(expected, {
      v: 'wait no_endpoints',
      d: 'deploy config_validation+pod_discovery: h1=a',
    });
  }));

  it('rejects a list with credentials in a URL, or with two spellings of one endpoint', marbles((helpers) => {
    const input = '   st------';
    const expected = 'xy------';
    const events = {
      s: discovered({ endpoints: [{ url: 'http://u:hunter22@h1:5555' }] }),
      t: discovered({ endpoints: [{ url: 'http://h1:80' }, { url: 'http://H1' }] }),
    };

    helpers.expectObservable(runScheduler(helpers, { input, events })).toBe(expected, { x: 'reject endpoints[0].url', y: 'reject endpoints[1].url' });
  }));
});
