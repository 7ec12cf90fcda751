import type { SandboxFaults } from './faults/SandboxFaults.js';
import type { HaproxyProcess, RunningState } from './process/HaproxyProcess.js';
import type { Transaction } from './state/Transactions.js';

/** One request as it was answered. */
export interface LoggedRequest {
  /** In capitals. */
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** 0 when the connection ended without an answer. */
  readonly status: number;
}

/** What a sandbox has and runs at one moment. */
export interface SandboxState {
  /** The file on disk. */
  readonly diskText: string;
  /** What the API holds in memory; differs from the disk after a failed reload. */
  readonly memoryText: string;
  /** What was on disk when a reload last succeeded; a failed one goes back to it. */
  readonly lastGoodText: string;
  /** The text with which the running worker was started. */
  readonly runningText: string;
  /** The in-memory version. */
  readonly version: number;
  /** Present while a scheduled reload is to come. */
  readonly pendingReloadId?: string;
  /** Reloads that HAProxy has made. */
  readonly reloads: number;
  /** Open, failed and outdated ones. */
  readonly transactions: readonly Transaction[];
  /** Content by absolute path, read as UTF-8. */
  readonly files: Readonly<Record<string, string>>;
}

/** A Data Plane API on loopback, for trying and testing. */
export interface Sandbox {
  /** `http://127.0.0.1:5555`, without a base path. */
  readonly url: string;
  /** Where it listens. */
  readonly port: number;
  /** A copy, made when it is asked for. */
  readonly state: SandboxState;
  /** What the worker runs, with all that was changed at run time. */
  running(): Promise<RunningState>;
  /** The HAProxy behind the API, for what its runtime socket tells or takes. */
  readonly haproxy: HaproxyProcess;
  /** The last requests, oldest first; at most 10,000. */
  readonly requests: readonly LoggedRequest[];
  /** Faults still to come; setting it replaces them all. */
  faults: SandboxFaults;
  /** Somebody else pushes `text`, or the present text again: the version moves on, nothing is reloaded. */
  foreignCommit(text?: string): void;
  /** Somebody edits the file: read again and rewritten unless its checksum line fits. */
  editDisk(text: string): void;
  /** Puts a file into the storage, past the API; `path` is absolute, as a configuration names it. */
  writeFile(path: string, content: string): void;
  /** The API is killed and started again: reload ids are forgotten, a pending reload never comes. */
  restart(): void;
  /** Ends all connections and timers, and HAProxy. */
  close(): Promise<void>;
}
