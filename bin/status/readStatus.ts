import { concatMap, map, of } from 'rxjs';
import type { Observable } from 'rxjs';
import type { ApiInfo, DataPlaneClient, RawConfiguration, ReloadStatus, RunningStats, WorkerInfo } from '../../lib/dataplane/DataPlaneClient.js';
import { readFingerprint } from '../../lib/haproxy/fingerprint.js';
import type { Fingerprint } from '../../lib/haproxy/fingerprint.js';
import { manifestName, readManifest } from '../../lib/haproxy/manifest.js';
import type { OwnedFile } from '../../lib/haproxy/manifest.js';
import { ifTold } from '../looking/ifTold.js';

/** What an endpoint tells of itself. */
export interface Seen {
  readonly api: ApiInfo;
  readonly found: RawConfiguration;
  readonly fingerprint: Fingerprint | undefined;
  /** `undefined`, here and below, where it does not tell. */
  readonly reloads: readonly ReloadStatus[] | undefined;
  readonly worker: WorkerInfo | undefined;
  /** The files that were deployed with the configuration; none without a manifest. */
  readonly files: readonly OwnedFile[];
  /** Asked for where only they can prove that what was written runs. */
  readonly stats: RunningStats | undefined;
}

/**
 * Asks an endpoint how it is; reads only, with five or six small requests and the configuration.
 *
 * @param fleet Name of the fleet whose files are looked for where no fingerprint names one.
 */
export function readStatus(client: DataPlaneClient, fleet: string): Observable<Seen> {
  return client.info().pipe(
    concatMap((api) => client.readRaw().pipe(map((found) => ({ api, found, fingerprint: readFingerprint(found.text) })))),
    concatMap((seen) => readFiles(client, seen.fingerprint?.name ?? fleet).pipe(map((files) => ({ ...seen, files })))),
    concatMap((seen) => ifTold(client.reloads()).pipe(map((reloads) => ({ ...seen, reloads })))),
    concatMap((seen) => client.worker().pipe(map((worker) => ({ ...seen, worker })))),
    concatMap((seen) => (seen.fingerprint?.by === 'runtime' ? ifTold(client.stats()) : of(undefined)).pipe(map((stats) => ({ ...seen, stats })))),
  );
}

function readFiles({ storage }: DataPlaneClient, fleet: string): Observable<readonly OwnedFile[]> {
  const text$ = storage ? ifTold(storage.read('general', manifestName(fleet))) : of(undefined);
  return text$.pipe(map((text) => (text === undefined ? [] : (readManifest(text) ?? []))));
}
