import { Observable, of } from 'rxjs';
import type { SchedulerLike, Subscriber } from 'rxjs';
import type { DataPlaneClient, RawWrite, RawWriteResult, ReloadStatus, RunningServer } from '../../lib/dataplane/DataPlaneClient.js';
import { DataPlaneError } from '../../lib/dataplane/errors.js';
import type { DataPlaneErrorFields } from '../../lib/dataplane/errors.js';
import { withoutApiLines } from '../../lib/haproxy/fingerprint.js';
import { url as urlOf } from './events.js';

export type Call = keyof DataPlaneClient;

/**
 * What goes wrong with one request: `hang` never answers and does nothing, `lost` does what was
 * asked for and loses the answer, `refused` and `garbage` do nothing, `late` answers so many
 * milliseconds later, `throw` throws when called, `empty` completes without a value.
 */
export type Fault = 'hang' | 'lost' | 'refused' | 'garbage' | 'throw' | 'empty' | { readonly late: number } | Partial<DataPlaneErrorFields>;

export interface FakeApiOptions {
  readonly host?: string;
  readonly scheduler: SchedulerLike;
  /** The configuration that it has and runs at first, without the API's own lines. */
  readonly text?: string;
  /** From a request to its effect and answer, in milliseconds. */
  readonly latencyMs?: number;
  /** How long a reload takes, in milliseconds. */
  readonly reloadMs?: number;
  /** From a push to its scheduled reload, in milliseconds. */
  readonly reloadDelayMs?: number;
}

/** The API's clock is not ours: it shows some other time, in whole seconds. */
const epochMs = 1_700_000_000_000;

/**
 * One Data Plane API with its HAProxy, in virtual time, as far as the facts (2 to 4) matter to a
 * deployer: the text on disk, the one in memory, what runs, the version, reloads and the worker.
 * A request that was sent has its effect even when the client has left.
 */
export class FakeApi {
  readonly url: string;
  version = 1;
  /** Without the API's own lines, like all texts here. */
  disk: string;
  running: string;
  lastKnownGood: string;
  worker: { pid: number; startedAt: number };
  /** `call` or `call detail`, in order of arrival. */
  readonly requests: string[] = [];
  /** Requests whose client left before the answer. */
  readonly aborted: string[] = [];
  /** The texts whose writes the API took, without a fingerprint line of ours. */
  readonly written: string[] = [];
  readonly failedTransactions = new Set<string>();
  rejects: (text: string) => boolean = () => false;
  /** Whether a reload with this text fails. */
  failsToReload: (text: string) => boolean = () => false;
  /** The reload command only signals: the API calls every reload a success, and the worker comes so much later, in milliseconds. */
  signals: number | undefined;
  hasRuntimeInfo = true;
  /** Told of every request when it is sent, with its running number. */
  onRequest: (label: string, serial: number) => void = () => undefined;
  /** Told of every write that the API takes, with the number of its request. */
  onTake: (text: string, serial: number) => void = () => undefined;
  /** Told of everything that a reload or run-time command made HAProxy run. */
  onRun: (text: string) => void = () => undefined;

  private readonly latencyMs: number;
  private readonly reloadMs: number;
  private readonly reloadDelayMs: number;
  private readonly scheduler: SchedulerLike;
  private readonly faults = new Map<Call, Fault[]>();
  private readonly reloadLog = new Map<string, ReloadStatus>();
  private pendingReload: string | undefined;
  private busyUntil = 0;
  private ids = 0;

  constructor({ host = 'h1', scheduler, text = 'old\n', latencyMs = 1, reloadMs = 0, reloadDelayMs = 5 }: FakeApiOptions) {
    this.url = urlOf(host);
    this.scheduler = scheduler;
    [this.latencyMs, this.reloadMs, this.reloadDelayMs] = [latencyMs, reloadMs, reloadDelayMs];
    [this.disk, this.running, this.lastKnownGood] = [text, text, text];
    this.worker = { pid: 100, startedAt: this.clock() - 1_000_000 };
  }

  /** The next requests of this kind go wrong so, one after another. */
  fault(call: Call, ...faults: Fault[]): void {
    this.faults.set(call, [...(this.faults.get(call) ?? []), ...faults]);
  }

  /** No more faults but those of requests under way. */
  heal(): void {
    this.faults.clear();
  }

  /** Somebody else writes, without a reload. */
  foreignWrite(text: string): void {
    this.disk = text;
    this.version += 1;
  }

