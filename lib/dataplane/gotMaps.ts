import type { Observable } from 'rxjs';
import * as z from 'zod';
import type { RunningMapEntry } from '../haproxy/diffMapEntries.js';
import { jsonOf } from './answer.js';
import type { MapClient } from './MapClient.js';
import type { Session, SessionRequest, Task } from './openSession.js';
import { unreadable } from './unreadable.js';

const tasks = {
  read: { what: 'reading the entries of a running map', stage: 'verify', writes: false },
  change: { what: 'changing an entry of a running map', stage: 'apply', writes: true },
} as const satisfies Record<string, Task>;

type Operation = <T>(task: Task, run: (session: Session) => Promise<T>) => Observable<T>;

const entriesSchema = z.array(z.object({ key: z.string(), value: z.string().default('') }));

interface Change extends Pick<SessionRequest, 'method'> {
  readonly key?: string;
  readonly entry?: Partial<RunningMapEntry>;
}

/** The maps of the process behind one Data Plane API over HTTP (facts 7). */
export function createGotMaps(operation: Operation): MapClient {
  const change = (map: string, { entry, key, method }: Change): Observable<void> =>
    operation({ ...tasks.change, what: `${tasks.change.what} (${map})` }, async (session) => {
      const body = entry === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(entry)) };
      await session.send({ method, ...body, ...(await placeOf(session, map, key)) }, [200, 201, 202, 204]);
    });
  return {
    entries: (map) =>
      operation({ ...tasks.read, what: `${tasks.read.what} (${map})` }, async (session) => {
        const answer = await session.send({ method: 'GET', ...(await placeOf(session, map)) }, [200, 404]);
        if (answer.status === 404) return undefined;
        const json = jsonOf(answer);
        // Go writes an empty list as null.
        const parsed = entriesSchema.safeParse(json === null ? [] : json);
        if (!parsed.success) throw unreadable(answer, session.doing, 'the answer is no list of entries');
        return parsed.data;
      }),
    add: (map, entry) => change(map, { method: 'POST', entry }),
    set: (map, { key, value }) => change(map, { method: 'PUT', key, entry: { value } }),
    remove: (map, key) => change(map, { method: 'DELETE', key }),
  };
}

async function placeOf(session: Session, map: string, key?: string): Promise<Pick<SessionRequest, 'path' | 'query'>> {
  const { major } = await session.api();
  const tail = key === undefined ? '' : `/${encodeURIComponent(key)}`;
  return major === 2 ? { path: `runtime/maps_entries${tail}`, query: { map } } : { path: `runtime/maps/${encodeURIComponent(map)}/entries${tail}` };
}
