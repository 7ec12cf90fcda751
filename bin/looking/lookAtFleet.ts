import type { InferredOptionTypes } from 'yargs';
import { catchError, defer, from, lastValueFrom, map, mergeMap, of, throwIfEmpty, throwError, timeout, toArray } from 'rxjs';
import type { Observable } from 'rxjs';
import { connectDataPlane } from '../../lib/dataplane/connectDataPlane.js';
import type { DataPlaneClient } from '../../lib/dataplane/DataPlaneClient.js';
import { DataPlaneError } from '../../lib/dataplane/errors.js';
import type { Endpoint, ErrorInfo } from '../../lib/events/types.js';
import { assertDuration, assertWholeAtLeast } from '../../lib/validate.js';
import { credentialsOf } from '../credentialsOf.js';
import type { lookingOptions } from '../options/lookingOptions.js';
import { parseDuration } from '../parseDuration.js';
import { steadyScheduler } from '../steadyScheduler.js';

export type LookingArguments = InferredOptionTypes<typeof lookingOptions>;

/** What a look at an endpoint came to. */
export interface Looked<T> {
  readonly endpoint: Endpoint;
  /** What was seen, or why nothing was. */
  readonly result: { readonly seen: T } | { readonly error: ErrorInfo };
}

/** For configurations that are as large as any that was deployed may be. */
const maxAnswerBytes = 64 * 1024 * 1024;

/**
 * Looks at endpoints side by side, up to a limit, and gives what was seen in their order; each ends
 * alone and within its time (design D2).
 *
 * @param look Sends the requests of one endpoint; its first value is what was seen.
 * @param secrets Values that no error may quote.
 * @throws RangeError where an option is out of range.
 */
export async function lookAtFleet<T>(
  endpoints: readonly Endpoint[],
  args: LookingArguments,
  look: (client: DataPlaneClient, endpoint: Endpoint) => Observable<T>,
  secrets: () => readonly string[] = () => [],
): Promise<readonly Looked<T>[]> {
  const { requestTimeoutMs, instanceTimeoutMs } = limitsOf(args);
  const connector = connectDataPlane({ requestTimeoutMs, defaults: credentialsOf(args) });
  const one = (endpoint: Endpoint): Observable<Looked<T>> =>
    defer(() => look(connector.connect(endpoint, { maxAnswerBytes, secrets }), endpoint)).pipe(
      timeout({ first: instanceTimeoutMs, scheduler: steadyScheduler, with: () => throwError(() => outOfTime(endpoint, args['instance-timeout'])) }),
      throwIfEmpty(() => new TypeError(`nothing was seen of ${endpoint.url}`)),
      map((seen): Looked<T> => ({ endpoint, result: { seen } })),
      catchError((error: unknown) => of({ endpoint, result: { error: infoOf(error) } })),
    );
  try {
    const looked = await lastValueFrom(
      from(endpoints.entries()).pipe(
        mergeMap(([index, endpoint]) => one(endpoint).pipe(map((seen) => [index, seen] as const)), args['max-parallel'] || Infinity),
        toArray(),
      ),
      { defaultValue: [] },
    );
    return looked.toSorted(([a], [b]) => a - b).map(([, seen]) => seen);
  } finally {
    connector.close();
  }
}

function limitsOf(args: LookingArguments): { readonly requestTimeoutMs: number; readonly instanceTimeoutMs: number } {
  const requestTimeoutMs = parseDuration('request-timeout', args['request-timeout']);
  const instanceTimeoutMs = parseDuration('instance-timeout', args['instance-timeout']);
  assertWholeAtLeast('maxParallel', args['max-parallel'], 0);
  assertDuration('requestTimeoutMs', requestTimeoutMs, 1);
  assertDuration('instanceTimeoutMs', instanceTimeoutMs, 1);
  return { requestTimeoutMs, instanceTimeoutMs };
}

function outOfTime({ url }: Endpoint, limit: string): DataPlaneError {
  return new DataPlaneError(`${url} was not looked at within ${limit}`, {
    code: 'timeout',
    endpoint: url,
    stage: 'read',
    retryable: true,
    hints: ['See whether the Data Plane API or HAProxy is overloaded, or raise --instance-timeout.'],
  });
}

/** What is no `DataPlaneError` is a bug of ours, and ends the command. */
function infoOf(error: unknown): ErrorInfo {
  if (!(error instanceof DataPlaneError)) throw error;
  const { code, message, stage, hints } = error;
  return { code, message, stage, hints };
}
