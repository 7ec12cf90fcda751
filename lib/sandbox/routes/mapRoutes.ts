import type { ApiContext } from '../ApiContext.js';
import { ApiError } from '../http/ApiError.js';
import { parseJson } from '../http/parseJson.js';
import { services, type ApiRequest, type Route } from '../http/Route.js';
import type { MapEntry } from '../process/HaproxyProcess.js';

/** Maps of the running worker and their entries, gone with the next reload unless synchronised (facts 7). */
export function mapRoutes(context: ApiContext): readonly Route[] {
  const { profile, process, files } = context;
  const maps = `${services}/runtime/maps`;
  const entries = profile.v2Shapes ? `${services}/runtime/maps_entries` : `${maps}/{map}/entries`;
  const entry = `${entries}/{key}`;
  return [
    {
      method: 'GET',
      path: maps,
      handle: async ({ query }) => {
        const paths = [...(await process.state()).maps.keys()];
        const all = paths.map((path, index) => ({ id: String(index), file: path, description: `pattern loaded from file '${path}'`, storage_name: path.slice(path.lastIndexOf('/') + 1) }));
        return { status: 200, body: all.filter(({ file }) => query.flag('include_unmanaged') || files.has(file)) };
      },
    },
    { method: 'GET', path: entries, handle: async (request) => ({ status: 200, body: (await find(request)).entries }) },
    { method: 'GET', path: entry, handle: async (request) => ({ status: 200, body: known((await find(request)).entries, request.params.key) }) },
    {
      method: 'POST',
      path: entries,
      consumes: ['application/json'],
      handle: async (request) => {
        const { path, entries: present } = await find(request);
        const key = field(request.body, 'key');
        const value = field(request.body, 'value');
        if (present.some((one) => one.key === key)) throw new ApiError(409, `entry ${key} already exists`);
        await change(request, path, `add map ${path} ${key} ${value}`);
        return { status: 201, body: { key, value } };
      },
    },
    {
      method: 'PUT',
      path: entry,
      consumes: ['application/json'],
      handle: async (request) => {
        const { path, entries: present } = await find(request);
        const { key } = known(present, request.params.key);
        const value = field(request.body, 'value');
        await change(request, path, `set map ${path} ${key} ${value}`);
        return { status: 200, body: { key, value } };
      },
    },
    {
      method: 'DELETE',
      path: entry,
      handle: async (request) => {
        const { path, entries: present } = await find(request);
        await change(request, path, `del map ${path} ${known(present, request.params.key).key}`);
        return { status: 204 };
      },
    },
  ];

  async function find({ params, query }: ApiRequest): Promise<{ readonly path: string; readonly entries: readonly MapEntry[] }> {
    const name = params.map ?? query.required('map');
    const { maps: running } = await process.state();
    const path = name.startsWith('#') ? [...running.keys()][Number(name.slice(1))] : files.newFile('maps', name, '').path;
    const found = path === undefined ? undefined : running.get(path);
    if (path === undefined || found === undefined) throw new ApiError(404, `map ${name} not found`);
    return { path, entries: found };
  }

  async function change({ query }: ApiRequest, path: string, command: string): Promise<void> {
    const reply = await process.execute(command);
    if (reply.severity <= 3) throw new ApiError(500, reply.text);
    if (!query.flag('force_sync')) return;
    const after = (await process.state()).maps.get(path) ?? [];
    files.write({ storageName: '', path, content: '' }, after.map(({ key, value }) => `${key} ${value}\n`).join(''));
  }
}

function known(entries: readonly MapEntry[], key: string | undefined): MapEntry {
  const found = entries.find((entry) => entry.key === key);
  if (found === undefined) throw new ApiError(404, `entry ${key ?? ''} not found`);
  return found;
}

/** A text of the body; what holds `;` is refused (facts 7). */
function field(body: Buffer, name: 'key' | 'value'): string {
  const given = parseJson(body);
  const value: unknown = typeof given === 'object' && given !== null ? Reflect.get(given, name) : undefined;
  if (typeof value !== 'string' || value === '') throw new ApiError(400, `${name} in body is required`);
  if (value.includes(';')) throw new ApiError(400, `${name} holds a character that is not allowed`);
  return value;
}
