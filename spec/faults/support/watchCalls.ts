import { defer } from 'rxjs';
import type { Observable } from 'rxjs';
import type { DataPlaneClient } from '../../../lib/dataplane/DataPlaneClient.js';

/** What a client is asked for. */
export type Call = Exclude<keyof DataPlaneClient, 'storage'>;

/** A client that tells before each request what it is about to do; `nth` counts each kind of call from 1. */
export function watchCalls(client: DataPlaneClient, onCall: (call: Call, nth: number) => void): DataPlaneClient {
  const counts = new Map<Call, number>();
  const told = <T>(call: Call, ask: () => Observable<T>): Observable<T> =>
    defer(() => {
      const nth = (counts.get(call) ?? 0) + 1;
      counts.set(call, nth);
      onCall(call, nth);
      return ask();
    });
  return {
    ...client,
    info: () => told('info', () => client.info()),
    version: () => told('version', () => client.version()),
    readRaw: () => told('readRaw', () => client.readRaw()),
    writeRaw: (write) => told('writeRaw', () => client.writeRaw(write)),
    reload: (id) => told('reload', () => client.reload(id)),
    reloads: () => told('reloads', () => client.reloads()),
    worker: () => told('worker', () => client.worker()),
    servers: (backend) => told('servers', () => client.servers(backend)),
    stats: () => told('stats', () => client.stats()),
    deleteTransaction: (id) => told('deleteTransaction', () => client.deleteTransaction(id)),
  };
}
