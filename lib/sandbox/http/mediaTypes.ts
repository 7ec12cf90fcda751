import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from './ApiError.js';
import type { MediaType } from './Route.js';

/**
 * The type in which to answer, by the rules of go-swagger (facts 1): what the route produces, or JSON
 * where only that is accepted. Throws 406 for anything else.
 */
export function negotiate(accept: string | undefined, produced: MediaType): MediaType {
  const wanted = (accept ?? '*/*').split(',').map((part) => (part.split(';')[0] ?? '').trim().toLowerCase());
  const takes = (type: MediaType): boolean => wanted.some((pattern) => pattern === '*/*' || pattern === type || pattern === `${type.split('/')[0] ?? ''}/*`);
  const found = [produced, 'application/json' as const].find(takes);
  if (found === undefined) throw new ApiError(406, `unsupported media type requested, only [${produced}] are available`);
  return found;
}

/** Throws 415 unless the body is of a type that the route takes; a charset does not matter. */
export function checkContentType(headers: IncomingHttpHeaders, consumed: readonly MediaType[]): void {
  const given = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (consumed.some((type) => type === given)) return;
  throw new ApiError(415, `unsupported media type "${given ?? ''}", only [${consumed.join(' ')}] are allowed`);
}
