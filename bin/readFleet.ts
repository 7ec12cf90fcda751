import type { Writable } from 'node:stream';
import type { InferredOptionTypes } from 'yargs';
import type { Endpoint } from '../lib/events/types.js';
import { credentialsOf } from './credentialsOf.js';
import { credentialsWarning } from './credentialsWarning.js';
import type { endpointOptions } from './options/endpointOptions.js';
import { readEndpoints } from './readEndpoints.js';
import { UsageError } from './UsageError.js';

/**
 * The endpoints that a command is about, at least one, from `--endpoint` and `--endpoints`; warns of
 * those without credentials, or with half of them.
 *
 * @throws UsageError where none were named, or one is no endpoint.
 */
export async function readFleet(args: InferredOptionTypes<typeof endpointOptions>, stderr: Writable): Promise<readonly Endpoint[]> {
  const event = await readEndpoints(args.endpoint, args.endpoints);
  if (event === undefined) throw new UsageError('no endpoints were named; give --endpoint URL or --endpoints FILE');
  if (event.endpoints.length === 0) throw new UsageError(`--endpoints ${args.endpoints ?? ''} names no endpoint, and nothing can be done for none`);
  const warning = credentialsWarning(event.endpoints, credentialsOf(args));
  if (warning !== undefined) stderr.write(`${warning}\n`);
  return event.endpoints;
}
