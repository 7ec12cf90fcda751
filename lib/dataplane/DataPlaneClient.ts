import type { Observable } from 'rxjs';
import type { StoredText } from './textPool.js';
import type { MapClient } from './MapClient.js';
import type { StorageClient } from './StorageClient.js';

/** What `info` tells of an API. */
export interface ApiInfo {
  /** The base path that answered. */
  readonly major: 2 | 3;
  /** Minor version where `api.version` or the specification tells it, e.g. 9 for 2.9; `undefined` for a build without version. */
  readonly minor?: number;
  /** `api.version` as given, e.g. `v3.2.15 6c3065d9`. */
  readonly version: string;
}

/** A text as the API has it on disk, with the in-memory version that the same answer's header tells. */
export interface RawConfiguration extends StoredText {
  /** From `Configuration-Version`: the version that the next write must give, also after a failed reload (facts 4). */
  readonly version: number;
  /** The API's own clock from its `Date` header, in milliseconds since the epoch; `undefined` where it sends none. */
  readonly dateMs?: number;
}

/** A write of the whole configuration. */
export interface RawWrite {
  /** The whole configuration, fingerprint included. */
  readonly text: string;
  /** As it was read, where that was no UTF-8. */
  readonly encoding?: 'latin1';
  /** The version that the write rests on: another one is a `conflict`. */
  readonly version: number;
  /** `forced` answers after the reload, `scheduled` before it, `none` writes without one (`skip_reload`). */
  readonly reload: 'forced' | 'scheduled' | 'none';
  /** Value of `X-Runtime-Actions`; only with `reload: 'none'`. */
  readonly runtimeActions?: string;
  /** How long the whole request may take, in milliseconds; a raw write may outlast `requestTimeout` (design D2). */
  readonly timeoutMs: number;
}

/** Answer to a write that the API took (201 or 202): the file as it is stored now, never what was sent, byte for byte (facts 2.1). */
export interface RawWriteResult extends StoredText {
  /** The version after the write. */
  readonly version: number;
  /** Present when a reload was scheduled and is still to come. */
  readonly reloadId?: string;
}

/** What an API tells of one reload. */
export interface ReloadStatus {
  /** Missing for a pending reload read by its id (facts 4). */
  readonly id?: string;
  /** How far it is. */
  readonly status: 'in_progress' | 'succeeded' | 'failed';
  /** Output of the reload, unmasked: goes through the masker before it is shown. */
  readonly response?: string;
}

/** The running worker, from `runtime/info`. */
export interface WorkerInfo {
  /** Another one after each reload. */
  readonly pid: number;
  /** Whole seconds, rounded down. */
  readonly uptimeSeconds: number;
  /** HAProxy's version, e.g. `3.2.4-98813a1`, where it is told. */
  readonly version?: string;
  /** The API's clock when it answered, in milliseconds since the epoch, whole seconds. */
  readonly dateMs?: number;
}

/** One server as the running process has it. */
export interface RunningServer {
  /** Unique within its backend. */
  readonly name: string;
  /** `undefined` where it is not told. */
  readonly address?: string;
  /** `undefined` where it is not told. */
  readonly port?: number;
  /** What was set by hand or by the configuration, not what checks found. */
  readonly state?: 'ready' | 'drain' | 'maint';
}

/** What of the statistics tells how the running process is set. */
export interface RunningStats {
  /** Weight, address and administrative state of each server. */
  readonly servers: readonly (RunningServer & {
    /** The backend that it is in. */
    readonly backend: string;
    /** The weight in effect. */
    readonly weight?: number;
  })[];
  /** Session limit by frontend. */
  readonly frontends: readonly {
    /** As the configuration has it. */
    readonly name: string;
    /** `undefined` where it is not told. */
    readonly maxconn?: number;
  }[];
}

/**
 * One HAProxy Data Plane API, whatever its version.
 *
 * Every method gives a cold Observable of one value: subscribing sends the request, unsubscribing
 * aborts it. Each errors with a `DataPlaneError` and nothing else; none retries.
 */
export interface DataPlaneClient {
  /** Finds out the base path and version; asked once per client, later calls are answered from memory. */
  info(): Observable<ApiInfo>;
  /** `GET configuration/version`: the in-memory version. */
  version(): Observable<number>;
  /** `GET configuration/raw`: the text on disk, and the version from the header. */
  readRaw(): Observable<RawConfiguration>;
  /** `POST configuration/raw`. A refusal is a `DataPlaneError` with code `rejected`, `reload_failed`, `conflict`, … */
  writeRaw(write: RawWrite): Observable<RawWriteResult>;
  /** `GET reloads/{id}`; `undefined` when the API does not know the id (404). */
  reload(id: string): Observable<ReloadStatus | undefined>;
  /** `GET reloads`. */
  reloads(): Observable<readonly ReloadStatus[]>;
  /** `GET runtime/info`; `undefined` where it does not answer (no runtime socket, HAProxy down): not an error. */
  worker(): Observable<WorkerInfo | undefined>;
  /** `GET runtime/…/servers`: the servers of one backend as they run. */
  servers(backend: string): Observable<readonly RunningServer[]>;
  /** `GET stats/native`: all proxies in one request. */
  stats(): Observable<RunningStats>;
  /** `DELETE transactions/{id}`; a 404 is fine. */
  deleteTransaction(id: string): Observable<void>;
  /** Its auxiliary files; absent from a client that keeps none, which then takes no content with files. */
  readonly storage?: StorageClient;
  /**
   * The maps of its process; absent from a client that does not reach them: a changed map then takes
   * a reload, which `isRuntimeOnly` must know of where there are two clocks (design S13).
   */
  readonly maps?: MapClient;
}
