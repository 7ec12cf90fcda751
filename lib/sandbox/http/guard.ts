import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { ApiProfile } from '../ApiProfile.js';
import { ApiError } from './ApiError.js';

/** Somebody who may use a sandbox, by basic authentication. */
export interface SandboxUser {
  /** Without a colon. */
  readonly name: string;
  /** Not empty. */
  readonly password: string;
}

/** Whether a host name, with or without a port, means this machine's loopback. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)(?::\d+)?$/i.test(host);
}

/**
 * Refuses what a web page could send: a name that was bent to loopback (DNS rebinding), and anything
 * that tells its `Origin`.
 */
export function refuseBrowsers({ headers }: IncomingMessage, allowNonLoopback: boolean): void {
  if (headers.origin !== undefined) throw new ApiError(403, 'the sandbox answers no web pages');
  if (!allowNonLoopback && !isLoopback(headers.host ?? '')) throw new ApiError(403, 'the sandbox answers on loopback names only');
}

/** Throws 401 unless the request carries the name and the password of one of the users (facts 1). */
export function authenticate({ headers }: IncomingMessage, users: readonly SandboxUser[], { passwordIn401 }: ApiProfile): void {
  const [, encoded] = /^Basic +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
  const [, name = '', password = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString('utf8')) ?? [];
  // All users are compared, so that the time tells neither names nor passwords.
  const known = users.filter((user) => Number(equal(user.name, name)) + Number(equal(user.password, password)) === 2);
  if (encoded !== undefined && known.length > 0) return;
  const message = encoded === undefined ? 'unauthenticated for invalid credentials' : passwordIn401 ? `invalid password: ${password}` : 'unauthorized';
  throw new ApiError(401, message, { headers: { 'WWW-Authenticate': 'Basic realm="API"' } });
}

function equal(left: string, right: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
