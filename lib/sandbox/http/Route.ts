import type { Query } from './Query.js';

export type MediaType = 'application/json' | 'text/plain' | 'application/octet-stream' | 'multipart/form-data';

export interface ApiRequest {
  /** The `{name}` parts of the route's path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  /** `undefined` for an absent header; the last one of several. */
  readonly header: (name: string) => string | undefined;
  readonly body: Buffer;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON unless the route produces another type, in which case it is text; absent: no body. */
  readonly body?: unknown;
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the base path, e.g. `/services/haproxy/reloads/{id}`. */
  readonly path: string;
  /** Types that a body may have; absent: no body is read. */
  readonly consumes?: readonly MediaType[];
  readonly produces?: MediaType;
  /** Errors come as JSON under `text/plain` (facts 1). */
  readonly errorsAsText?: boolean;
  readonly handle: (request: ApiRequest) => Reply | Promise<Reply>;
}

/** Everything under this path is HAProxy's own. */
export const services = '/services/haproxy';
