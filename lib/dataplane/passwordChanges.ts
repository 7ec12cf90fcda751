import { createHash } from 'node:crypto';
import { asyncScheduler, catchError, defer, distinctUntilChanged, EMPTY, exhaustMap, filter, from, map, mergeMap, of, shareReplay, skip, startWith, takeUntil, timer, withLatestFrom } from 'rxjs';
import type { Observable, OperatorFunction, SchedulerLike } from 'rxjs';
import { defaults } from '../defaults.js';
import { ofType } from '../events/ofType.js';
import type { CredentialsChangedEvent, Endpoint, PipelineEvent } from '../events/types.js';
import { endWithSource } from '../operators/endWithSource.js';
import { readRegularFile } from './readRegularFile.js';
import { namesPassword } from './resolveCredentials.js';
import type { CredentialSource } from './resolveCredentials.js';

export interface PasswordChangesOptions {
  /** Credentials of endpoints that bring none of their own. */
  readonly credentials?: CredentialSource;
  /** Between two looks at a file, in milliseconds. */
  readonly pollMs?: number;
  /** Tells one content of a file from another, without keeping it. */
  readonly digest?: (path: string) => Observable<string>;
  readonly scheduler?: SchedulerLike;
}

const followed = [
  'HAProxyPodsDiscoveredEvent',
  'EndpointParkedEvent',
  'InstanceDeployedEvent',
  'InstanceDeploymentFailedEvent',
] as const satisfies PipelineEvent['type'][];
type Followed = Extract<PipelineEvent, { readonly type: (typeof followed)[number] }>;

type Files = ReadonlyMap<string, string>;
const noFiles: Files = new Map();

/**
 * Tells when the password file of an endpoint that is parked as `unauthorized` has another content
 * than when it was parked (design 7, S9).
 *
 * ```text
 * source:  -u----------d---      u parked as unauthorized, d deployed
 * file:    aaaaaaaabbbbbcc
 * result:  ---------c------
 * ```
 *
 * - A file is looked at only while an endpoint is parked that takes its password from it; one that
 *   is not there, or is no regular file, counts as a content, too.
 * - Ends with the source.
 */
export function passwordChanges({
  credentials = {},
  pollMs = defaults.passwordPollMs,
  digest = digestOfFile,
  scheduler = asyncScheduler,
}: PasswordChangesOptions = {}): OperatorFunction<PipelineEvent, CredentialsChangedEvent> {
  const changes = (path: string): Observable<unknown> => timer(0, pollMs, scheduler).pipe(exhaustMap(() => digest(path)), distinctUntilChanged(), skip(1));
  const changed = endWithSource<Followed, CredentialsChangedEvent>((events$) => {
    const files$ = events$.pipe(
      ofType('HAProxyPodsDiscoveredEvent'),
      map(({ endpoints }) => filesOf(endpoints, credentials)),
      startWith(noFiles),
      shareReplay({ bufferSize: 1, refCount: true }),
    );
    return events$.pipe(
      ofType('EndpointParkedEvent'),
      filter(({ code }) => code === 'unauthorized'),
      withLatestFrom(files$),
      mergeMap(([{ endpoint: { url } }, files]) => {
        const path = files.get(url);
        if (path === undefined) return EMPTY;
        const letIn$ = events$.pipe(filter((event) => isLetIn(event, url)));
        const relisted$ = files$.pipe(filter((newest) => newest.get(url) !== path));
        return changes(path).pipe(
          map((): CredentialsChangedEvent => ({ type: 'CredentialsChangedEvent', endpoints: [url] })),
          takeUntil(letIn$),
          takeUntil(relisted$),
        );
      }),
    );
  });
  const namesNone = (event: Followed): boolean =>
    event.type === 'HAProxyPodsDiscoveredEvent' && !event.endpoints.some((endpoint) => fileOf(endpoint, credentials) !== undefined);
  // A controller tells its list again and again, mostly one without such files: of those in a row only the first goes further.
  return (source) => source.pipe(ofType(...followed), distinctUntilChanged((before, event) => namesNone(before) && namesNone(event)), changed);
}

/** By URL. */
function filesOf(endpoints: readonly Endpoint[], credentials: CredentialSource): Files {
  return new Map(
    endpoints.flatMap((endpoint) => {
      const path = fileOf(endpoint, credentials);
      return path === undefined ? [] : [[endpoint.url, path]];
    }),
  );
}

/** An entry with a password of any kind is not helped by the defaults' file. */
function fileOf(entry: Endpoint, credentials: CredentialSource): string | undefined {
  const { password, passwordFile } = namesPassword(entry) ? entry : credentials;
  return password === undefined ? passwordFile : undefined;
}

/** Whether it was heard of with another end than `unauthorized`, or is parked anew: then it is watched from now on. */
function isLetIn(event: Followed, url: string): boolean {
  if (event.type === 'EndpointParkedEvent' || event.type === 'InstanceDeployedEvent') return event.endpoint.url === url;
  return event.type === 'InstanceDeploymentFailedEvent' && event.endpoint.url === url && !['unauthorized', 'cancelled', 'not_attempted'].includes(event.error.code);
}

function digestOfFile(path: string): Observable<string> {
  return defer(() => from(readRegularFile(path))).pipe(
    map((content) => createHash('sha256').update(content).digest('hex')),
    catchError(() => of('unreadable')),
  );
}
