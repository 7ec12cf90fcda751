import { concatMap, defer, from, map, of, reduce } from 'rxjs';
import type { Observable } from 'rxjs';
import type { RuntimeAction } from '../haproxy/runtimeActions.js';
import { isReached, runtimeTargets } from '../haproxy/runtimeTargets.js';
import type { RuntimeTargets, ServerTarget } from '../haproxy/runtimeTargets.js';
import type { Attempt } from './attempt.js';

/** From as many backends on, one request for all statistics is cheaper than one per backend (design D5). */
const manyBackends = 20;

/**
 * Reads back what run-time actions were to reach, and tells whether they have (design D5).
 *
 * Address and state are read per touched backend; from 20 backends on, and for weights and frontend
 * limits, the statistics of all are read in one request. What neither shows counts as reached: the
 * API answered 201 for it (design D8).
 */
export function readBack({ client, progress }: Attempt, actions: readonly RuntimeAction[]): Observable<boolean> {
  const targets = runtimeTargets(actions);
  const needsStats = targets.servers.size >= manyBackends || targets.maxconn.size > 0 || hasWeights(targets);
  const needsServers = targets.servers.size < manyBackends;
  return defer(() => {
    progress.stage = 'verify';
    return needsServers ? serversReached(client, targets) : of(true);
  }).pipe(concatMap((reached) => (reached && needsStats ? statsReached(client, targets) : of(reached))));
}

function serversReached(client: Attempt['client'], { servers }: RuntimeTargets): Observable<boolean> {
  return from(servers).pipe(
    concatMap(([backend, wanted]) => client.servers(backend).pipe(map((shown) => shown.every((server) => isReachedIn(wanted, server.name, server))))),
    reduce((all, reached) => all && reached, true),
  );
}

function statsReached(client: Attempt['client'], { servers, maxconn }: RuntimeTargets): Observable<boolean> {
  return client.stats().pipe(
    map(
      (stats) =>
        stats.servers.every(({ backend, name, ...shown }) => isReachedIn(servers.get(backend) ?? new Map(), name, shown)) &&
        stats.frontends.every(({ name, maxconn: shown }) => shown === undefined || (maxconn.get(name) ?? shown) === shown),
    ),
  );
}

function isReachedIn(wanted: ReadonlyMap<string, ServerTarget>, name: string, shown: ServerTarget): boolean {
  const target = wanted.get(name);
  return target === undefined || isReached(target, shown);
}

function hasWeights({ servers }: RuntimeTargets): boolean {
  return [...servers.values()].some((backend) => [...backend.values()].some(({ weight }) => weight !== undefined));
}
