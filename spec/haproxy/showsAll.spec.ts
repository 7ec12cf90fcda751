import { describe, expect, it } from '@jest/globals';
import { parseConfig } from '../../lib/haproxy/parseConfig.js';
import { runningTargets } from '../../lib/haproxy/runningTargets.js';
import type { RuntimeAction } from '../../lib/haproxy/runtimeActions.js';
import { showsAll } from '../../lib/haproxy/showsAll.js';

const targets = runningTargets(
  parseConfig(`frontend web
  maxconn 10
backend app
  balance roundrobin
  server plain 10.0.0.1:80 weight 5
  server slow 10.0.0.2:80 weight 5 slowstart 10s
  server guided 10.0.0.3:80 weight 5 agent-check agent-port 1
  server named app.test:80
`),
);
const on = (action: RuntimeAction['action'], ...args: string[]): RuntimeAction => ({ action, args });

describe('showsAll', () => {
  it.each([
    [on('SetServerAddr', 'app', 'plain', '10.0.0.9', '80')],
    [on('SetServerWeight', 'app', 'plain', '7')],
    [on('SetServerState', 'app', 'slow', 'maint')],
    [on('SetFrontendMaxConn', 'web', '10')],
  ])('D8 knows that the process shows what %j reaches', (action) => {
    expect(showsAll([action], targets)).toBe(true);
  });

  it.each([
    [on('SetServerCheckPort', 'app', 'plain', '81')],
    [on('SetServerAgentAddr', 'app', 'guided', '10.0.0.4')],
    [on('SetServerAgentSend', 'app', 'guided', 'hello')],
    [on('SetServerWeight', 'app', 'slow', '7')],
    [on('SetServerWeight', 'app', 'guided', '7')],
    [on('SetServerState', 'app', 'guided', 'ready')],
    [on('SetServerAddr', 'app', 'named', '10.0.0.9', '80')],
    [on('SetServerWeight', 'app', 'unknown', '7')],
    [on('SetFrontendMaxConn', 'other', '10')],
  ])('D8 knows that nothing shows what %j reaches', (action) => {
    expect(showsAll([on('SetServerWeight', 'app', 'plain', '7'), action], targets)).toBe(false);
  });
});
