import type { CommandReply, MapEntry, RunningBackend, RunningServer, RunningState } from './HaproxyProcess.js';
import { mapEntry } from './parseRunning.js';

export interface CommandResult {
  readonly state: RunningState;
  readonly reply: CommandReply;
}

const done: CommandReply = { severity: 6, text: '' };
const failed = (text: string): CommandReply => ({ severity: 3, text });

/** Carries out one command of the stats socket on the state of a worker; a refused one leaves it as it was. */
export function runCommand(state: RunningState, command: string): CommandResult {
  const words = command.split(' ');
  const [verb = '', object = '', target = ''] = words;
  if (object === 'map') return onMap(state, verb, target, words.slice(3));
  if (verb === 'set' && object === 'maxconn' && target === 'frontend') return onFrontend(state, words[3] ?? '', words[4] ?? '');
  if (verb === 'set' && object === 'server') return onServer(state, target, (server, backend) => setServer(server, backend, words.slice(3)));
  if (object === 'agent' && (verb === 'enable' || verb === 'disable')) {
    return onServer(state, target, (server) =>
      server.agentAddress === '' && !server.agentEnabled ? 'Agent was not configured on this server, cannot enable.' : { ...server, agentEnabled: verb === 'enable' });
  }
  return { state, reply: failed(`Unknown command: '${command}'.`) };
}

function onFrontend(state: RunningState, name: string, maxconn: string): CommandResult {
  if (!state.frontends.some((frontend) => frontend.name === name)) return { state, reply: failed(`No such frontend '${name}'.`) };
  if (!/^\d+$/.test(maxconn)) return { state, reply: failed('Integer value expected.') };
  return { state: { ...state, frontends: state.frontends.map((frontend) => (frontend.name === name ? { ...frontend, maxconn: Number(maxconn) } : frontend)) }, reply: done };
}

/** @param change The changed server, or what HAProxy has against it. */
function onServer(state: RunningState, target: string, change: (server: RunningServer, backend: RunningBackend) => RunningServer | string): CommandResult {
  const [backendName = '', name = ''] = target.split('/');
  const backend = state.backends.find((candidate) => candidate.name === backendName);
  if (backend === undefined) return { state, reply: failed('No such backend.') };
  const server = backend.servers.find((candidate) => candidate.name === name);
  if (server === undefined) return { state, reply: failed('No such server.') };
  const changed = change(server, backend);
  if (typeof changed === 'string') return { state, reply: failed(changed) };
  const servers = backend.servers.map((candidate) => (candidate === server ? changed : candidate));
  return { state: { ...state, backends: state.backends.map((candidate) => (candidate === backend ? { ...backend, servers } : candidate)) }, reply: done };
}

function setServer(server: RunningServer, backend: RunningBackend, [what = '', value = '', ...rest]: readonly string[]): RunningServer | string {
  switch (what) {
    case 'weight':
      return setWeight(server, backend, value);
    case 'addr':
      if (!/^[0-9a-fA-F.:]+$/.test(value)) return 'Invalid addr format.';
      return { ...server, address: value, port: rest[0] === 'port' ? Number(rest[1]) : server.port };
    case 'state':
      if (value !== 'ready' && value !== 'drain' && value !== 'maint') return "'set server <srv> state' expects 'ready', 'drain' and 'maint'.";
      return { ...server, adminState: value };
    case 'check-port':
      return server.checked ? { ...server, checkPort: Number(value) } : 'Health checks are not enabled on this server.';
    case 'agent-addr':
      return server.agentEnabled ? { ...server, agentAddress: value } : 'agent checks are not enabled on this server.';
    case 'agent-send':
      return server.agentEnabled ? { ...server, agentSend: value } : 'agent checks are not enabled on this server.';
    default:
      return `'set server <srv>' does not know '${what}'.`;
  }
}

function setWeight(server: RunningServer, { dynamicWeights }: RunningBackend, value: string): RunningServer | string {
  const [, digits, percent] = /^(\d+)(%?)$/.exec(value) ?? [];
  if (digits === undefined) return 'Trailing garbage in weight string.';
  const given = Number(digits);
  const weight = percent === '%' ? Math.ceil((server.initialWeight * given) / 100) : given;
  if (weight > 256) return 'Absolute weight can only be between 0 and 256 inclusive.';
  if (!dynamicWeights && weight !== 0 && weight !== server.initialWeight) {
    return "Backend is using a static LB algorithm and only accepts weights '0%' and '100%'.";
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
