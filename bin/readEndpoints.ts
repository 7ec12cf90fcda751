import { InputError } from '../lib/events/InputError.js';
import { parseEvent } from '../lib/events/parseEvent.js';
import type { Endpoint, HAProxyPodsDiscoveredEvent } from '../lib/events/types.js';
import { nearestName } from '../lib/nearestName.js';
import { readDataFile } from './readDataFile.js';
import { UsageError } from './UsageError.js';

/**
 * The endpoints known from the start, as if they had been discovered first; `undefined` where none
 * were named.
 *
 * @param urls From `--endpoint`.
 * @param file From `--endpoints`: a `HAProxyPodsDiscoveredEvent`, or the list of its endpoints, each of which may be
 * just a URL, in JSON or YAML.
 * @throws UsageError where one is no endpoint, or has a key that is nearly a known one; a URL with credentials is not shown.
 */
export async function readEndpoints(urls: readonly string[], file: string | undefined): Promise<HAProxyPodsDiscoveredEvent | undefined> {
  if (urls.length === 0 && file === undefined) return undefined;
  const listed = (file === undefined ? [] : await endpointsIn(file)).map((entry) => (typeof entry === 'string' ? { url: entry } : entry));
  for (const [index, entry] of listed.entries()) assertKeys(`--endpoints ${file ?? ''}: endpoints[${index}]`, entry, endpointKeys);
  const event = parseEvent({ type: 'HAProxyPodsDiscoveredEvent', endpoints: [...urls.map((url) => ({ url })), ...listed] });
  if (event instanceof InputError || event.type !== 'HAProxyPodsDiscoveredEvent') {
    const problem = event instanceof InputError ? `${event.field ?? 'endpoints'}: ${event.message}` : 'no endpoints';
    const sources = [...(urls.length === 0 ? [] : ['--endpoint']), ...(file === undefined ? [] : [`--endpoints ${file}`])];
    throw new UsageError(`${sources.join(' and ')}: ${problem}`);
  }
  return event;
}

async function endpointsIn(file: string): Promise<readonly unknown[]> {
  const value: unknown = await readDataFile('--endpoints', file);
  if (value === null) throw new UsageError(`--endpoints ${file} is empty; whatever writes it may not have done so yet`);
  if (isList(value)) return value;
  if (typeof value === 'object' && 'endpoints' in value && isList(value.endpoints)) return value.endpoints;
  throw new UsageError(`--endpoints ${file} takes a HAProxyPodsDiscoveredEvent, the list of its endpoints or a list of URLs`);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

const tlsKeys = ['caFile', 'certFile', 'keyFile', 'serverName', 'insecureSkipVerify'] as const satisfies readonly (keyof NonNullable<Endpoint['tls']>)[];
const endpointKeys = ['url', 'username', 'password', 'passwordFile', 'passwordEnv', 'podName', 'podNamespace', 'tls'] as const satisfies readonly (keyof Endpoint)[];

/** Names that people give to what has another one here, and that no slip of a finger explains. */
const others: ReadonlyMap<string, string> = new Map([['user', 'username'], ['pass', 'password'], ['ca', 'caFile'], ['cert', 'certFile'], ['key', 'keyFile']]);

/** Fields that are nobody's are passed over, as in every event; one that is nearly a known one was meant as that. */
function assertKeys(where: string, entry: unknown, known: readonly string[]): void {
  if (typeof entry !== 'object' || entry === null) return;
  for (const key of Object.keys(entry)) {
    if (known.includes(key)) continue;
    const plain = key.replace(/[-_]/g, '');
    const meant = nearestName(plain, known) ?? others.get(plain);
    if (meant !== undefined && known.includes(meant)) throw new UsageError(`${where}: unknown key ${JSON.stringify(key)}; did you mean ${JSON.stringify(meant)}?`);
  }
  if (known.includes('tls') && 'tls' in entry) assertKeys(`${where}.tls`, entry.tls, tlsKeys);
}
