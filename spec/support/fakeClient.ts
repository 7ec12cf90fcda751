import { defer, throwError } from 'rxjs';
import type { Observable } from 'rxjs';
import type { DataPlaneClient } from '../../lib/dataplane/DataPlaneClient.js';

type Script = { readonly [Call in keyof DataPlaneClient]?: DataPlaneClient[Call] };

/** A client that answers what the script says, mostly with cold Observables; any other request errors. */
export function fakeClient(script: Script = {}): DataPlaneClient {
  const unexpected = (call: string) => (): Observable<never> => defer(() => throwError(() => new Error(`the spec expects no ${call}`)));
  return {
    info: unexpected('info'),
    version: unexpected('version'),
    readRaw: unexpected('readRaw'),
    writeRaw: unexpected('writeRaw'),
    reload: unexpected('reload'),
    reloads: unexpected('reloads'),
    worker: unexpected('worker'),
    servers: unexpected('servers'),
    stats: unexpected('stats'),
    deleteTransaction: unexpected('deleteTransaction'),
    ...script,
  };
}
