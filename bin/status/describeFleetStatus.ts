import { toRef } from '../../lib/events/toRef.js';
import type { Content, EndpointRef, ErrorInfo } from '../../lib/events/types.js';
import { createPlanner } from '../../lib/haproxy/createPlanner.js';
import type { Looked } from '../looking/lookAtFleet.js';
import { differsIn, groupContents } from './groupContents.js';
import { judgeRunning } from './judgeRunning.js';
import type { Running } from './judgeRunning.js';
import type { Seen } from './readStatus.js';

/** The status of one endpoint that was reached. */
export interface ReachedStatus {
  readonly endpoint: EndpointRef;
  readonly reachable: true;
  /** As the API gives it, e.g. `v3.2.15 6c3065d9`. */
  readonly apiVersion: string;
  /** As its worker gives it, e.g. `3.2.4-98813a1`. */
  readonly haproxyVersion?: string;
  readonly configurationVersion: number;
  /** Endpoints with one label have the same content, in meaning; `A` is what most have. */
  readonly content: string;
  /** What it has otherwise than the file, where one was given. */
  readonly differsIn?: readonly ('configuration' | 'files')[];
  /** Has what the file says or, where none was given, what most of the others have. */
  readonly agrees: boolean;
  /** What was last deployed there, and when. */
  readonly deployed?: { readonly checksum: string; readonly name: string; readonly at: string; readonly ageSeconds: number; readonly by: 'reload' | 'runtime' };
  readonly running: Running;
  readonly worker?: { readonly pid: number; readonly uptimeSeconds: number };
}

export interface MissedStatus {
  readonly endpoint: EndpointRef;
  readonly reachable: false;
  readonly error: ErrorInfo;
}

export type EndpointStatus = ReachedStatus | MissedStatus;

/** How a fleet stands. */
export interface FleetStatus {
  readonly endpoints: readonly EndpointStatus[];
  readonly summary: { readonly total: number; readonly reachable: number; readonly agreeing: number; readonly proved: number };
}

/** Texts and pairs of them that are remembered: as many as are told apart, and some to spare. */
const maxEntries = 32;

/**
 * Works out how a fleet stands from what was seen of it.
 *
 * @param content What it is to have, where a file says so.
 * @param nowMs Tells an age where the API tells no time; since the epoch.
 */
export function describeFleetStatus(looked: readonly Looked<Seen>[], content: Content | undefined, nowMs: number): FleetStatus {
  const planner = createPlanner({ maxEntries });
  const groups = groupContents(looked.flatMap(({ result }) => ('seen' in result ? [result.seen] : [])), planner);
  const [largest] = groups;
  const endpoints = looked.map(({ endpoint, result }): EndpointStatus => {
    if ('error' in result) return { endpoint: toRef(endpoint), reachable: false, error: result.error };
    const { seen } = result;
    const group = groups.find(({ members }) => members.includes(seen));
    const differs = content && differsIn(seen, content, planner);
    const { api, fingerprint, found, worker } = seen;
    return {
      endpoint: toRef(endpoint),
      reachable: true,
      apiVersion: api.version,
      ...(worker?.version === undefined ? {} : { haproxyVersion: worker.version }),
      configurationVersion: found.version,
      content: group?.label ?? '',
      ...(differs === undefined ? {} : { differsIn: differs }),
      agrees: differs === undefined ? group === largest : differs.length === 0,
      ...(fingerprint === undefined ? {} : { deployed: deployedOf(fingerprint, worker?.dateMs ?? found.dateMs ?? nowMs) }),
      running: judgeRunning(seen),
      ...(worker === undefined ? {} : { worker: { pid: worker.pid, uptimeSeconds: worker.uptimeSeconds } }),
    };
  });
  const reached = endpoints.filter((status) => status.reachable);
  return {
    endpoints,
    summary: {
      total: endpoints.length,
      reachable: reached.length,
      agreeing: reached.filter(({ agrees }) => agrees).length,
      proved: reached.filter(({ running }) => running === 'proved').length,
    },
  };
}

function deployedOf({ at, by, checksum, name }: NonNullable<Seen['fingerprint']>, nowMs: number): NonNullable<ReachedStatus['deployed']> {
  // A fingerprint's time may lie two seconds ahead (design D8).
  return { checksum, name, at: new Date(at * 1_000).toISOString(), ageSeconds: Math.max(0, Math.floor(nowMs / 1_000) - at), by };
}
