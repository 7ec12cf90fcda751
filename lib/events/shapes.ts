/** What events are made of: plain, readonly, JSON-safe data. */

/** Fields that every event may carry. */
export interface EventMeta {
  /** ISO 8601. */
  readonly timestamp?: string;
  /** For tracing only; events are matched by `deploymentId` (design S5). */
  readonly correlationId?: string;
  /** Accepted and passed on; it changes nothing here. */
  readonly coalescible?: boolean;
}

/** One auxiliary file. Only the last part of `path` counts (design D6). */
export interface AuxiliaryFile {
  readonly path: string;
  readonly content: string;
}

/** The auxiliary files of a configuration by kind; an absent kind has none. */
export interface AuxiliaryFiles {
  readonly maps?: readonly AuxiliaryFile[];
  readonly sslCertificates?: readonly AuxiliaryFile[];
  readonly sslCaFiles?: readonly AuxiliaryFile[];
  readonly crtListFiles?: readonly AuxiliaryFile[];
  readonly generalFiles?: readonly AuxiliaryFile[];
}

/** What is deployed: one configuration and its files, immutable. */
export interface Content {
  /** The whole haproxy.cfg as rendered. */
  readonly haproxyConfig: string;
  readonly auxiliaryFiles: AuxiliaryFiles;
  /** SHA-256 in hex over the normalised text and the files (design D5a); ours, never the sender's. */
  readonly checksum: string;
  /** The sender's checksum, passed on and never trusted. */
  readonly givenChecksum?: string;
  /** Size of `haproxyConfig` in bytes of UTF-8. */
  readonly configBytes: number;
}

/** TLS settings of one endpoint. Paths are read when a connection is made. */
export interface EndpointTls {
  readonly caFile?: string;
  readonly certFile?: string;
  readonly keyFile?: string;
  readonly serverName?: string;
  readonly insecureSkipVerify?: boolean;
}

/**
 * One HAProxy instance's Data Plane API.
 *
 * `url` is the identity: scheme, lower-case host, explicit port, nothing else (design 3).
 * Everything else is data of the entry.
 */
export interface Endpoint {
  readonly url: string;
  /** `v2` or `v3` where the given URL named it; else it is found out. */
  readonly basePath?: 'v2' | 'v3';
  readonly username?: string;
  readonly password?: string;
  readonly passwordFile?: string;
  readonly passwordEnv?: string;
  readonly podName?: string;
  readonly podNamespace?: string;
  readonly tls?: EndpointTls;
}

/** What output events show of an endpoint: never a credential. */
export interface EndpointRef {
  readonly url: string;
  readonly podName?: string;
  readonly podNamespace?: string;
}

/** Why a deployment was scheduled (design S2); `…_timeout_retry` after a timeout (design S6). */
export type DeploymentReason = TriggerReason | `${TriggerReason}_timeout_retry`;

export type TriggerReason =
  | 'config_validation'
  | 'pod_discovery'
  | 'drift_prevention'
  | 'validation_fallback'
  | 'retry'
  | 'leadership_acquired'
  | 'reconcile_requested';

/** The error codes of design 7. */
export type ErrorCode =
  | 'unreachable'
  | 'timeout'
  | 'api_error'
  | 'conflict'
  | 'unauthorized'
  | 'incompatible'
  | 'rejected'
  | 'altered'
  | 'reload_failed'
  | 'drifted'
  | 'cancelled'
  | 'not_attempted'
  | 'unexpected';

/** Where in a deployment to one endpoint something happened. */
export type Stage = 'local' | 'connect' | 'read' | 'plan' | 'files' | 'apply' | 'reload' | 'verify';

/** What a failed attempt left on the endpoint. */
export type FailureOutcome = 'untouched' | 'unknown' | 'reverted';

/** An error as data, masked. */
export interface ErrorInfo {
  readonly code: ErrorCode;
  readonly message: string;
  readonly stage: Stage;
  /** What an operator can do about it. */
  readonly hints: readonly string[];
}

export type Strategy = 'noop' | 'runtime' | 'raw';

/** Counts of operations by kind, e.g. `{ backend_create: 2, server_update: 10 }`. */
export type OperationCounts = Readonly<Record<string, number>>;
