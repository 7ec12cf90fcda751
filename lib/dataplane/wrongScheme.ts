import type { Problem } from './dataPlaneError.js';

/** Node's codes for a handshake that met no TLS. */
const brokenHandshake = /^(?:EPROTO$|ERR_SSL_)/;
/** What OpenSSL makes of bytes that are no TLS. */
const noTls = /wrong version number|packet length too long|unknown protocol|record layer failure|record overflow|http request|unexpected message/i;
/** What a server with TLS answers to a plain request, where it answers at all: Go's and nginx' words. */
const wantsTls = /HTTP request.{0,20}to (?:an )?HTTPS (?:server|port)/i;

/** What to tell of an https URL whose port speaks no TLS; `undefined` where it does not look like that. */
export function plainPort(endpoint: string, code: string, message: string): Pick<Problem, 'problem' | 'hints'> | undefined {
  if (!endpoint.startsWith('https:') || !brokenHandshake.test(code) || !noTls.test(message)) return undefined;
  return { problem: 'no TLS is spoken there, it looks like a plain port', hints: [`Try ${otherScheme(endpoint)}, or give the port at which the Data Plane API listens with TLS.`] };
}

/** The same for an http URL whose port expects TLS, by the words of an answer. */
export function tlsPort(endpoint: string, words: string): Pick<Problem, 'problem' | 'hints'> | undefined {
  if (!endpoint.startsWith('http:') || !wantsTls.test(words)) return undefined;
  return { problem: 'a plain request was refused there, the port expects TLS', hints: tlsHints(endpoint) };
}

/** What else to look at where a plain request got no answer, or none that is HTTP; empty for an https URL. */
export function tlsHints(endpoint: string): readonly string[] {
  return endpoint.startsWith('http:') ? [`If the port expects TLS, try ${otherScheme(endpoint)}.`] : [];
}

function otherScheme(endpoint: string): string {
  return endpoint.startsWith('https:') ? endpoint.replace('https:', 'http:') : endpoint.replace('http:', 'https:');
}
