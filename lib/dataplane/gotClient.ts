import process from 'node:process';
import type { Observable } from 'rxjs';
import { defaults as fallback } from '../defaults.js';
import type { Endpoint, EndpointTls } from '../events/types.js';
import { fromAbortable } from '../operators/fromAbortable.js';
import { assertDuration, assertWholeAtLeast } from '../validate.js';
import { dateMsOf, headerOf, rawTextOf, versionOf, type Answer } from './answer.js';
import type { Connections } from './createConnections.js';
import type { DataPlaneClient, RawWrite, RawWriteResult, WorkerInfo } from './DataPlaneClient.js';
import type { Doing } from './dataPlaneError.js';
import { createGotMaps } from './gotMaps.js';
import { createGotStorage } from './gotStorage.js';
import { isOfOneRequest } from './isOfOneRequest.js';
import { apiKey, openSession, type Session, type Target, type Task } from './openSession.js';
import { readReload, readReloads } from './readReloads.js';
import { readServers, readStats } from './readRunning.js';
import { readWorker } from './readWorker.js';
import type { CredentialSource } from './resolveCredentials.js';
import type { StoredText } from './textPool.js';
import { toDataPlaneError } from './toDataPlaneError.js';
import { unreadable } from './unreadable.js';

export interface GotClientOptions {
  /** Shared between clients; closed by its owner. */
  readonly connections: Connections;
  /**
   * Limit for connecting and, but for raw writes, for the first byte and between bytes, in milliseconds (design D2).
   *
   * @defaultValue 10000
   */
  readonly requestTimeoutMs?: number;
  /**
   * Longest answer that is read, in bytes: 4 × the wanted size, at least 16 MiB (design D2).
   *
   * @defaultValue 16777216
   */
  readonly maxAnswerBytes?: number;
  /** For endpoints that bring none of their own. */
  readonly defaults?: CredentialSource & { readonly tls?: EndpointTls };
  /** More values to mask in what errors quote; the endpoint's own credentials always are. */
  readonly secrets?: () => readonly string[];
  /**
   * Where `passwordEnv` is looked up.
   *
   * @defaultValue `process.env`
   */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

const tasks = {
  info: { what: 'finding out the version of the Data Plane API', stage: 'connect', writes: false },
  version: { what: 'reading the configuration version', stage: 'read', writes: false },
  readRaw: { what: 'reading the configuration', stage: 'read', writes: false },
  writeRaw: { what: 'writing the configuration', stage: 'apply', writes: true },
  reload: { what: 'reading the state of a reload', stage: 'reload', writes: false },
  worker: { what: 'reading which worker runs', stage: 'read', writes: false },
  servers: { what: 'reading the running servers', stage: 'verify', writes: false },
  stats: { what: 'reading the statistics', stage: 'verify', writes: false },
  deleteTransaction: { what: 'deleting a failed transaction', stage: 'apply', writes: true },
} as const satisfies Record<string, Task>;

/**
 * The HTTP client of one Data Plane API.
 *
 * Cheap to make: connections, and what was found out about the API, live in `connections`. Nothing
 * of the endpoint's URL but scheme, host and port is used. No method retries (facts 1 to 5 for
 * the protocol).
 *
 * @throws TypeError where the URL is no http or https URL, RangeError where an option is out of range.
 */
export function createGotClient(endpoint: Endpoint, options: GotClientOptions): DataPlaneClient {
  const target = resolveTarget(endpoint, options);

  const operation = <T>(task: Task, run: (session: Session) => Promise<T>): Observable<T> =>
    fromAbortable(async (signal) => {
      try {
        return await run(await openSession(target, task, signal));
      } catch (error) {
        const failure = toDataPlaneError(error, { ...task, endpoint: target.url, secrets: target.secrets }, true);
        if (failure.code === 'incompatible') {
          // Another API may have come to this address.
          target.connections.apis.delete(apiKey(target));
        }
        throw failure;
      }
    });

  return {
    info: () => operation(tasks.info, (session) => session.api()),

    version: () =>
      operation(tasks.version, async (session) => {
        const answer = await session.send({ method: 'GET', path: 'configuration/version' }, [200]);
        const body = answer.body.trim();
        return /^\d+$/.test(body) ? Number(body) : versionIn(answer, session.doing);
      }),

    readRaw: () =>
      operation(tasks.readRaw, async (session) => {
        const answer = await session.send({ method: 'GET', path: 'configuration/raw' }, [200]);
        const dateMs = dateMsOf(answer);
        return {
          ...storedIn(answer, session.doing, target.connections),
          version: versionIn(answer, session.doing),
          ...(dateMs === undefined ? {} : { dateMs }),
        };
      }),

    writeRaw: (write) => operation(tasks.writeRaw, (session) => writeRaw(session, target.connections, write)),

    reload: (id) =>
      operation(tasks.reload, async (session) => {
        const answer = await session.send({ method: 'GET', path: `reloads/${encodeURIComponent(id)}` }, [200, 404]);
        return answer.status === 404 ? undefined : readReload(answer, session.doing);
      }),

    reloads: () =>
      operation(tasks.reload, async (session) =>
        readReloads(await session.send({ method: 'GET', path: 'reloads' }, [200]), session.doing),
      ),

    worker: () => operation(tasks.worker, worker),

    servers: (backend) =>
      operation(tasks.servers, async (session) => {
        const { major } = await session.api();
        const name = encodeURIComponent(backend);
        const path = major === 2 ? { path: 'runtime/servers', query: { backend } } : { path: `runtime/backends/${name}/servers` };
        return readServers(await session.send({ method: 'GET', ...path }, [200]));
      }),

    stats: () => operation(tasks.stats, async (session) => readStats(await session.send({ method: 'GET', path: 'stats/native' }, [200]))),

    deleteTransaction: (id) =>
      operation(tasks.deleteTransaction, async (session) => {
        await session.send({ method: 'DELETE', path: `transactions/${encodeURIComponent(id)}` }, [200, 202, 204, 404]);
      }),

    storage: createGotStorage(operation),
    maps: createGotMaps(operation),
  };
}

async function writeRaw(session: Session, connections: Connections, write: RawWrite): Promise<RawWriteResult> {
  const { text, encoding, version, reload, runtimeActions, timeoutMs } = write;
  const answer = await session.send(
    {
      method: 'POST',
      path: 'configuration/raw',
      query: {
        version: String(version),
        ...(reload === 'forced' ? { force_reload: 'true' } : {}),
        ...(reload === 'none' ? { skip_reload: 'true' } : {}),
      },
      headers: {
        'content-type': 'text/plain',
        ...(runtimeActions === undefined ? {} : { 'x-runtime-actions': runtimeActions }),
      },
      body: encoding === undefined ? connections.encode(text) : Buffer.from(text, encoding),
      // What is left of the time may be nothing; the limit must still be one.
      wholeTimeoutMs: Math.max(1, timeoutMs),
    },
    [200, 201, 202],
  );
  const reloadId = headerOf(answer, 'reload-id');
  return {
    ...storedIn(answer, session.doing, connections),
    version: versionIn(answer, session.doing),
    ...(reloadId === undefined || reloadId === '' ? {} : { reloadId }),
  };
}

async function worker(session: Session): Promise<WorkerInfo | undefined> {
  await session.api();
  try {
    return readWorker(await session.send({ method: 'GET', path: 'runtime/info' }, [200]));
  } catch (error) {
    // `runtime/info` just does not answer.
    if (isOfOneRequest(error)) return undefined;
    throw error;
  }
}

function versionIn(answer: Answer, doing: Doing): number {
  const version = versionOf(answer);
  if (version === undefined) throw unreadable(answer, doing, 'the answer tells no version (header Configuration-Version)');
  return version;
}

function storedIn(answer: Answer, doing: Doing, { texts }: Connections): StoredText {
  const stored = rawTextOf(answer, texts);
  if (stored === undefined) throw unreadable(answer, doing, 'the answer holds no configuration');
  return stored;
}

function resolveTarget(
  endpoint: Endpoint,
  {
    connections,
    requestTimeoutMs = fallback.requestTimeoutMs,
    maxAnswerBytes = fallback.minAnswerBytes,
    defaults = {},
    secrets = () => [],
    env = process.env,
  }: GotClientOptions,
): Target {
  assertDuration('requestTimeoutMs', requestTimeoutMs, 1);
  assertWholeAtLeast('maxAnswerBytes', maxAnswerBytes, 1);
  return { endpoint, url: originOf(endpoint.url), connections, requestTimeoutMs, maxAnswerBytes, defaults, secrets, env };
}

function originOf(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    // What was given is not shown: it may hold credentials.
    throw new TypeError('endpoint.url takes an http or https URL');
  }
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  return `${url.protocol}//${url.hostname}:${port}`;
}
