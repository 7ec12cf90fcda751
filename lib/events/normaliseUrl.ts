import { InputError } from './InputError.js';

/** What the URL of an endpoint tells. */
export interface NormalisedUrl {
  /** The identity of an endpoint (design 3): scheme, lower-case host, explicit port, nothing else. */
  readonly url: string;
  /** Where the URL named it; else it is found out. */
  readonly basePath?: 'v2' | 'v3';
}

const shape = /^(https?):\/\/([^/\\?#@\s]+)(?:\/(?:(v2|v3)\/?)?)?$/i;
/** What is an identity already, beyond doubt; most entries of most lists. Numeric labels may be another spelling of an address. */
const settled = /^https?:\/\/(?!.*xn--)(?:[a-z][a-z0-9-]*(?:\.[a-z][a-z0-9-]*)*|(?:(?:[1-9]?\d|1\d\d)\.){3}(?:[1-9]?\d|1\d\d)):[1-9]\d{0,3}$/;
const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * Turns the URL of a Data Plane API into an endpoint's identity, e.g. `HTTPS://Node-1/v3/` into
 * `https://node-1:443` with base path `v3`.
 *
 * @example One identity for all spellings
 * ```ts
 * import { normaliseUrl } from 'haproxy-deployer';
 *
 * console.log(normaliseUrl('HTTPS://Node-1/v3/'));
 * // → { url: 'https://node-1:443', basePath: 'v3' }
 * ```
 *
 * @returns An `InputError`, which never quotes the URL, for anything but `http(s)://host[:port]`
 * with `/v2`, `/v3` or no path.
 */
export function normaliseUrl(text: string): NormalisedUrl | InputError {
  if (settled.test(text)) return { url: text };
  const [, scheme = '', authority = '', basePath] = shape.exec(text) ?? [];
  if (authority === '') return new InputError(whatIsWrong(text));
  const href = `${scheme}://${authority}`;
  if (!URL.canParse(href)) return new InputError('its host or port is not valid');
  const { protocol, hostname, port } = new URL(href);
  if (port === '0') return new InputError('port 0 cannot be connected to');
  const url = `${protocol}//${hostname}:${port || (defaultPorts[protocol] ?? '')}`;
  return basePath === undefined ? { url } : { url, basePath: basePath.toLowerCase() === 'v2' ? 'v2' : 'v3' };
}

function whatIsWrong(text: string): string {
  if (text.includes('@')) return 'takes no credentials in the URL: give username and password on their own';
  if (!/^https?:\/\//i.test(text)) return 'takes a URL that begins with http:// or https://';
  if (/[?#]/.test(text)) return 'takes no query and no fragment';
  if (/[\s\\]/.test(text)) return 'takes no blanks and no backslashes';
  return 'takes http(s)://host[:port], with /v2, /v3 or no path';
}
