import type { ApiContext } from '../ApiContext.js';
import { readSections } from '../config/readSections.js';
import { unquote } from '../config/splitLine.js';
import { ApiError } from '../http/ApiError.js';
import type { Reply, Route } from '../http/Route.js';
import { splitAddress } from '../process/parseRunning.js';
import { serverPaths } from './runtimeRoutes.js';

/** Options without a value, by the field that is then `enabled` (facts 8). */
const switches: Readonly<Record<string, string>> = { check: 'check', backup: 'backup', ssl: 'ssl', 'send-proxy': 'send-proxy', 'check-ssl': 'check-ssl', 'agent-check': 'agent-check', disabled: 'maintenance' };
const numbers: Readonly<Record<string, string>> = { weight: 'weight', maxconn: 'maxconn', fall: 'fall', rise: 'rise', port: 'health_check_port', 'agent-port': 'agent-port' };
const texts: Readonly<Record<string, string>> = { cookie: 'cookie', verify: 'verify', sni: 'sni', resolvers: 'resolvers', 'init-addr': 'init-addr', 'agent-addr': 'agent-addr', crt: 'ssl_certificate', 'ca-file': 'ssl_cafile' };

type ServerObject = Readonly<Record<string, string | number>> & { readonly name: string };

/** The servers of a backend as structures, read from the configuration in memory (facts 8). */
export function serverRoutes({ profile, store }: ApiContext): readonly Route[] {
  const { many, one, backendOf } = serverPaths(profile.v2Shapes, 'configuration');
  const reply = (data: unknown): Reply => ({ status: 200, body: profile.v2Shapes ? { _version: store.version, data } : data });
  const serversOf = (backend: string): readonly ServerObject[] =>
    readSections(store.memoryText, profile.sectionOrder).sections
      .filter(({ type, name }) => type === 'backend' && unquote(name) === backend)
      .flatMap(({ directives }) => directives.filter(({ words }) => words[0] === 'server').map(({ words }) => toObject(words.map(unquote))));
  return [
    { method: 'GET', path: many, handle: (request) => reply(serversOf(backendOf(request))) },
    {
      method: 'GET',
      path: one,
      handle: (request) => {
        const server = serversOf(backendOf(request)).find(({ name }) => name === request.params.name);
        if (server === undefined) throw new ApiError(404, `server ${request.params.name ?? ''} does not exist in backend ${backendOf(request)}`);
        return reply(server);
      },
    },
  ];
}

function toObject([, name = '', location = '', ...options]: readonly string[]): ServerObject {
  const { address, port } = splitAddress(location);
  const fields: [string, string | number][] = [['address', address], ...(port > 0 ? [['port', port] satisfies [string, number]] : [])];
  for (let at = 0; at < options.length; at++) {
    const option = options[at] ?? '';
    const [flag, number, text] = [switches[option], numbers[option], texts[option]];
    if (flag !== undefined) fields.push([flag, 'enabled']);
    else if (number !== undefined) fields.push([number, Number.parseInt(options[++at] ?? '', 10)]);
    else if (text !== undefined) fields.push([text, options[++at] ?? '']);
  }
  return { ...Object.fromEntries(fields), name };
}
