import type { Endpoint, ErrorCode } from '../events/types.js';

/** The current endpoints by URL, in the order of the list that named them (design 3). */
export type Fleet = ReadonlyMap<string, EndpointRecord>;

/** What the scheduler knows of one endpoint. */
export interface EndpointRecord {
  readonly endpoint: Endpoint;
  /** Another one after each change of the entry: what an attempt with the old entry tells no longer counts. */
  readonly generation: number;
  /** Checksum of the content that it runs, by its own `InstanceDeployedEvent` (design S7). */
  readonly confirmed: string | undefined;
  /** Checksums of contents that it refused (design S14). */
  readonly refused: readonly string[];
  /** Failures in a row; 0 after a success. */
  readonly failures: number;
  /** When it is due for another attempt, in milliseconds; `undefined`: nothing is scheduled (design S9). */
  readonly retryAt: number | undefined;
  /** The delay that ended at `retryAt`, in milliseconds. */
  readonly retryDelayMs: number;
  /** What the last failed attempt ended with; `undefined` after a success. */
  readonly failedWith: ErrorCode | undefined;
  /** Whether it was left with what somebody else made of it (design R5). */
  readonly drifted: boolean;
  /** Not checked for drift before then, in milliseconds: somebody fights us there (design R7). */
  readonly checkAt: number | undefined;
  /** Why it is no longer tried by itself (design 7). */
  readonly parked: ErrorCode | undefined;
  /** Whether the last attempt did not succeed: it is begun last (design D1). */
  readonly unsettled: boolean;
}

/** Those that fall due within this share of the due one's delay go along (design S9). */
const roundShare = 0.25;
/** The least such window, in milliseconds. */
const minRoundMs = 1_000;

/** A record without a past. */
export function newcomer(endpoint: Endpoint, generation = 0): EndpointRecord {
  return {
    endpoint,
    generation,
    confirmed: undefined,
    refused: [],
    failures: 0,
    retryAt: undefined,
    retryDelayMs: 0,
    failedWith: undefined,
    drifted: false,
    checkAt: undefined,
    parked: undefined,
    unsettled: false,
  };
}

/** The fleet after a discovery: unchanged entries keep their record, changed and new ones are newcomers, all others are dropped. */
export function discover(fleet: Fleet, endpoints: readonly Endpoint[], generation: number): Fleet {
  return new Map(
    endpoints.map((endpoint) => {
      const known = fleet.get(endpoint.url);
      return [endpoint.url, known && sameEntry(known.endpoint, endpoint) ? known : newcomer(endpoint, generation)];
    }),
  );
}

/** Whether a list names the fleet as it is, in its order. */
export function isListed(fleet: Fleet, endpoints: readonly Endpoint[]): boolean {
  if (fleet.size !== endpoints.length) return false;
  let index = 0;
  for (const { endpoint } of fleet.values()) {
    const entry = endpoints[index];
    if (entry === undefined || entry.url !== endpoint.url || !sameEntry(endpoint, entry)) return false;
    index += 1;
  }
  return true;
}

/** The first URL that stands twice in a list, with its place. */
export function findDuplicate(endpoints: readonly Endpoint[]): { readonly index: number; readonly url: string } | undefined {
  const seen = new Set<string>();
  for (const [index, { url }] of endpoints.entries()) {
    if (seen.has(url)) return { index, url };
    seen.add(url);
  }
  return undefined;
}

/** The fleet with the record of `url` changed; the same fleet when there is none. */
export function updateRecord(fleet: Fleet, url: string, change: (record: EndpointRecord) => EndpointRecord): Fleet {
  const record = fleet.get(url);
  return record ? new Map(fleet).set(url, change(record)) : fleet;
}

/** The fleet with every record changed. */
export function updateAll(fleet: Fleet, change: (record: EndpointRecord) => EndpointRecord): Fleet {
  return new Map([...fleet].map(([url, record]) => [url, change(record)]));
}

/** Neither parked nor in back-off, whatever it has refused. */
export const unpark = (record: EndpointRecord): EndpointRecord =>
  record.parked === undefined ? record : { ...record, parked: undefined, retryAt: undefined, failures: 0 };

/** Whether it waits for a back-off and is not parked. */
export const inBackoff = (record: EndpointRecord): boolean => record.retryAt !== undefined && record.parked === undefined;

/** When the next endpoint falls due after `now`; `undefined`: none ever does. */
export function nextRetryAt(fleet: Fleet, now: number): number | undefined {
  let next: number | undefined;
  for (const { retryAt } of fleet.values()) {
    if (retryAt !== undefined && retryAt > now && (next === undefined || retryAt < next)) next = retryAt;
  }
  return next;
}

/** URLs of the endpoints that are due at `now` and of those that soon will be: they go along, in one round (design S9). */
export function dueForRetry(fleet: Fleet, now: number): readonly string[] {
  let horizon = -Infinity;
  for (const { retryAt, retryDelayMs } of fleet.values()) {
    if (retryAt !== undefined && retryAt <= now) {
      horizon = Math.max(horizon, now + Math.max(minRoundMs, retryDelayMs * roundShare));
    }
  }
  // Asked with every event, and hardly ever is anybody due.
  if (horizon === -Infinity) return [];
  return [...fleet.values()].filter(({ retryAt }) => retryAt !== undefined && retryAt <= horizon).map(({ endpoint }) => endpoint.url);
}

function sameEntry(a: Endpoint, b: Endpoint): boolean {
  return (
    a.basePath === b.basePath &&
    a.username === b.username &&
    a.password === b.password &&
    a.passwordFile === b.passwordFile &&
    a.passwordEnv === b.passwordEnv &&
    a.podName === b.podName &&
    a.podNamespace === b.podNamespace &&
    a.tls?.caFile === b.tls?.caFile &&
    a.tls?.certFile === b.tls?.certFile &&
    a.tls?.keyFile === b.tls?.keyFile &&
    a.tls?.serverName === b.tls?.serverName &&
    a.tls?.insecureSkipVerify === b.tls?.insecureSkipVerify
  );
}
