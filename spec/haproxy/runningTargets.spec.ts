import { describe, expect, it } from '@jest/globals';
import { parseConfig } from '../../lib/haproxy/parseConfig.js';
import { runningTargets } from '../../lib/haproxy/runningTargets.js';

const serversOf = (text: string, backend = 'app'): unknown => Object.fromEntries(runningTargets(parseConfig(text)).servers.get(backend) ?? []);

describe('runningTargets', () => {
  it('R4 expects of a server its address, port, weight and state', () => {
    const text = 'backend app\n  server a 192.0.2.1:80 weight 20\n  server b 192.0.2.2:81 disabled\n';

    expect(serversOf(text)).toEqual({
      a: { address: '192.0.2.1', port: 80, weight: 20, state: 'ready' },
      b: { address: '192.0.2.2', port: 81, weight: 1, state: 'maint' },
    });
  });

  it('R4 expects what a default-server before it says', () => {
    const text = 'defaults d\n  default-server weight 5\nbackend app from d\n  server a 192.0.2.1:80\n  default-server disabled\n  server b 192.0.2.1:80\n';

    expect(serversOf(text)).toEqual({
      a: { address: '192.0.2.1', port: 80, weight: 5, state: 'ready' },
      b: { address: '192.0.2.1', port: 80, weight: 5, state: 'maint' },
    });
  });

  it('R4 leaves out addresses named by DNS and what an agent or a slow start sets', () => {
    const text =
      'backend app\n  server a app.example.com:80\n  server b 192.0.2.1:80 agent-check agent-port 99 weight 7\n  server c 192.0.2.1:80 slowstart 10s weight 7\n';

    expect(serversOf(text)).toEqual({
      a: { weight: 1, state: 'ready' },
      b: { address: '192.0.2.1', port: 80 },
      c: { address: '192.0.2.1', port: 80, state: 'ready' },
    });
  });

  it('R4 leaves out weights where the balancing takes none at run time', () => {
    expect(serversOf('backend app\n  balance static-rr\n  server a 192.0.2.1:80 weight 3\n')).toEqual({
      a: { address: '192.0.2.1', port: 80, state: 'ready' },
    });
  });

  it('R4 leaves out servers of a template or in a conditional block', () => {
    expect(serversOf('backend app\n  server-template t 3 192.0.2.1:80\n  .if defined(X)\n  server a 192.0.2.1:80\n  .endif\n')).toEqual({});
  });

  it('R4 expects a limit of a frontend only where the frontend names it', () => {
    const { maxconn } = runningTargets(parseConfig('defaults\n  maxconn 10\nfrontend a\n  maxconn 20\nfrontend b\n  mode http\n'));

    expect([...maxconn]).toEqual([['a', 20]]);
  });
});
