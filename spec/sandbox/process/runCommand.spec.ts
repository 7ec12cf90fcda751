import { describe, expect, it } from '@jest/globals';
import { parseRunning } from '../../../lib/sandbox/process/parseRunning.js';
import { runCommand } from '../../../lib/sandbox/process/runCommand.js';

const files = { directories: [], contents: new Map([['/m/a.map', 'k one\n']]) };
const text = `frontend fe
  maxconn 10
backend be
  server plain 10.0.0.1:80 weight 10
  server watched 10.0.0.2:80 check agent-check agent-port 99 agent-addr 10.0.0.3
  http-request deny if { path,map(/m/a.map) -m found }
`;
const start = parseRunning(text, files);

describe('runCommand', () => {
  it.each([
    ['set server be/plain weight 50%', { weight: 5 }],
    ['set server be/plain addr 10.9.9.9', { address: '10.9.9.9', port: 80 }],
    ['set server be/plain addr 2001:db8::9 port 81', { address: '2001:db8::9', port: 81 }],
    ['set server be/plain state maint', { adminState: 'maint' }],
    ['disable agent be/plain', { agentEnabled: false }],
  ])('%s changes that server alone', (command, expected) => {
    const { state, reply } = runCommand(start, command);

    expect(reply.severity).toBeGreaterThan(3);
    expect(state.backends[0]?.servers[0]).toEqual({ ...start.backends[0]?.servers[0], ...expected });
    expect(state.backends[0]?.servers[1]).toBe(start.backends[0]?.servers[1]);
  });

  it.each([
    ['set server be/watched check-port 8080', { checkPort: 8080 }],
    ['set server be/watched agent-addr 10.9.9.9', { agentAddress: '10.9.9.9' }],
    ['set server be/watched agent-send hello', { agentSend: 'hello' }],
    ['disable agent be/watched', { agentEnabled: false }],
  ])('%s is possible where checks are configured', (command, expected) => {
    expect(runCommand(start, command).state.backends[0]?.servers[1]).toMatchObject(expected);
  });

  it.each([
    ['set server be/none weight 1', 'No such server.'], ['set server none/plain weight 1', 'No such backend.'], ['set server be/plain weight x', 'Empty weight string empty or preceded by garbage'],
    ['set server be/plain weight 257', 'Absolute weight can only be between 0 and 256 inclusive.'], ['set server be/plain state up', "'set server <srv> state' expects 'ready', 'drain' and 'maint'."],
    ['set server be/plain agent-send x', 'agent checks are not enabled on this server.'], ['enable agent be/plain', 'Agent was not configured on this server, cannot enable.'],
    ['set maxconn frontend none 1', 'No such frontend.'], ['set map /m/a.map none x', 'Key not found.'], ['add map /m/none.map k v', 'Unknown map identifier. Please use #<id> or <file>.'], ['bogus', "Unknown command: 'bogus'."],
  ])('%s fails and changes nothing', (command, said) => {
    expect(runCommand(start, command)).toEqual({ state: start, reply: { severity: 3, text: said } });
  });

  it.each([
    ['set server be/plain addr name.example', "Invalid addr 'name.example' by 'stats socket command'"],
    ['set server be/plain addr 10.0.0.9 port x', "no need to change the addr, problem converting port 'x' to an int by 'stats socket command'"],
    ['set server be/plain check-port 80', 'health checks are not enabled on this server'],
    ['set server be/plain agent-addr 10.0.0.9', 'agent checks are not enabled on this server'],
  ])('%s changes nothing and is only warned of, which the API takes for a success', (command, said) => {
    expect(runCommand(start, command)).toEqual({ state: start, reply: { severity: 4, text: said } });
  });

  it('entries of a map are added, set, deleted and cleared', () => {
    const after = (command: string): unknown => runCommand(start, command).state.maps.get('/m/a.map')?.map(({ key, value }) => [key, value]);

    expect(after('add map /m/a.map b two words')).toEqual([['k', 'one'], ['b', 'two words']]);
    expect(after('set map /m/a.map k uno')).toEqual([['k', 'uno']]);
    expect(after('del map /m/a.map k')).toEqual([]);
    expect(after('clear map /m/a.map')).toEqual([]);
  });

  it('a limit that is no number is none, as HAProxy has it', () => {
    expect(runCommand(start, 'set maxconn frontend fe x').state.frontends).toEqual([{ name: 'fe', maxconn: 0 }]);
  });
});
