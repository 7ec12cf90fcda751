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
  /** As the configuration names it. */
  readonly path: string;
  /** The whole file. */
  readonly content: string;
}

/** The auxiliary files of a configuration by kind; an absent kind has none. */
export interface AuxiliaryFiles {
  /** Maps and the like, kept in the folder for maps. */
  readonly maps?: readonly AuxiliaryFile[];
  /** PEM files with a certificate and its key, kept in the folder for certificates. */
  readonly sslCertificates?: readonly AuxiliaryFile[];
  /** PEM files with CAs, kept in the general folder. */
  readonly sslCaFiles?: readonly AuxiliaryFile[];
  /** Lists for `crt-list`, kept in the general folder. */
  readonly crtListFiles?: readonly AuxiliaryFile[];
  /** All others, kept in the general folder. */
  readonly generalFiles?: readonly AuxiliaryFile[];
}

/** What is deployed: one configuration and its files, immutable. */
export interface Content {
  /** The whole haproxy.cfg as rendered. */
  readonly haproxyConfig: string;
  /** The files that it names. */
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
  /** PEM file with the CAs that are trusted instead of the system's. */
  readonly caFile?: string;
  /** PEM file with a client certificate. */
  readonly certFile?: string;
  /** PEM file with its key. Absent: `certFile` holds it. */
  readonly keyFile?: string;
  /** Name that the endpoint's certificate has to bear, where it is not the host of the URL. */
  readonly serverName?: string;
  /** Takes any certificate: for trying only. */
  readonly insecureSkipVerify?: boolean;
}

/**
 * One HAProxy instance's Data Plane API.
 *
 * `url` is the identity: scheme, lower-case host, explicit port, nothing else (design 3).
 * Everything else is data of the entry.
 */
export interface Endpoint {
  /** E.g. `https://haproxy-1.example:5555`; `normaliseUrl` makes it of other spellings. */
  readonly url: string;
  /** `v2` or `v3` where the given URL named it; else it is found out. */
  readonly basePath?: 'v2' | 'v3';
  /** For basic authentication; takes no colon. */
  readonly username?: string;
  /** Stands before `passwordFile`. */
  readonly password?: string;
  /** File with the password, read anew for each operation; one line end is stripped. Stands before `passwordEnv`. */
  readonly passwordFile?: string;
  /** Environment variable with the password. */
  readonly passwordEnv?: string;
  /** By which a {@link HAProxyPodTerminatedEvent} finds it. */
  readonly podName?: string;
  /** By which a {@link HAProxyPodTerminatedEvent} finds it. */
  readonly podNamespace?: string;
  /** For `https`. */
  readonly tls?: EndpointTls;
}

/** What output events show of an endpoint: never a credential. */
export interface EndpointRef {
  /** Its identity. */
  readonly url: string;
  /** As in the endpoint's entry. */
  readonly podName?: string;
  /** As in the endpoint's entry. */
  readonly podNamespace?: string;
}

/** Why a deployment was scheduled (design S2); `…_timeout_retry` after a timeout (design S6). */
export type DeploymentReason = TriggerReason | `${TriggerReason}_timeout_retry`;

/** What makes the scheduler want a deployment (design S2). */
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
  /** Tells what follows (design 7). */
  readonly code: ErrorCode;
  /** What was being done, to which endpoint, and what went wrong. */
  readonly message: string;
  /** How far the attempt had come. */
  readonly stage: Stage;
  /** What an operator can do about it. */
  readonly hints: readonly string[];
}

/** How an endpoint gets its content: nothing to do, in the running process, or written and reloaded (design D5). */
export type Strategy = 'noop' | 'runtime' | 'raw';

/** Counts of operations by kind, e.g. `{ backend_create: 2, server_update: 10 }`. */
export type OperationCounts = Readonly<Record<string, number>>;
