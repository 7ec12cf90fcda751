import { describe, expect, it } from '@jest/globals';
import { planDeployment, type Plan } from '../../lib/haproxy/planDeployment.js';

const planServer = (before: string, after: string, extra: readonly string[] = []): Plan => {
  const config = (server: string): string => `backend b\n${[...extra, `server s ${server}`].map((line) => `  ${line}\n`).join('')}`;
  return planDeployment(config(before), config(after));
};
const inBackend = (...lines: readonly string[]): string => `backend b\n${lines.map((line) => `  ${line}\n`).join('')}`;

describe('planDeployment (design D5)', () => {
  it('plans nothing for equal texts and for texts of equal meaning', () => {
    expect(planDeployment('global\n', 'global\n')).toMatchObject({ strategy: 'noop', operations: [], counts: {}, actions: [] });
    expect(planDeployment(inBackend('mode http'), `# c\n${inBackend('mode   http')}`)).toMatchObject({ strategy: 'noop', operations: [] });
  });

  const runtime: readonly (readonly [what: string, before: string, after: string, header: string])[] = [
    ['an address', '192.0.2.1:80', '192.0.2.2:80', 'SetServerAddr b s 192.0.2.2 80'],
    ['a port', '192.0.2.1:80', '192.0.2.1:81', 'SetServerAddr b s 192.0.2.1 81'],
    ['an address without port', '192.0.2.1', '192.0.2.2', 'SetServerAddr b s 192.0.2.2 0'],
    ['an IPv6 address', '[2001:db8::1]:80', '2001:db8::2:81', 'SetServerAddr b s 2001:db8::2 81'],
    ['an address with its family', 'ipv4@192.0.2.1:80', 'ipv4@192.0.2.2:80', 'SetServerAddr b s 192.0.2.2 80'],
    ['a weight', '192.0.2.1:80 weight 10', '192.0.2.1:80 weight 0', 'SetServerWeight b s 0'],
    ['a weight in per cent, which is no share (facts "Values")', '192.0.2.1:80 weight 10', '192.0.2.1:80 weight 50%', 'SetServerWeight b s 50'],
    ['a weight that is taken away', '192.0.2.1:80 weight 10', '192.0.2.1:80', 'SetServerWeight b s 1'],
    ['maintenance', '192.0.2.1:80', '192.0.2.1:80 disabled', 'SetServerState b s maint'],
    ['the end of maintenance', '192.0.2.1:80 disabled', '192.0.2.1:80 enabled', 'SetServerState b s ready'],
    ['a slot that is filled: ready comes last', '127.0.0.1:1 disabled', '192.0.2.1:80 weight 5', 'SetServerAddr b s 192.0.2.1 80;SetServerWeight b s 5;SetServerState b s ready'],
    ['a slot that is emptied: maintenance comes first', '192.0.2.1:80', '127.0.0.1:1 disabled', 'SetServerState b s maint;SetServerAddr b s 127.0.0.1 1'],
    ['a check port', '192.0.2.1:80 check port 1', '192.0.2.1:80 check port 2', 'SetServerCheckPort b s 2'],
    ['the agent', '192.0.2.1:80 agent-check agent-addr 192.0.2.3 agent-send a', '192.0.2.1:80 agent-check agent-addr 192.0.2.4 agent-send b', 'SetServerAgentAddr b s 192.0.2.4;SetServerAgentSend b s b'],
  ];
  it.each(runtime)('changes %s without a reload', (_what, before, after, header) => {
    expect(planServer(before, after)).toMatchObject({ strategy: 'runtime', counts: { server_update: 1 }, runtimeActions: header });
  });

  const raw: readonly (readonly [what: string, before: string, after: string])[] = [
    ['a host name', 'a.example.com:80', 'b.example.com:80'],
    ['an address from a host name', 'a.example.com:80', '192.0.2.1:80'],
    ['a socket', 'unix@/a', 'unix@/b'],
    ['a variable', '"${A}:80"', '192.0.2.1:80'],
    ['a port offset', '192.0.2.1:+1', '192.0.2.1:+2'],
    ['a port that comes or goes', '192.0.2.1', '192.0.2.1:80'],
    ['a port out of range, which HAProxy would wrap', '192.0.2.1:80', '192.0.2.1:99999'],
    ['the any-address', '192.0.2.1:80', '0.0.0.0:80'],
    ['a bad address', '192.0.2.1:80', '192.0.2.256:80'],
    ['a weight above 256', '192.0.2.1:80 weight 1', '192.0.2.1:80 weight 257'],
    ['check', '192.0.2.1:80', '192.0.2.1:80 check'],
    ['backup', '192.0.2.1:80', '192.0.2.1:80 backup'],
    ['a cookie', '192.0.2.1:80 cookie a', '192.0.2.1:80 cookie b'],
    ['a check port without check', '192.0.2.1:80 port 1', '192.0.2.1:80 port 2'],
    ['a check port that is taken away', '192.0.2.1:80 check port 1', '192.0.2.1:80 check'],
    ['the agent check itself', '192.0.2.1:80', '192.0.2.1:80 agent-check'],
    ['an agent address without agent check', '192.0.2.1:80 agent-addr 192.0.2.3', '192.0.2.1:80 agent-addr 192.0.2.4'],
    ['an agent text that the header cannot carry', '192.0.2.1:80 agent-check agent-send a', '192.0.2.1:80 agent-check agent-send "b;c"'],
    ['a numbered id', '192.0.2.1:80 id 1', '192.0.2.1:80 id 2'],
    ['an address that is hashed', '192.0.2.1:80 hash-key addr', '192.0.2.2:80 hash-key addr'],
    ['a possible change together with another', '192.0.2.1:80', '192.0.2.2:80 backup'],
  ];
  it.each(raw)('reloads for %s', (_what, before, after) => {
    expect(planServer(before, after)).toMatchObject({ strategy: 'raw', counts: { server_update: 1 }, actions: [], operations: [{ runtime: false }] });
  });

  it.each(['balance roundrobin', 'balance leastconn', 'balance random(2)', 'balance first', 'mode http'])('changes weights at run time under "%s"', (line) => {
    expect(planServer('192.0.2.1:80 weight 1', '192.0.2.1:80 weight 2', [line]).strategy).toBe('runtime');
  });

  it.each(['balance static-rr', 'balance source', 'balance uri', 'balance hdr(host)'])('does not under "%s", but with consistent hashing where it hashes', (line) => {
    const change = ['192.0.2.1:80 weight 1', '192.0.2.1:80 weight 2'] as const;

    expect(planServer(...change, [line]).strategy).toBe('raw');
    expect(planServer(...change, [line, 'hash-type consistent']).strategy).toBe(line === 'balance static-rr' ? 'raw' : 'runtime');
  });

  it('follows balancing and server defaults up the chain of defaults sections', () => {
    const config = (weight: string): string => `defaults top\n  balance static-rr\n  default-server weight 7\ndefaults base from top\n${inBackend(`server s 192.0.2.1:80${weight}`).replace('backend b', 'backend b from base')}`;

    expect(planDeployment(config(''), config(' weight 8')).strategy).toBe('raw');
    expect(planDeployment(config('').replace('static-rr', 'first'), config(' weight 8').replace('static-rr', 'first')).runtimeActions).toBe('SetServerWeight b s 8');
    expect(planDeployment(config(' weight 8').replace('static-rr', 'first'), config('').replace('static-rr', 'first')).runtimeActions).toBe('SetServerWeight b s 7');
    expect(planDeployment(config(' weight 7'), config('')).strategy).toBe('noop');
  });

  it('takes a section of kind listen like a backend, and no other', () => {
    const config = (kind: string, port: number): string => `${kind} x\n  server s 192.0.2.1:${port}\n`;

    expect(planDeployment(config('listen', 80), config('listen', 81)).runtimeActions).toBe('SetServerAddr x s 192.0.2.1 81');
    expect(planDeployment(config('peers', 80), config('peers', 81)).strategy).toBe('raw');
    expect(planDeployment(config('ring', 80), config('ring', 81)).strategy).toBe('raw');
  });

  it('reloads to add, remove, rename or reorder servers, and for templates (design 10)', () => {
    const [a, b] = ['server a 192.0.2.1:80', 'server b 192.0.2.2:80'];

    expect(planDeployment(inBackend(a), inBackend(a, b))).toMatchObject({ strategy: 'raw', counts: { server_create: 1 } });
    expect(planDeployment(inBackend(a, b), inBackend(a))).toMatchObject({ strategy: 'raw', counts: { server_delete: 1 } });
    expect(planDeployment(inBackend(a), inBackend(b))).toMatchObject({ strategy: 'raw', counts: { server_create: 1, server_delete: 1 } });
    expect(planDeployment(inBackend(a, b), inBackend(b, a))).toMatchObject({ strategy: 'raw', counts: { server_reorder: 1 } });
    expect(planDeployment(inBackend('server-template t 3 192.0.2.1:80'), inBackend('server-template t 3 192.0.2.1:81'))).toMatchObject({ strategy: 'raw', counts: { server_template_update: 1 } });
  });

  it('does not touch a server whose name is there twice, or that stands under a condition', () => {
    expect(planDeployment(inBackend('server a 192.0.2.1:80', 'server a 192.0.2.2:80'), inBackend('server a 192.0.2.1:80', 'server a 192.0.2.3:80')).strategy).toBe('raw');
    expect(planDeployment(inBackend('.if A', 'server a 192.0.2.1:80', '.endif'), inBackend('.if A', 'server a 192.0.2.3:80', '.endif')).strategy).toBe('raw');
  });

  it('follows a changed default-server line to every server under it, at run time where each can', () => {
    const config = (defaultServer: string): string => inBackend('server x 192.0.2.9:80', defaultServer, 'server a 192.0.2.1:80', 'server b 192.0.2.2:80 weight 3');

    expect(planDeployment(config('default-server weight 1'), config('default-server weight 2'))).toMatchObject({
      strategy: 'runtime', counts: { default_server_update: 1, server_update: 1 }, runtimeActions: 'SetServerWeight b a 2',
    });
    expect(planDeployment(config('default-server inter 1s'), config('default-server inter 2s'))).toMatchObject({ strategy: 'raw', counts: { default_server_update: 1, server_update: 2 } });
  });

  it('sets a frontend limit at run time from one number to another', () => {
    const config = (...lines: readonly string[]): string => `frontend f\n${lines.map((line) => `  ${line}\n`).join('')}`;

    expect(planDeployment(config('maxconn 5'), config('maxconn 6'))).toMatchObject({ strategy: 'runtime', counts: { maxconn_update: 1 }, runtimeActions: 'SetFrontendMaxConn f 6' });
    expect(planDeployment(config(), config('maxconn 6')).strategy).toBe('raw');
    expect(planDeployment(config('maxconn 5'), config('maxconn 0')).strategy).toBe('raw');
    expect(planDeployment('global\n  maxconn 5\n', 'global\n  maxconn 6\n').strategy).toBe('raw');
    expect(planDeployment('defaults\n  maxconn 5\n', 'defaults\n  maxconn 6\n').strategy).toBe('raw');
  });

  it('reloads when one of many changes needs it, and still tells which do not', () => {
    const plan = planDeployment(inBackend('mode http', 'server a 192.0.2.1:80'), inBackend('mode tcp', 'server a 192.0.2.1:81'));

    expect(plan).toMatchObject({ strategy: 'raw', counts: { mode_update: 1, server_update: 1 } });
    expect(plan.operations.map(({ kind, runtime: possible }) => [kind, possible])).toEqual([['mode', false], ['server', true]]);
  });

  it('reloads above the threshold where one is set, and above 5,000 actions', () => {
    const config = (count: number, port: number): string => inBackend(...Array.from({ length: count }, (_, index) => `server s${index} 192.0.2.1:${port}`));

    expect(planDeployment(config(3, 80), config(3, 81), { rawPushThreshold: 3 }).strategy).toBe('runtime');
    expect(planDeployment(config(4, 80), config(4, 81), { rawPushThreshold: 3 }).strategy).toBe('raw');
    expect(planDeployment(config(5_000, 80), config(5_000, 81)).strategy).toBe('runtime');
    expect(planDeployment(config(5_001, 80), config(5_001, 81))).toMatchObject({ strategy: 'raw', counts: { server_update: 5_001 } });
  });

  it('masks secrets in the operations, those of one line in all (design 6)', () => {
    const plan = planDeployment('userlist u\n  user a insecure-password old-secret-1\n', 'userlist u\n  user a insecure-password new-secret-2\nbackend b\n');

    expect(plan.operations).toHaveLength(2);
    expect(JSON.stringify(plan)).not.toMatch(/secret/);
  });
});
