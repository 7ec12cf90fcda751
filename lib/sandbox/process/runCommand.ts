import { isIP } from 'node:net';
import type { CommandReply, MapEntry, RunningBackend, RunningServer, RunningState } from './HaproxyProcess.js';
import { mapEntry } from './parseRunning.js';

export interface CommandResult {
  readonly state: RunningState;
  readonly reply: CommandReply;
}

const done: CommandReply = { severity: 6, text: '' };
const failed = (text: string): CommandReply => ({ severity: 3, text });
/** Said by HAProxy of what it does and of some of what it does not do; the API takes both for a success (facts 3). */
const warned = (text: string): CommandReply => ({ severity: 4, text });

/** Carries out one command of the stats socket on the state of a worker; a refused one leaves it as it was. */
export function runCommand(state: RunningState, command: string): CommandResult {
  const words = command.split(' ');
  const [verb = '', object = '', target = ''] = words;
  if (object === 'map') return onMap(state, verb, target, words.slice(3));
  if (verb === 'set' && object === 'maxconn' && target === 'frontend') return onFrontend(state, words[3] ?? '', words[4] ?? '');
  if (verb === 'set' && object === 'server') return onServer(state, target, (server, backend) => setServer(server, backend, words.slice(3)));
  if (object === 'agent' && (verb === 'enable' || verb === 'disable')) {
    return onServer(state, target, (server) => {
      const configured = server.agentAddress !== '' || server.agentEnabled;
      if (!configured) return verb === 'enable' ? failed('Agent was not configured on this server, cannot enable.') : server;
      return { ...server, agentEnabled: verb === 'enable' };
    });
  }
  return { state, reply: failed(`Unknown command: '${command}'.`) };
}

function onFrontend(state: RunningState, name: string, maxconn: string): CommandResult {
  if (!state.frontends.some((frontend) => frontend.name === name)) return { state, reply: failed('No such frontend.') };
  const limit = Number(/^\d+/.exec(maxconn)?.[0] ?? 0);
  return { state: { ...state, frontends: state.frontends.map((frontend) => (frontend.name === name ? { ...frontend, maxconn: limit } : frontend)) }, reply: done };
}

/** The changed server, or what HAProxy has against it. */
type ServerChange = RunningServer | CommandReply;

function onServer(state: RunningState, target: string, change: (server: RunningServer, backend: RunningBackend) => ServerChange): CommandResult {
  const [backendName = '', name = ''] = target.split('/');
  const backend = state.backends.find((candidate) => candidate.name === backendName);
  if (backend === undefined) return { state, reply: failed('No such backend.') };
  const server = backend.servers.find((candidate) => candidate.name === name);
  if (server === undefined) return { state, reply: failed('No such server.') };
  const changed = change(server, backend);
  if ('severity' in changed) return { state, reply: changed };
  const servers = backend.servers.map((candidate) => (candidate === server ? changed : candidate));
  return { state: { ...state, backends: state.backends.map((candidate) => (candidate === backend ? { ...backend, servers } : candidate)) }, reply: done };
}

function setServer(server: RunningServer, backend: RunningBackend, [what = '', value = '', ...rest]: readonly string[]): ServerChange {
  switch (what) {
    case 'weight':
      return setWeight(server, backend, value);
    case 'addr':
      return setAddress(server, value, rest);
    case 'state':
      if (value !== 'ready' && value !== 'drain' && value !== 'maint') return failed("'set server <srv> state' expects 'ready', 'drain' and 'maint'.");
      return { ...server, adminState: value };
    case 'check-port':
      return server.checked ? { ...server, checkPort: Number(value) } : warned('health checks are not enabled on this server');
    case 'agent-addr':
      return server.agentEnabled ? { ...server, agentAddress: value } : warned('agent checks are not enabled on this server');
    case 'agent-send':
      return server.agentEnabled ? { ...server, agentSend: value } : failed('agent checks are not enabled on this server.');
    default:
      return failed('usage: set server <backend>/<server> addr | agent | agent-addr | agent-port | agent-send | check-addr | check-port | fqdn | health | ssl | state | weight');
  }
}

/** A name or a port that is no number changes nothing and is only warned of; a port too large loses its upper bits. */
function setAddress(server: RunningServer, address: string, [keyword, port = '']: readonly string[]): ServerChange {
  if (isIP(address) === 0) return warned(`Invalid addr '${address}' by 'stats socket command'`);
  if (keyword !== 'port') return { ...server, address };
  if (!/^\d+$/.test(port)) return warned(`no need to change the addr, problem converting port '${port}' to an int by 'stats socket command'`);
  return { ...server, address, port: Number(port) % 65_536 };
}

function setWeight(server: RunningServer, { dynamicWeights }: RunningBackend, value: string): ServerChange {
  const [, digits, percent] = /^(\d+)(%?)$/.exec(value) ?? [];
  if (digits === undefined) return failed('Empty weight string empty or preceded by garbage');
  const given = Number(digits);
  const weight = percent === '%' ? Math.ceil((server.initialWeight * given) / 100) : given;
  if (weight > 256) return failed('Absolute weight can only be between 0 and 256 inclusive.');
  if (!dynamicWeights && weight !== 0 && weight !== server.initialWeight) {
    return failed("Backend is using a static LB algorithm and only accepts weights '0%' and '100%'.");
  }
  return { ...server, weight };
}

function onMap(state: RunningState, verb: string, path: string, [key = '', ...value]: readonly string[]): CommandResult {
  const entries = state.maps.get(path);
  if (entries === undefined) return { state, reply: failed('Unknown map identifier. Please use #<id> or <file>.') };
  const changed = changeEntries(entries, verb, key, value.join(' '));
  if (changed === undefined) return { state, reply: failed('Key not found.') };
  return { state: { ...state, maps: new Map(state.maps).set(path, changed) }, reply: done };
}

function changeEntries(entries: readonly MapEntry[], verb: string, key: string, value: string): readonly MapEntry[] | undefined {
  const known = entries.some((entry) => entry.key === key);
  if (verb === 'add') return [...entries, mapEntry(key, value, entries.length)];
  if (verb === 'clear') return [];
  if (!known) return undefined;
  return verb === 'set' ? entries.map((entry) => (entry.key === key ? { ...entry, value } : entry)) : entries.filter((entry) => entry.key !== key);
}