  /** Somebody asks for a reload to come; never does it come when `never`. */
  foreignReload({ never = false } = {}): string {
    return this.scheduleReload(never);
  }

  /** The API starts anew: what it only had in memory is gone. */
  restart(): void {
    this.reloadLog.clear();
    this.pendingReload = undefined;
    this.lastKnownGood = this.disk;
  }

  /** Somebody reloads HAProxy past the API, with what is on disk; where that fails the old worker runs on. */
  restartHaproxy(): void {
    if (!this.failsToReload(this.disk)) this.startWorker(this.disk);
  }

  /** One more client of this API; all see the same one. */
  client(): DataPlaneClient {
    return {
      // Known to every client of an API that was ever asked.
      info: () => of({ major: 3, minor: 2, version: 'v3.2.15' }),
      version: () => this.ask('version', '', (answer) => answer(this.version)),
      readRaw: () => this.ask('readRaw', '', (answer) => answer({ text: this.stored(), version: this.version, dateMs: this.dateMs() })),
      writeRaw: (write) => this.ask('writeRaw', `${write.version} ${write.reload}`, (answer, fail, serial) => this.write(write, serial, answer, fail)),
      reload: (id) => this.ask('reload', id, (answer) => answer(this.reloadLog.get(id))),
      reloads: () => this.ask('reloads', '', (answer) => answer([...this.reloadLog.values()])),
      worker: () =>
        this.ask('worker', '', (answer) => {
          const uptimeSeconds = Math.floor((this.clock() - this.worker.startedAt) / 1_000);
          answer(this.hasRuntimeInfo ? { pid: this.worker.pid, uptimeSeconds, dateMs: this.dateMs() } : undefined);
        }),
      servers: () => this.ask('servers', '', (answer) => answer(serversOf(this.running))),
      stats: () => this.ask('stats', '', (answer) => answer({ servers: serversOf(this.running), frontends: [] })),
      deleteTransaction: (id) =>
        this.ask('deleteTransaction', id, (answer) => {
          this.failedTransactions.delete(id);
          answer(undefined);
        }),
    };
  }

  error(fields: Partial<DataPlaneErrorFields> = {}): DataPlaneError {
    const { code = 'unreachable' } = fields;
    const retryable = ['unreachable', 'timeout', 'api_error', 'conflict'].includes(code);
    return new DataPlaneError(`${this.url} answers with ${code}`, { code, endpoint: this.url, stage: 'read', retryable, ...fields });
  }

  private ask<T>(call: Call, detail: string, act: (answer: (value: T) => void, fail: (error: DataPlaneError) => void, serial: number) => void): Observable<T> {
    const fault = this.faults.get(call)?.shift();
    if (fault === 'throw') throw new Error(`${call} throws`);
    return new Observable((subscriber) => {
      const label = detail === '' ? call : `${call} ${detail}`;
      let over = false;
      const serial = this.requests.length;
      const end = (how: (subscriber: Subscriber<T>) => void): void => {
        over = true;
        how(subscriber);
      };
      subscriber.add(() => {
        if (!over) this.aborted.push(label);
      });
      this.requests.push(label);
      this.onRequest(label, serial);
      if (fault === 'hang') return;
      const fail = (error: DataPlaneError): void => end((left) => left.error(error));
      const outcomeOf = (outcome: 'untouched' | 'unknown'): Partial<DataPlaneErrorFields> => (call === 'writeRaw' ? { outcome, stage: 'apply' } : {});
      // The request is on its way: it arrives whether the client waits or not.
      this.later(Math.max(this.latencyMs, call.startsWith('reload') || call === 'writeRaw' ? this.busyUntil - this.scheduler.now() : 0), () => {
        if (fault === 'refused') return fail(this.error(outcomeOf('untouched')));
        if (fault === 'garbage') return fail(this.error({ code: 'api_error', ...outcomeOf('unknown') }));
        if (fault === 'empty') return end((left) => left.complete());
        if (typeof fault === 'object' && !('late' in fault)) return fail(this.error({ ...outcomeOf('untouched'), ...fault }));
        act(
          (value) => {
            if (fault === 'lost') return fail(this.error(outcomeOf('unknown')));
            const answer = (): void => end((left) => {
              left.next(value);
              left.complete();
            });
            if (typeof fault === 'object' && 'late' in fault) return this.later(fault.late, answer);
            answer();
          },
          fail,
          serial,
        );
      });
    });
  }

