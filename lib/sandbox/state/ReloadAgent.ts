import type { Clock } from '../Clock.js';
import type { FaultBox } from '../faults/FaultBox.js';
import { Lock } from '../Lock.js';
import type { HaproxyProcess, ReloadResult } from '../process/HaproxyProcess.js';
import type { ConfigStore } from './ConfigStore.js';
import type { FileStore } from './FileStore.js';
import { ReloadHistory, type ReloadEntry } from './ReloadHistory.js';

export interface ReloadAgentParts {
  readonly clock: Clock;
  /** Period of the ticker that runs a pending reload, in milliseconds. */
  readonly delayMs: number;
  readonly store: ConfigStore;
  readonly files: FileStore;
  readonly process: HaproxyProcess;
  readonly faults: FaultBox;
  /** Called when the API is to be killed instead of a reload. */
  readonly onKill: () => void;
}

/**
 * Gathers reloads and runs them (facts 4): one pending id that all requests share until the next tick,
 * a failed reload puts the last good file back. While one runs, whoever wants an id or a status waits.
 */
export class ReloadAgent {
  readonly #parts: ReloadAgentParts;
  readonly #startedMs: number;
  readonly #lock = new Lock();
  #history: ReloadHistory;
  #pendingId: string | undefined;
  #cancelTimer: () => void = () => undefined;
  #succeeded = 0;

  constructor(parts: ReloadAgentParts) {
    this.#parts = parts;
    this.#startedMs = parts.clock.now();
    this.#history = new ReloadHistory();
  }

  get pendingId(): string | undefined {
    return this.#pendingId;
  }

  /** Reloads that HAProxy made, whoever asked for them. */
  get succeeded(): number {
    return this.#succeeded;
  }

  /** The id under which the next tick will reload. */
  schedule(): Promise<string> {
    return this.#lock.run(() => {
      if (this.#pendingId !== undefined) return this.#pendingId;
      const { clock, delayMs } = this.#parts;
      const now = clock.now();
      const id = this.#history.mint(now);
      this.#pendingId = id;
      this.#cancelTimer = clock.after(delayMs - ((now - this.#startedMs) % delayMs), () => void this.#tick());
      return id;
    });
  }

  /** Reloads at once, and takes a pending id along; without one it leaves no trace in the list. */
  force(): Promise<ReloadResult> {
    return this.#lock.run(() => this.#reload());
  }

  find(id: string): Promise<ReloadEntry | undefined> {
    return this.#lock.run(() => (id === this.#pendingId ? { status: 'in_progress' } : this.#history.find(id)));
  }

  list(): Promise<readonly ReloadEntry[]> {
    return this.#lock.run(() => [...this.#history.list(), ...(this.#pendingId === undefined ? [] : [{ id: this.#pendingId, status: 'in_progress' as const }])]);
  }

  /** Forgets all ids; a pending reload never comes. */
  restart(): void {
    this.stop();
    this.#history = new ReloadHistory();
  }

  stop(): void {
    this.#cancelTimer();
    this.#pendingId = undefined;
  }

  #tick(): Promise<void> {
    return this.#lock.run(async () => {
      if (this.#pendingId === undefined) return;
      if (this.#parts.faults.take('killBeforeReload')) this.#parts.onKill();
      else await this.#reload();
    });
  }

  async #reload(): Promise<ReloadResult> {
    const { clock, store } = this.#parts;
    const history = this.#history;
    const id = this.#pendingId;
    this.stop();
    const result = await this.#run(store.diskText);
    if (history !== this.#history) return result;
    if (result.ok) store.markGood();
    else store.revert();
    if (id !== undefined) history.record(id, result, clock.now());
    return result;
  }

  async #run(text: string): Promise<ReloadResult> {
    const { clock, faults, files, process } = this.#parts;
    const failing = faults.take('failReloads');
    const silent = !failing && faults.take('silentReloadFailures');
    const { reloadMs = 0, reloadOutput = '[ALERT] : Starting frontend fe: cannot bind socket (Address already in use)' } = faults.get();
    if (reloadMs > 0) await new Promise<void>((resolve) => clock.after(reloadMs, resolve));
    if (failing) return { ok: false, output: reloadOutput };
    if (silent) return { ok: true, output: '' };
    const result = await process.reload(text, files);
    if (result.ok) this.#succeeded += 1;
    return result;
  }
}
