import { afterEach } from '@jest/globals';
import { request } from 'node:http';
import type { SandboxOptions } from '../../../lib/sandbox/options.js';
import type { Sandbox } from '../../../lib/sandbox/Sandbox.js';
import { startSandbox } from '../../../lib/sandbox/startSandbox.js';
import { fakeClock, type FakeClock } from '../../support/fakeClock.js';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Header names as they came over the wire. */
  readonly rawHeaders: readonly string[];
  readonly text: string;
  readonly json: () => unknown;
  /** What stands in the JSON body under these names. */
  readonly pick: (...path: readonly string[]) => unknown;
  /** The error body's message. */
  readonly message: () => string;
}

export interface Ask {
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly user?: string;
  /** Path from the root instead of below `services/haproxy`. */
  readonly absolute?: boolean;
}

export interface OpenSandbox {
  readonly sandbox: Sandbox;
  readonly clock: FakeClock;
  /** The base path, e.g. `/v3`. */
  readonly base: string;
  readonly ask: (method: string, path: string, options?: Ask) => Promise<Answer>;
  readonly push: (text: string, query?: Ask['query'], headers?: Ask['headers']) => Promise<Answer>;
  readonly upload: (path: string, name: string, content: string, query?: Ask['query'], method?: string) => Promise<Answer>;
}

export const user = { name: 'admin', password: 'correct horse' };

/** A configuration that the sandbox takes, with one server per given address. */
export const configOf = (...addresses: readonly string[]): string =>
  `global\n  maxconn 100\n\ndefaults base\n  mode http\n\nfrontend fe from base\n  maxconn 50\n  bind :80\n  default_backend be\n\nbackend be from base\n${addresses
    .map((address, index) => `  server s${index + 1} ${address} weight 10 check\n`).join('')}`;

const opened: Sandbox[] = [];

/** Closes what a spec opened. Call it once per file. */
export function closeSandboxesAfterEach(): void {
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((sandbox) => sandbox.close()));
  });
}

export async function openSandbox(options: Partial<SandboxOptions> = {}): Promise<OpenSandbox> {
  const clock = fakeClock();
  let ids = 0;
  const sandbox = await startSandbox({ users: [user], clock, newId: () => `tx-${++ids}`, reloadDelayMs: 1_000, ...options });
  opened.push(sandbox);
  const base = options.apiVersion === '2.9' ? '/v2' : '/v3';
  const ask: OpenSandbox['ask'] = (method, path, { query = {}, headers = {}, body, user: credentials = `${user.name}:${user.password}`, absolute = false } = {}) =>
    new Promise((resolve, reject) => {
      const search = new URLSearchParams(Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))).toString();
      const target = `${absolute ? '' : `${base}/services/haproxy`}${path}${search === '' ? '' : `?${search}`}`;
      const authorization = credentials === '' ? {} : { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
      const sent = request({ host: '127.0.0.1', port: sandbox.port, agent: false, method, path: target, headers: { ...authorization, ...headers } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
            rawHeaders: response.rawHeaders.filter((_value, index) => index % 2 === 0),
            text,
            json: (): unknown => JSON.parse(text),
            pick: (...path) => pickFrom(JSON.parse(text), path),
            message: () => String(pickFrom(JSON.parse(text), ['message'])),
          });
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  return {
    sandbox,
    clock,
    base,
    ask,
    push: (text, query = {}, headers = {}) => ask('POST', '/configuration/raw', { query, body: text, headers: { 'content-type': 'text/plain', ...headers } }),
    upload: (path, name, content, query = {}, method = 'POST') => {
      const body = `--edge\r\nContent-Disposition: form-data; name="file_upload"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n${content}\r\n--edge--\r\n`;
      return ask(method, path, { query, body, headers: { 'content-type': 'multipart/form-data; boundary=edge' } });
    },
  };
}

function pickFrom(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((found, name) => (typeof found === 'object' && found !== null ? Reflect.get(found, name) : undefined), value);
}
