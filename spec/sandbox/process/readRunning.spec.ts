import { describe, expect, it } from '@jest/globals';
import { readRunning } from '../../../lib/sandbox/process/readRunning.js';

const columns = '# be_id be_name srv_id srv_name srv_addr srv_op_state srv_admin_state srv_uweight srv_iweight srv_check_state srv_agent_state srv_check_port srv_agent_addr srv_port';
const answers = new Map([
  ['show stat -1 1 -1', '# pxname,svname,slim\nfe,FRONTEND,50\n\n'],
  ['show servers state', `1\n${columns}\n3 be 1 s1 127.0.0.1 2 0 20 10 6 0 9101 - 80\n3 be 2 s2 ::1 0 5 1 1 0 6 0 127.0.0.9 81\n4 other 1 s1 10.0.0.1 2 8 1 1 0 0 0 - 82\n\n`],
  ['show map', '# id (file) description\n0 (/etc/haproxy/maps/a.map) pattern loaded\n-1 (inline) of no file\n'],
  ['show map #0', '0x55d0 a.example one two\n0x55d1 b.example\n'],
]);

describe('readRunning', () => {
  it('reads frontends, servers by backend and maps from the tables of HAProxy', async () => {
    const state = await readRunning((command) => Promise.resolve(answers.get(command) ?? `Unknown command: ${command}`));

    expect(state.frontends).toEqual([{ name: 'fe', maxconn: 50 }]);
    expect(state.backends.map(({ name, servers }) => [name, servers.map((server) => server.name)])).toEqual([['be', ['s1', 's2']], ['other', ['s1']]]);
    expect(state.backends[0]?.servers).toEqual([
      { id: 1, name: 's1', address: '127.0.0.1', port: 80, weight: 20, initialWeight: 10, adminState: 'ready', checked: true, checkPort: 9101, agentEnabled: false, agentAddress: '', agentSend: '' },
      { id: 2, name: 's2', address: '::1', port: 81, weight: 1, initialWeight: 1, adminState: 'maint', checked: false, checkPort: 0, agentEnabled: true, agentAddress: '127.0.0.9', agentSend: '' },
    ]);
    expect(state.backends[1]?.servers[0]?.adminState).toBe('drain');
    expect([...state.maps]).toEqual([['/etc/haproxy/maps/a.map', [{ id: '0x55d0', key: 'a.example', value: 'one two' }, { id: '0x55d1', key: 'b.example', value: '' }]]]);
  });

  it('finds nothing where nothing runs', async () => {
    expect(await readRunning(() => Promise.resolve('\n'))).toEqual({ frontends: [], backends: [], maps: new Map() });
  });
});
