import { InputError } from '../lib/events/InputError.js';
import { parseEvent } from '../lib/events/parseEvent.js';
import type { HAProxyPodsDiscoveredEvent } from '../lib/events/types.js';
import { readDataFile } from './readDataFile.js';
import { UsageError } from './UsageError.js';

/**
 * The endpoints known from the start, as if they had been discovered first; `undefined` where none
 * were named.
 *
 * @param urls From `--endpoint`.
 * @param file From `--endpoints`: a `HAProxyPodsDiscoveredEvent`, or the list of its endpoints, in JSON or YAML.
 * @throws UsageError where one is no endpoint; a URL with credentials is not shown.
 */
export async function readEndpoints(urls: readonly string[], file: string | undefined): Promise<HAProxyPodsDiscoveredEvent | undefined> {
  if (urls.length === 0 && file === undefined) return undefined;
  const listed = file === undefined ? [] : await endpointsIn(file);
  const event = parseEvent({ type: 'HAProxyPodsDiscoveredEvent', endpoints: [...urls.map((url) => ({ url })), ...listed] });
  if (event instanceof InputError || event.type !== 'HAProxyPodsDiscoveredEvent') {
    const problem = event instanceof InputError ? `${event.field ?? 'endpoints'}: ${event.message}` : 'no endpoints';
    throw new UsageError(`${file === undefined ? '--endpoint' : `--endpoint and --endpoints ${file}`}: ${problem}`);
  }
  return event;
}

async function endpointsIn(file: string): Promise<readonly unknown[]> {
  const value: unknown = await readDataFile('--endpoints', file);
  if (isList(value)) return value;
  if (typeof value === 'object' && value !== null && 'endpoints' in value && isList(value.endpoints)) return value.endpoints;
  throw new UsageError(`--endpoints ${file} takes a HAProxyPodsDiscoveredEvent or the list of its endpoints`);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
