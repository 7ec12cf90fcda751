import { eventually } from './eventually.js';
import type { Instance } from './Instance.js';

export interface CallOptions {
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as `text/plain` unless `headers` say otherwise. */
  readonly body?: string;
  /** `none` sends no credentials. */
  readonly credentials?: { readonly username: string; readonly password: string } | 'none';
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body read as JSON; throws where it is none. */
  readonly json: () => unknown;
}

/**
 * One request, by plain `fetch`: independent of the client under test.
 *
 * @param path From the base path on, e.g. `/info`, or a whole one that starts with `/v2` or `/v3`.
 */
export async function call(instance: Instance, method: string, path: string, { query = {}, headers = {}, body, credentials = instance }: CallOptions = {}): Promise<Answer> {
  const url = new URL(`${/^\/v[23]\//.test(path) ? '' : instance.base}${path}`, instance.url);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  const authorization = credentials === 'none' ? {} : { authorization: `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}` };
  const response = await fetch(url, {
    method,
    headers: { ...authorization, ...(body === undefined ? {} : { 'content-type': 'text/plain' }), ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: (): unknown => JSON.parse(text) };
}

export const services = '/services/haproxy';

/** The in-memory version. */
export async function version(instance: Instance): Promise<number> {
  return Number((await call(instance, 'GET', `${services}/configuration/version`)).text);
}

/** The text on disk. */
export async function readRaw(instance: Instance): Promise<string> {
  return rawText(instance, await call(instance, 'GET', `${services}/configuration/raw`));
}

/** The configuration in an answer of `configuration/raw`, whatever its shape in this version. */
export function rawText({ base }: Instance, answer: Answer): string {
  if (base === '/v3') return answer.text;
  const json = answer.json();
  if (typeof json === 'string') return json;
  if (typeof json === 'object' && json !== null && 'data' in json && typeof json.data === 'string') return json.data;
  throw new Error(`no configuration in ${answer.text.slice(0, 100)}`);
}

/** Pushes a text on top of the version at hand, unless `query` names another. */
export async function push(instance: Instance, text: string, query: CallOptions['query'] = {}, headers: CallOptions['headers'] = {}): Promise<Answer> {
  return call(instance, 'POST', `${services}/configuration/raw`, { query: { version: await version(instance), ...query }, headers, body: text });
}

/** Message of an error, by content and not by type (facts 1). */
export function messageOf(answer: Answer): string {
  const json = answer.json();
  if (typeof json === 'object' && json !== null && 'message' in json && typeof json.message === 'string') return json.message;
  throw new Error(`no message in ${answer.text.slice(0, 100)}`);
}

/** Pid of the worker by `runtime/info`: an array of processes in 2.x, one in 3.x. */
export async function workerPid(instance: Instance): Promise<number> {
  const json = (await call(instance, 'GET', `${services}/runtime/info`)).json();
  const [first]: unknown[] = Array.isArray(json) ? json : [json];
  const info = typeof first === 'object' && first !== null && 'info' in first ? first.info : undefined;
  if (typeof info === 'object' && info !== null && 'pid' in info && typeof info.pid === 'number') return info.pid;
  throw new Error('runtime/info tells no pid');
}

/** Polls a reload until it is no longer in progress. */
export async function endOfReload(instance: Instance, id: string): Promise<Record<string, unknown>> {
  return eventually(`the end of reload ${id}`, async () => {
    const json = (await call(instance, 'GET', `${services}/reloads/${id}`)).json();
    if (typeof json !== 'object' || json === null) throw new Error(`reload ${id} is no object`);
    return 'status' in json && json.status !== 'in_progress' ? { ...json } : undefined;
  });
}
