import type { RuntimeAction } from './runtimeActions.js';

/** What a server shows after the actions on it; absent: not changed, or not shown. */
export interface ServerTarget {
  /** A literal IP. */
  readonly address?: string;
  /** Of the address. */
  readonly port?: number;
  /** As set by hand. */
  readonly state?: 'ready' | 'drain' | 'maint';
  /** In the unit of the configuration. */
  readonly weight?: number;
}

/** What the running process shows when all actions are done (design D5). */
export interface RuntimeTargets {
  /** By backend, then by server. */
  readonly servers: ReadonlyMap<string, ReadonlyMap<string, ServerTarget>>;
  /** Limits by frontend. */
  readonly maxconn: ReadonlyMap<string, number>;
}

/** Derives from actions what to look for afterwards; check ports and agents are shown nowhere. */
export function runtimeTargets(actions: readonly RuntimeAction[]): RuntimeTargets {
  const servers = new Map<string, Map<string, ServerTarget>>();
  const maxconn = new Map<string, number>();
  for (const { action, args } of actions) {
    const [first = '', second = '', value = '', port] = args;
    if (action === 'SetFrontendMaxConn') {
      maxconn.set(first, Number(second));
      continue;
    }
    const target = targetOf(action, value, port);
    if (!target) continue;
    const backend = servers.get(first) ?? new Map<string, ServerTarget>();
    backend.set(second, { ...backend.get(second), ...target });
    servers.set(first, backend);
  }
  return { servers, maxconn };
}

/** Whether the running values are what was to be reached; a target that is not among them counts as reached. */
export function isReached(wanted: ServerTarget, shown: ServerTarget): boolean {
  return (
    (wanted.address === undefined || shown.address === undefined || sameAddress(wanted.address, shown.address)) &&
    (wanted.port === undefined || shown.port === undefined || wanted.port === shown.port) &&
    (wanted.state === undefined || shown.state === undefined || wanted.state === shown.state) &&
    (wanted.weight === undefined || shown.weight === undefined || wanted.weight === shown.weight)
  );
}

function targetOf(action: RuntimeAction['action'], value: string, port: string | undefined): ServerTarget | undefined {
  switch (action) {
    case 'SetServerAddr':
      // Port 0 leaves the port as it is (facts 3).
      return { address: value, ...(Number(port ?? 0) > 0 ? { port: Number(port) } : {}) };
    case 'SetServerState':
      return value === 'ready' || value === 'drain' || value === 'maint' ? { state: value } : undefined;
    case 'SetServerWeight':
      return value.endsWith('%') ? undefined : { weight: Number(value) };
    default:
      return undefined;
  }
}

/** IPv6 has many spellings; what a URL makes of one is canonical. */
function sameAddress(a: string, b: string): boolean {
  return a === b || canonical(a) === canonical(b);
}

function canonical(address: string): string {
  const bare = address.replace(/^\[|\]$/g, '');
  const url = `http://${bare.includes(':') ? `[${bare}]` : bare}/`;
  return URL.canParse(url) ? new URL(url).hostname : bare;
}
