import type { Cleanup } from './cleanup.js';
import type { Variation } from './configuration.js';

/** One Data Plane API with its HAProxy, real or played, as the conformance specs see it. */
export interface Instance {
  /** Without a base path. */
  readonly url: string;
  readonly base: '/v2' | '/v3';
  /** E.g. 9 for 2.9. */
  readonly minor: number;
  readonly username: string;
  readonly password: string;
  /** The configuration of this instance, varied. */
  readonly configuration: (variation?: Partial<Omit<Variation, 'folder'>>) => string;
  /** A second port of the frontend that another process has: a configuration that binds it is valid, and its reload fails. */
  readonly takenPort: (cleanup: Cleanup) => Promise<number>;
  /** Port that the frontend binds. */
  readonly port: number;
  /** Kills the API and starts it again on the same folder; HAProxy runs on. Resolves when it answers. */
  readonly restartApi: () => Promise<void>;
}

/** A pair of versions that the conformance specs run against. */
export interface Target {
  /** E.g. `dataplaneapi 3.2 with HAProxy 2.8`. */
  readonly name: string;
  /** Whether the API learns that a reload failed; not behind a reload command that only signals. */
  readonly noticesFailedReloads: boolean;
  readonly start: (cleanup: Cleanup) => Promise<Instance>;
}
