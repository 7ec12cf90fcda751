import type { ApiContext } from '../ApiContext.js';
import { services, type Route } from '../http/Route.js';
import type { RunningServer } from '../process/HaproxyProcess.js';

/** `stats/native`: of all that HAProxy counts, what tells how it is set (facts 7). */
export function statsRoutes({ process, profile }: ApiContext): readonly Route[] {
  return [{
    method: 'GET',
    path: `${services}/stats/native`,
    handle: async ({ query }) => {
      const { frontends, backends } = await process.state();
      const all = [
        ...frontends.map(({ name, maxconn }) => ({ name, type: 'frontend', stats: { status: 'OPEN', slim: maxconn } })),
        ...backends.flatMap(({ name, servers }) => [
          { name, type: 'backend', stats: { status: 'UP', weight: servers.filter(isUsed).reduce((sum, server) => sum + server.weight, 0) } },
          ...servers.map((server) => ({ name: server.name, type: 'server', backend_name: name, stats: serverStats(server) })),
        ]),
      ];
      const [type, wanted, parent] = [query.text('type'), query.text('name'), query.text('parent')];
      const stats = all.filter((one) => (type ?? one.type) === one.type && (wanted ?? one.name) === one.name && (parent === undefined || ('backend_name' in one && one.backend_name === parent)));
      const body = { runtimeAPI: '/var/run/haproxy-master.sock', stats };
      return { status: 200, body: profile.v2Shapes ? [body] : body };
    },
  }];
}

function serverStats(server: RunningServer): object {
  return {
    status: { ready: server.checked ? 'UP' : 'no check', drain: 'DRAIN', maint: 'MAINT' }[server.adminState],
    weight: server.weight,
    addr: `${server.address.includes(':') ? `[${server.address}]` : server.address}:${server.port}`,
  };
}

function isUsed({ adminState }: RunningServer): boolean {
  return adminState === 'ready';
}
