import { defer } from 'rxjs';
import type { Observable } from 'rxjs';
import type { DataPlaneClient } from '../../lib/dataplane/DataPlaneClient.js';
import type { StorageClient } from '../../lib/dataplane/StorageClient.js';

/** The same client, but that `onRequest` is called as each request begins. */
export function countRequests(client: DataPlaneClient, onRequest: () => void): DataPlaneClient {
  const told = <T>(ask: () => Observable<T>): Observable<T> =>
    defer(() => {
      onRequest();
      return ask();
    });
  return {
    ...client,
    info: () => told(() => client.info()),
    version: () => told(() => client.version()),
    readRaw: () => told(() => client.readRaw()),
    writeRaw: (write) => told(() => client.writeRaw(write)),
    reload: (id) => told(() => client.reload(id)),
    reloads: () => told(() => client.reloads()),
    worker: () => told(() => client.worker()),
    servers: (backend) => told(() => client.servers(backend)),
    stats: () => told(() => client.stats()),
    deleteTransaction: (id) => told(() => client.deleteTransaction(id)),
    ...(client.storage === undefined ? {} : { storage: countStorage(client.storage, told) }),
  };
}

function countStorage(storage: StorageClient, told: <T>(ask: () => Observable<T>) => Observable<T>): StorageClient {
  return {
    ...storage,
    list: (store) => told(() => storage.list(store)),
    read: (store, name) => told(() => storage.read(store, name)),
    certificate: (name) => told(() => storage.certificate(name)),
    create: (store, name, content) => told(() => storage.create(store, name, content)),
    replace: (store, name, content) => told(() => storage.replace(store, name, content)),
    remove: (store, name) => told(() => storage.remove(store, name)),
  };
}
