import type { ApiContext } from '../ApiContext.js';
import { ApiError } from '../http/ApiError.js';
import { services, type ApiRequest, type Route } from '../http/Route.js';
import type { RunningServer } from '../process/HaproxyProcess.js';
import { parseJson } from '../http/parseJson.js';

/** `runtime/info` and the servers of the running worker (facts 4, 7). */
export function runtimeRoutes(context: ApiContext): readonly Route[] {
  const { profile, process } = context;
  const { many, one, backendOf } = serverPaths(profile.v2Shapes, 'runtime');
  return [
    {
      method: 'GET',
      path: `${services}/runtime/info`,
      handle: async () => {
        const { pid, uptimeSeconds, version = profile.apiVersion } = await process.info();
        const item = { info: { pid, uptime: uptimeSeconds, processes: 1, process_num: 1, version }, runtimeAPI: '/var/run/haproxy-master.sock' };
        return { status: 200, body: profile.v2Shapes ? [item] : item };
      },
    },
    { method: 'GET', path: many, handle: async (request) => ({ status: 200, body: (await serversOf(context, backendOf(request))).map((server) => shown(context, backendOf(request), server)) }) },
    { method: 'GET', path: one, handle: async (request) => ({ status: 200, body: shown(context, backendOf(request), await serverOf(context, request, 404)) }) },
    {
      method: 'PUT',
      path: one,
      consumes: ['application/json'],
      handle: async (request) => {
        const server = await serverOf(context, request, profile.runtimeMissing);
        const wanted = parseJson(request.body);
        const adminState = typeof wanted === 'object' && wanted !== null && 'admin_state' in wanted ? wanted.admin_state : undefined;
        if (typeof adminState === 'string' && adminState !== server.adminState) {
          const reply = await process.execute(`set server ${backendOf(request)}/${server.name} state ${adminState}`);
          if (reply.severity <= 3) throw new ApiError(500, reply.text);
        }
        return { status: 200, body: shown(context, backendOf(request), await serverOf(context, request, 404)) };
      },
    },
  ];

  function serverOf(scope: ApiContext, request: ApiRequest, missing: number): Promise<RunningServer> {
    return serversOf(scope, backendOf(request)).then((servers) => {
      const server = servers.find(({ name }) => name === request.params.name);
      if (server === undefined) throw new ApiError(missing, `No such server ${request.params.name ?? ''}`);
      return server;
    });
  }
}

export interface ServerPaths {
  readonly many: string;
  readonly one: string;
  readonly backendOf: (request: ApiRequest) => string;
}

/** Where servers are found: flat with the backend in the query for v2, nested for v3 (facts 7, 8). */
export function serverPaths(flat: boolean, family: 'runtime' | 'configuration'): ServerPaths {
  const many = flat ? `${services}/${family}/servers` : `${services}/${family}/backends/{backend}/servers`;
  const backendOf = ({ params, query }: ApiRequest): string => params.backend ?? query.text('parent_name') ?? query.required('backend');
  return { many, one: `${many}/{name}`, backendOf };
}

async function serversOf({ process, profile }: ApiContext, backend: string): Promise<readonly RunningServer[]> {
  const found = (await process.state()).backends.find(({ name }) => name === backend);
  if (found === undefined) throw new ApiError(profile.runtimeMissing, `No such backend ${backend}`);
  return found.servers;
}

function shown({ profile }: ApiContext, backend: string, { id, name, address, port, adminState, weight, initialWeight, checkPort }: RunningServer): object {
  const basic = { id: String(id), name, address, port, admin_state: adminState, operational_state: adminState === 'maint' ? 'down' : 'up' };
  return profile.runtimeWeights ? { ...basic, backend_name: backend, weight, uweight: weight, iweight: initialWeight, check_port: checkPort } : basic;
}
