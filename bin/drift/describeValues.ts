import type { RunningStats } from '../../lib/dataplane/DataPlaneClient.js';
import type { RuntimeAction } from '../../lib/haproxy/runtimeActions.js';
import type { ValueDrift } from './Drift.js';

/** What the process shows where these actions would put it right. */
export function describeValues(actions: readonly RuntimeAction[], { frontends, servers }: RunningStats): readonly ValueDrift[] {
  return actions.flatMap(({ action, args }): readonly ValueDrift[] => {
    const [first = '', second = '', stored = '', port] = args;
    const server = servers.find(({ backend, name }) => backend === first && name === second);
    const what = `backend ${first} server ${second}`;
    switch (action) {
      case 'SetFrontendMaxConn':
        return [{ what: `frontend ${first}`, field: 'maxconn', stored: second, running: shown(frontends.find(({ name }) => name === first)?.maxconn) }];
      case 'SetServerAddr':
        return [{ what, field: 'address', stored: addressOf(stored, port), running: addressOf(server?.address, server?.port) }];
      case 'SetServerWeight':
        return [{ what, field: 'weight', stored, running: shown(server?.weight) }];
      case 'SetServerState':
        return [{ what, field: 'state', stored, running: shown(server?.state) }];
      default:
        return [];
    }
  });
}

function addressOf(address: string | undefined, port: string | number | undefined): string {
  const host = shown(address);
  const isPort = port !== undefined && Number(port) > 0;
  return `${isPort && host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}${isPort ? `:${port}` : ''}`;
}

function shown(value: string | number | undefined): string {
  return value === undefined ? 'unknown' : String(value);
}
