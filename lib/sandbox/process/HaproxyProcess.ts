import type { FileSet } from '../state/FileStore.js';

export interface RunningServer {
  /** Numbered from 1 within its backend. */
  readonly id: number;
  readonly name: string;
  readonly address: string;
  readonly port: number;
  /** The weight in effect; a percentage of `initialWeight` has been worked out. */
  readonly weight: number;
  readonly initialWeight: number;
  readonly adminState: 'ready' | 'drain' | 'maint';
  readonly checked: boolean;
  readonly checkPort: number;
  readonly agentEnabled: boolean;
  readonly agentAddress: string;
  readonly agentSend: string;
}

export interface RunningBackend {
  readonly name: string;
  /** Whether weights other than 0 % and 100 % can be set while it runs. */
  readonly dynamicWeights: boolean;
  readonly servers: readonly RunningServer[];
}

export interface RunningFrontend {
  readonly name: string;
  readonly maxconn: number;
}

export interface MapEntry {
  /** As HAProxy shows it, e.g. `0x55d0c8a01000`. */
  readonly id: string;
  readonly key: string;
  readonly value: string;
}

/** What the worker runs: its configuration with all that was changed at run time since. */
export interface RunningState {
  readonly frontends: readonly RunningFrontend[];
  readonly backends: readonly RunningBackend[];
  /** Entries by absolute path of the map's file. */
  readonly maps: ReadonlyMap<string, readonly MapEntry[]>;
}

/** Answer on the stats socket; a severity of 0 to 3 is a failure (facts 3). */
export interface CommandReply {
  readonly severity: number;
  readonly text: string;
}

export type ReloadResult = { readonly ok: true; readonly output: string } | { readonly ok: false; readonly output: string };

/**
 * The HAProxy behind the API: one in memory, or a real one.
 */
export interface HaproxyProcess {
  /** The text with which the worker was started. */
  readonly running: string;
  /** Starts a new worker; when that fails the old one runs on, untouched. */
  reload(text: string, files: FileSet): Promise<ReloadResult>;
  /** `uptimeSeconds` is rounded down. */
  info(): Promise<{ readonly pid: number; readonly uptimeSeconds: number }>;
  /** One command on the stats socket, e.g. `set server be/s1 weight 10`. */
  execute(command: string): Promise<CommandReply>;
  state(): Promise<RunningState>;
  /** Ends it, with all that it left on the machine. */
  stop(): Promise<void>;
}
