import type { FileSet } from '../state/FileStore.js';

/** One server as the worker runs it. */
export interface RunningServer {
  /** Numbered from 1 within its backend. */
  readonly id: number;
  /** As the configuration has it. */
  readonly name: string;
  /** The one in effect. */
  readonly address: string;
  /** The one in effect. */
  readonly port: number;
  /** The weight in effect; a percentage of `initialWeight` has been worked out. */
  readonly weight: number;
  /** That of the configuration. */
  readonly initialWeight: number;
  /** As set by hand or by the configuration. */
  readonly adminState: 'ready' | 'drain' | 'maint';
  /** Whether it has health checks. */
  readonly checked: boolean;
  /** Where they go; 0: to `port`. */
  readonly checkPort: number;
  /** Whether its agent is asked. */
  readonly agentEnabled: boolean;
  /** Where the agent is asked. */
  readonly agentAddress: string;
  /** What the agent is sent. */
  readonly agentSend: string;
}

/** One backend, or the backend's half of a `listen`, as the worker runs it. */
export interface RunningBackend {
  /** As the configuration has it. */
  readonly name: string;
  /** Whether weights other than 0 % and 100 % can be set while it runs. */
  readonly dynamicWeights: boolean;
  /** In the order of the configuration. */
  readonly servers: readonly RunningServer[];
}

/** One frontend as the worker runs it. */
export interface RunningFrontend {
  /** As the configuration has it. */
  readonly name: string;
  /** The limit in effect. */
  readonly maxconn: number;
}

/** One entry of a map as the worker holds it. */
export interface MapEntry {
  /** As HAProxy shows it, e.g. `0x55d0c8a01000`. */
  readonly id: string;
  /** What is looked up. */
  readonly key: string;
  /** What it is mapped to. */
  readonly value: string;
}

/** What the worker runs: its configuration with all that was changed at run time since. */
export interface RunningState {
  /** In the order of the configuration. */
  readonly frontends: readonly RunningFrontend[];
  /** In the order of the configuration. */
  readonly backends: readonly RunningBackend[];
  /** Entries by absolute path of the map's file. */
  readonly maps: ReadonlyMap<string, readonly MapEntry[]>;
}

/** Answer on the stats socket; a severity of 0 to 3 is a failure (facts 3). */
export interface CommandReply {
  /** As in syslog; 6 where the answer names none. */
  readonly severity: number;
  /** What was answered. */
  readonly text: string;
}

/** How a reload ended, with what HAProxy said. */
export interface ReloadResult {
  /** Whether the new worker runs. */
  readonly ok: boolean;
  /** What HAProxy said. */
  readonly output: string;
}

/**
 * The HAProxy behind the API: one in memory, or a real one.
 */
export interface HaproxyProcess {
  /** The text with which the worker was started. */
  readonly running: string;
  /** Starts a new worker; when that fails the old one runs on, untouched. */
  reload(text: string, files: FileSet): Promise<ReloadResult>;
  /** The running worker. */
  info(): Promise<{
    /** Another one after each reload. */
    readonly pid: number;
    /** Rounded down. */
    readonly uptimeSeconds: number;
    /** HAProxy's own; absent where there is none in truth. */
    readonly version?: string;
  }>;
  /** One command on the stats socket, e.g. `set server be/s1 weight 10`. */
  execute(command: string): Promise<CommandReply>;
  /** What the worker runs now. */
  state(): Promise<RunningState>;
  /** Ends it, with all that it left on the machine. */
  stop(): Promise<void>;
}
