import { expect, it } from '@jest/globals';
import { inMemoryProcess } from '../lib/sandbox/process/inMemoryProcess.js';
import type { HaproxyProcess, RunningServer } from '../lib/sandbox/process/HaproxyProcess.js';
import { realClock } from '../lib/sandbox/realClock.js';
import { cleanupAfterEach, type Cleanup } from './support/cleanup.js';
import { eachHAProxy } from './support/eachHAProxy.js';
import type { Program } from './support/programs.js';
import { startHAProxy } from './support/startHAProxy.js';

const maps = '/etc/haproxy/maps';
const files = { directories: [maps], contents: new Map([[`${maps}/hosts.map`, 'a.example one\nb.example two\n']]) };

/** The same configuration in both; `s1` is checked, and has an agent where `agent` is set. */
async function both(program: Program, cleanup: Cleanup, change: (text: string) => string = (text) => text): Promise<readonly [HaproxyProcess, HaproxyProcess]> {
  const haproxy = await startHAProxy(program, cleanup);
  const real = haproxy.process;
  const text = change(haproxy.configuration({ servers: [18081, 18082] }));
  expect(await real.reload(text, files)).toMatchObject({ ok: true });
  return [real, inMemoryProcess(text, files, realClock)];
}

/** What both must agree on. The agent's words are not shown by HAProxy. */
const comparable = ({ name, address, port, weight, initialWeight, adminState }: RunningServer): unknown => ({ name, address, port, weight, initialWeight, adminState });

async function stateOf(process: HaproxyProcess): Promise<unknown> {
  const { frontends, backends } = await process.state();
  return { frontends: frontends.filter(({ name }) => name === 'fe'), backends: backends.map(({ name, servers }) => ({ name, servers: servers.map(comparable) })) };
}

eachHAProxy('the HAProxy in memory beside HAProxy', (program) => {
  const cleanup = cleanupAfterEach();
  const identity = (text: string): string => text;
  const withCheck = (text: string): string => text.replaceAll('weight 10', 'weight 10 check inter 60s');
  const withAgent = (text: string): string => text.replaceAll('weight 10', 'weight 10 agent-check agent-port 9999 agent-inter 60s');
  const balanced = (algorithm: string) => (text: string): string => text.replace('roundrobin', algorithm);

  it.each([
    ['set server be/s1 weight 20', identity],
    ['set server be/s1 weight 50%', identity],
    ['set server be/s1 weight 0', identity],
    ['set server be/s1 weight 300', identity],
    ['set server be/s1 weight 5', balanced('static-rr')],
    ['set server be/s1 weight 50%', balanced('static-rr')],
    ['set server be/s1 weight 0%', balanced('static-rr')],
    ['set server be/s1 weight 5', balanced('source')],
    ['set server be/s1 weight 5', balanced('leastconn')],
    ['set server be/nope weight 1', identity],
    ['set server nope/s1 weight 1', identity],
    ['set server be/s1 addr 127.0.0.2 port 9002', identity],
    ['set server be/s1 addr 127.0.0.2', identity],
    ['set server be/s1 addr 127.0.0.1 port 18081', identity],
    ['set server be/s1 addr ::1 port 9002', identity],
    ['set server be/s1 addr nosuch.invalid', identity],
    ['set server be/s1 addr 127.0.0.2 port 99999', identity],
    ['set server be/s1 state maint', identity],
    ['set server be/s1 state drain', identity],
    ['set server be/s1 state ready', identity],
    ['set server be/s1 state nope', identity],
    ['set server be/s1 check-port 9003', identity],
    ['set server be/s1 check-port 9003', withCheck],
    ['enable agent be/s1', identity],
    ['enable agent be/s1', withAgent],
    ['disable agent be/s1', identity],
    ['disable agent be/s1', withAgent],
    ['set server be/s1 agent-addr 127.0.0.9', identity],
    ['set server be/s1 agent-addr 127.0.0.9', withAgent],
    ['set server be/s1 agent-send hello', identity],
    ['set server be/s1 agent-send hello', withAgent],
    ['set maxconn frontend fe 50', identity],
    ['set maxconn frontend fe x', identity],
    ['set maxconn frontend nope 50', identity],
  ])('D5 takes or refuses %j alike, and shows the same afterwards (%#)', async (command, change) => {
    const [real, memory] = await both(program, cleanup, change);

    const [said, played] = [await real.execute(command), await memory.execute(command)];

    expect({ refused: played.severity <= 3, said: said.text }).toEqual({ refused: said.severity <= 3, said: said.text });
    expect(await stateOf(memory)).toEqual(await stateOf(real));
  });

  it('R5 starts with the same values', async () => {
    const [real, memory] = await both(program, cleanup, (text) => text.replace('weight 10', 'weight 10 disabled'));

    expect(await stateOf(memory)).toEqual(await stateOf(real));
  });

  it.each([['add map PATH c.example three'], ['set map PATH a.example four'], ['set map PATH nope four'], ['del map PATH b.example'], ['del map PATH nope'], ['clear map PATH'], ['add map /etc/haproxy/maps/other.map x y']])(
    'D6 takes or refuses %j alike, and has the same entries afterwards',
    async (command) => {
      const [real, memory] = await both(program, cleanup, (text) => text.replace('  default_backend', `  use_backend %[req.hdr(host),map(${maps}/hosts.map,be)]\n  default_backend`));
      const line = command.replace('PATH', `${maps}/hosts.map`);
      const entries = async (process: HaproxyProcess): Promise<unknown> => [...(await process.state()).maps].map(([path, list]) => [path, list.map(({ key, value }) => ({ key, value }))]);

      const [said, played] = [await real.execute(line), await memory.execute(line)];

      expect({ refused: played.severity <= 3, said: said.text }).toEqual({ refused: said.severity <= 3, said: said.text });
      expect(await entries(memory)).toEqual(await entries(real));
    },
  );
});
