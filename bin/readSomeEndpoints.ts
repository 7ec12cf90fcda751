import type { Endpoint } from '../lib/events/types.js';
import { readEndpoints } from './readEndpoints.js';
import { UsageError } from './UsageError.js';

/**
 * The endpoints that a command is about, at least one, from `--endpoint` and `--endpoints`.
 *
 * @throws UsageError where none were named, or one is no endpoint.
 */
export async function readSomeEndpoints(urls: readonly string[], file: string | undefined): Promise<readonly Endpoint[]> {
  const event = await readEndpoints(urls, file);
  if (event === undefined) throw new UsageError('no endpoints were named; give --endpoint URL or --endpoints FILE');
  if (event.endpoints.length === 0) throw new UsageError(`--endpoints ${file ?? ''} names no endpoint, and nothing can be done for none`);
  return event.endpoints;
}
