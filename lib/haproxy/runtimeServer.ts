import { optionName, serverOptions } from './lineOptions.js';
import { fitsRuntimeAction, type RuntimeAction } from './runtimeActions.js';
import { literalAddress, type ServerSettings } from './serverLine.js';

/** What of the backend decides about its servers' run-time changes. */
export interface ServerHome {
  readonly backend: string;
  /** Whether the balancing in force takes weights at run time. */
  readonly takesWeights: boolean;
}

/** How a changed server reaches the running process. */
export interface RuntimeVerdict {
  readonly actions: readonly RuntimeAction[];
  /** Why it cannot; empty when it can. */
  readonly obstacles: readonly string[];
}

/** Options whose change is followed by a run-time command. */
const settable = new Set(['weight', 'state', 'port', 'agent-addr', 'agent-send']);

/**
 * Tells which commands bring a running server from one setting to another (facts "At run time").
 * Maintenance comes before all else and `ready` after all else, so that no half changed server
 * takes traffic.
 */
export function runtimeServer(home: ServerHome, server: string, before: ServerSettings, after: ServerSettings): RuntimeVerdict {
  const obstacles: string[] = [];
  const actions: RuntimeAction[] = [];
  const add = (action: RuntimeAction['action'], ...values: readonly string[]): void => {
    const args = [home.backend, server, ...values];
    if (args.every(fitsRuntimeAction)) actions.push({ action, args });
    else obstacles.push('a name or value that the runtime actions cannot carry');
  };
  const differs = (option: string): boolean => before.options.get(option) !== after.options.get(option);

  for (const option of new Set([...before.options.keys(), ...after.options.keys()])) {
    if (!settable.has(option) && differs(option)) obstacles.push(`${optionName(serverOptions, option) ?? 'an option'} of a server cannot be changed at run time`);
  }
  const stateBefore = before.options.get('state') === 'disabled';
  const stateAfter = after.options.get('state') === 'disabled';
  if (stateAfter && !stateBefore) add('SetServerState', 'maint');
  if (before.address !== after.address) setAddress();
  if (differs('weight')) setWeight();
  if (differs('port')) setCheckPort();
  for (const option of ['agent-addr', 'agent-send'] as const) if (differs(option)) setAgent(option);
  if (stateBefore && !stateAfter) add('SetServerState', 'ready');
  return obstacles.length > 0 ? { actions: [], obstacles } : { actions, obstacles };

  function setAddress(): void {
    const from = literalAddress(before.address);
    const to = literalAddress(after.address);
    if (from === undefined || to === undefined) obstacles.push('the address is no literal IP address with a plain port');
    else if ((from.port === undefined) !== (to.port === undefined)) obstacles.push('a port cannot be added to or taken from an address at run time');
    else if (after.options.get('hash-key')?.startsWith('addr') === true) obstacles.push('the hash is made from the address');
    else add('SetServerAddr', to.ip, String(to.port ?? 0));
  }

  function setWeight(): void {
    const weight = after.options.get('weight') ?? '1';
    if (weight === (before.options.get('weight') ?? '1')) return;
    if (!home.takesWeights) obstacles.push('this balancing takes no weights at run time');
    else if (!/^\d+$/.test(weight) || Number(weight) > 256) obstacles.push('the weight is no number from 0 to 256');
    else add('SetServerWeight', weight);
  }

  function setCheckPort(): void {
    const port = Number(after.options.get('port'));
    if (after.options.get('check') !== 'check') obstacles.push('the check port of a server without check cannot be changed at run time');
    else if (!(Number.isInteger(port) && port >= 1 && port <= 65535)) obstacles.push('a check port cannot be taken away at run time');
    else add('SetServerCheckPort', String(port));
  }

  function setAgent(option: 'agent-addr' | 'agent-send'): void {
    const value = after.options.get(option);
    if (after.options.get('agent-check') !== 'agent-check') obstacles.push(`${option} of a server without agent-check cannot be changed at run time`);
    else if (value === undefined) obstacles.push(`${option} cannot be taken away at run time`);
    else add(option === 'agent-addr' ? 'SetServerAgentAddr' : 'SetServerAgentSend', value);
  }
}