  private write({ text, version, reload, runtimeActions }: RawWrite, serial: number, answer: (result: RawWriteResult) => void, fail: (error: DataPlaneError) => void): void {
    const refuse = (code: 'conflict' | 'rejected' | 'reload_failed', fields: Partial<DataPlaneErrorFields> = {}): void =>
      fail(this.error({ code, stage: 'apply', outcome: 'untouched', retryable: code === 'conflict', version: this.version, ...fields }));
    if (version !== this.version) return refuse('conflict');
    if (this.rejects(text)) {
      const transactionId = `t${(this.ids += 1)}`;
      this.failedTransactions.add(transactionId);
      return refuse('rejected', { transactionId });
    }
    this.disk = withoutApiLines(text);
    this.version += 1;
    this.written.push(this.disk.replace(/^# haproxy-deployer .*\n\n?/, ''));
    this.onTake(this.disk, serial);
    const result = { text: this.stored(), version: this.version };
    if (reload === 'scheduled') return answer({ ...result, reloadId: this.scheduleReload(false) });
    if (reload === 'none') {
      if (runtimeActions !== undefined) this.run(withServersOf(this.running, this.disk));
      return answer(result);
    }
    const gathered = this.pendingReload;
    this.pendingReload = undefined;
    this.startReload((succeeded) => {
      // One reload serves both: an id that is older than a success counts as succeeded (facts 4).
      if (gathered !== undefined) this.reloadLog.set(gathered, { id: gathered, status: succeeded ? 'succeeded' : 'failed' });
      if (succeeded) answer(result);
      else refuse('reload_failed', { stage: 'reload', outcome: 'unknown' });
    });
  }

  private scheduleReload(never: boolean): string {
    if (this.pendingReload !== undefined) return this.pendingReload;
    const id = `r${(this.ids += 1)}`;
    this.pendingReload = id;
    this.reloadLog.set(id, { id, status: 'in_progress' });
    if (!never) {
      this.later(this.reloadDelayMs, () => {
        if (this.pendingReload !== id) return;
        this.pendingReload = undefined;
        this.startReload((succeeded) => this.reloadLog.set(id, { id, status: succeeded ? 'succeeded' : 'failed', response: succeeded ? '' : 'port in use' }));
      });
    }
    return id;
  }

  private startReload(done: (succeeded: boolean) => void): void {
    this.busyUntil = this.scheduler.now() + this.reloadMs;
    this.later(this.reloadMs, () => {
      const text = this.disk;
      const fails = this.failsToReload(text);
      if (this.signals !== undefined) {
        if (!fails) this.later(this.signals, () => this.startWorker(text));
      } else if (fails) {
        this.disk = this.lastKnownGood;
        return done(false);
      } else {
        this.startWorker(text);
      }
      this.lastKnownGood = text;
      done(true);
    });
  }

  private startWorker(text: string): void {
    this.worker = { pid: this.worker.pid + 1, startedAt: this.clock() };
    this.run(text);
  }

  private run(text: string): void {
    this.running = text;
    this.onRun(text);
  }

  private stored(): string {
    return `# _md5hash=0123\n# _version=${this.version}\n${this.disk}`;
  }

  private clock(): number {
    return epochMs + this.scheduler.now();
  }

  private dateMs(): number {
    return Math.floor(this.clock() / 1_000) * 1_000;
  }

  private later(ms: number, act: () => void): void {
    if (ms <= 0) act();
    else this.scheduler.schedule(act, ms);
  }
}

const serverLine = /^ {2}server (?<name>\S+) (?<address>[\d.]+):(?<port>\d+)$/gm;

/** The servers of a text's one backend. */
const serversOf = (text: string): (RunningServer & { readonly backend: string; readonly weight: number })[] =>
  [...text.matchAll(serverLine)].map(({ groups = {} }) => ({ backend: 'app', name: groups['name'] ?? '', address: groups['address'] ?? '', port: Number(groups['port']), state: 'ready', weight: 1 }));

/** What runs after run-time commands: the servers as they stand on disk, all else as before. A text without servers takes effect whole. */
function withServersOf(running: string, disk: string): string {
  const servers = [...disk.matchAll(serverLine)];
  if (servers.length === 0) return disk;
  return running.replaceAll(serverLine, (line, name: string) => servers.find(({ groups }) => groups?.['name'] === name)?.[0] ?? line);
}
