/**
 * Every default with its unit and reason; the CLI help reads it too. Durations in milliseconds.
 *
 * @example Half the usual rest
 * ```ts
 * import { defaults } from 'haproxy-deployer';
 *
 * console.log({ minDeploymentIntervalMs: defaults.minDeploymentIntervalMs / 2 });
 * // → { minDeploymentIntervalMs: 1000 }
 * ```
 */
export const defaults = {
  /** End of one deployment to the start of the next: gathers bursts, yet feels immediate (design S4). */
  minDeploymentIntervalMs: 2_000,
  /** Silence after which a deployment is cancelled (design S6). */
  deploymentTimeoutMs: 30_000,
  /** After a cancel, how long a completion is waited for (design S6). */
  cancelGraceMs: 5_000,
  /** Everything that one endpoint may take from the moment it gets its slot (design D2). */
  instanceTimeoutMs: 25_000,
  /** Connect, first byte, and between bytes of one request (design D2). */
  requestTimeoutMs: 10_000,
  /** What of the instance's time is kept for the reload (design D2, D8). */
  reloadTimeoutMs: 10_000,
  /** How a reload is asked for: the answer tells its outcome, and S4 limits them already (design D5). */
  reload: 'forced',
  /** Run-time changes that are made instead of a reload; 0 = what one request can hold (design D5). */
  rawPushThreshold: 0,
  /** What becomes of a text that was stored with another meaning: it is told (design D5b). */
  fidelity: 'warn',
  /** Between two looks at a reload or worker. */
  reloadPollMs: 250,
  /** Between two looks at the password file of an endpoint that let us not in (design 7). */
  passwordPollMs: 5_000,
  /** Without a full comparison for this long, one is triggered; 0 = off (design R1). */
  driftPreventionIntervalMs: 60_000,
  /** What a check does about a drift: it puts it right (design R5). */
  driftMode: 'correct',
  /** What it does about a drain or maintenance that somebody set: nothing, for operators mean it (design R5). */
  driftAdminState: 'leave',
  /** Corrections of one drift in a row after which it counts as recurring (design R7). */
  driftCorrectionsBorne: 3,
  /** Longest rest of an endpoint on which somebody fights us (design R7). */
  maxDriftIntervalMs: 3_600_000,
  /** Share of the interval by which each drift check is moved at random (design R6). */
  driftJitter: 0.1,
  /** Endpoints being read, planned or written at a time; 0 = unlimited (design D1). */
  maxParallel: 16,
  /** From the end of the canaries to the start of the rest (design D11). */
  canaryWaitMs: 0,
  /** First back-off of a failed endpoint; doubles up to `retryMaxMs` (design S9). */
  retryInitialMs: 1_000,
  /** Longest back-off of a failed endpoint (design S9). */
  retryMaxMs: 30_000,
  /** How often a parked endpoint is tried again; 0 = never (design S9). */
  parkedRetryIntervalMs: 600_000,
  /** After the end of input, how long failed endpoints are retried; 0 = no retries (design S12). */
  drainTimeoutMs: 30_000,
  /** Renders that may wait for their validation (design S1). */
  maxWaitingRenders: 16,
  /** Their size in all, in bytes (design S1). */
  maxWaitingRenderBytes: 256 * 1024 * 1024,
  /** Longest line of input (design 6). */
  maxLineBytes: 64 * 1024 * 1024,
  /** Unread output above which input is not read (design 6). */
  maxUnreadOutputBytes: 4 * 1024 * 1024,
  /** What an answer may always have in bytes, however small the configuration is (design D2). */
  minAnswerBytes: 16 * 1024 * 1024,
  /** After the first signal, how long what runs may go on (design 8). */
  shutdownGraceMs: 10_000,
  /** The fleet's name in the fingerprint (design D5a, D13). */
  name: 'default',
} as const;
