import type { Method } from 'got';
import type { Endpoint, EndpointTls } from '../events/types.js';
import type { Answer } from './answer.js';
import { answerToError } from './answerToError.js';
import type { Connections } from './createConnections.js';
import type { ApiInfo } from './DataPlaneClient.js';
import type { Doing } from './dataPlaneError.js';
import { DataPlaneError } from './errors.js';
import { exchange } from './exchange.js';
import { findApi } from './findApi.js';
import { resolveCredentials, type CredentialSource } from './resolveCredentials.js';
import { resolveTls } from './resolveTls.js';

/** One endpoint, and how to talk to it. */
export interface Target {
  readonly endpoint: Endpoint;
  /** Scheme, host and explicit port: all that is taken of the endpoint's URL. */
  readonly url: string;
  readonly connections: Connections;
  readonly requestTimeoutMs: number;
  readonly maxAnswerBytes: number;
  readonly defaults: CredentialSource & { readonly tls?: EndpointTls };
  readonly secrets: () => readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What an operation is for, as its errors word it. */
export type Task = Pick<Doing, 'what' | 'stage' | 'writes'>;

/** One request below `{base}/services/haproxy`. */
export interface SessionRequest {
  readonly method: Method;
  /** E.g. `configuration/raw`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** A file that is sent: no error quotes a line of it. */
  readonly unquotable?: string;
  readonly wholeTimeoutMs?: number;
}

/** One operation's view of an endpoint: credentials and TLS settings as they are now. */
export interface Session {
  readonly doing: Doing;
  /** Base path and version; from the cache where it is there. */
  api(): Promise<ApiInfo>;
  /** Sends a request and gives the answer if its status is one of `expected`; rejects else. */
  send(request: SessionRequest, expected: readonly number[]): Promise<Answer>;
}

/** Key of an endpoint in the cache of what is known about APIs. */
export function apiKey({ url, endpoint }: Target): string {
  return `${url} ${endpoint.basePath ?? ''}`;
}

/** Reads what one operation needs, once for all of its requests. Rejects with `DataPlaneError`s only. */
export async function openSession(target: Target, task: Task, signal: AbortSignal): Promise<Session> {
  const { endpoint, url, connections, requestTimeoutMs, maxAnswerBytes, defaults, env } = target;
  const closed: Doing = { ...task, endpoint: url, secrets: target.secrets };
  const credentials = await resolveCredentials(endpoint, defaults, env, closed, signal);
  const https = url.startsWith('https:') ? await resolveTls(endpoint.tls ?? {}, defaults.tls ?? {}, closed, signal) : {};
  const token =
    credentials && Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64');
  const doing: Doing = {
    ...closed,
    secrets: () => [credentials?.password ?? '', token ?? '', ...target.secrets()].filter((secret) => secret !== ''),
  };

  const request = (path: string, { method, query, headers, body, wholeTimeoutMs }: Omit<SessionRequest, 'path' | 'unquotable'>, about: Doing) => {
    return exchange(
      {
        url: `${url}${path}${query === undefined ? '' : `?${new URLSearchParams(query).toString()}`}`,
        method,
        headers: { ...(token === undefined ? {} : { authorization: `Basic ${token}` }), ...headers },
        ...(body === undefined ? {} : { body }),
        ...(wholeTimeoutMs === undefined ? {} : { wholeTimeoutMs }),
        https,
        requestTimeoutMs,
        maxAnswerBytes,
      },
      connections,
      about,
      signal,
    );
  };

  const finding: Doing = { ...doing, what: 'finding out the version of the Data Plane API', stage: 'connect', writes: false };
  const api = async (): Promise<ApiInfo> => {
    const known = connections.apis.get(apiKey(target));
    if (known !== undefined) {
      return known;
    }
    const found = await findApi(endpoint.basePath, (path) => request(path, { method: 'GET' }, finding), finding).catch((error: unknown) => {
      // The write itself was not sent.
      throw doing.writes && error instanceof DataPlaneError ? error.withOutcome('untouched') : error;
    });
    connections.apis.set(apiKey(target), found);
    return found;
  };

  const send = async ({ path, unquotable = '', ...rest }: SessionRequest, expected: readonly number[]): Promise<Answer> => {
    const { major } = await api();
    const answer = await request(`/v${major}/services/haproxy/${path}`, rest, doing);
    if (!expected.includes(answer.status)) {
      throw answerToError(answer, withoutQuoting(doing, unquotable));
    }
    return answer;
  };

  return { doing, api, send };
}

/** Shorter lines would hit ordinary words of a message. */
const minLineLength = 8;

/** The same, but that no line of a file is quoted. */
export function withoutQuoting(doing: Doing, content: string): Doing {
  const lines = content.split('\n').map((line) => line.trim()).filter((line) => line.length >= minLineLength);
  return lines.length === 0 ? doing : { ...doing, secrets: () => [...doing.secrets(), ...lines] };
}
