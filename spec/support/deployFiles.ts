import { afterEach } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { concat, defer, ignoreElements, NEVER, Subject } from 'rxjs';
import type { Observable } from 'rxjs';
import { connectDataPlane } from '../../lib/dataplane/connectDataPlane.js';
import type { DataPlaneClient } from '../../lib/dataplane/DataPlaneClient.js';
import { executeDeployments } from '../../lib/deployer/executeDeployments.js';
import type { DeployerOptions } from '../../lib/deployer/options.js';
import type { AuxiliaryFiles, DeploymentScheduledEvent, DriftDetectedEvent, InstanceDeployedEvent, InstanceDeploymentFailedEvent, PipelineEvent } from '../../lib/events/types.js';
import { createPlanner } from '../../lib/haproxy/createPlanner.js';
import type { ApiVersion } from '../../lib/sandbox/ApiProfile.js';
import type { SandboxOptions } from '../../lib/sandbox/options.js';
import type { Sandbox } from '../../lib/sandbox/Sandbox.js';
import { realClock } from '../../lib/sandbox/realClock.js';
import { startSandbox } from '../../lib/sandbox/startSandbox.js';
import * as build from './events.js';

/** One sandbox, and a deployer that talks to it over real sockets. */
export interface FilesRun {
  readonly sandbox: Sandbox;
  /** Deploys by the same process as before. */
  readonly deploy: (config: string, files?: AuxiliaryFiles, force?: boolean) => Promise<Deployed>;
  /** The next deployment is that of another process. */
  readonly restart: () => void;
  /** Deploys by a process that dies with its `at`-th write, from 1: before that is sent, or after it was done. */
  readonly deployAndDie: (config: string, files: AuxiliaryFiles, at: number, when: 'before' | 'after') => Promise<'died' | 'lived'>;
  /** Requests since the last call but those to `info`, each as method and path below `services/haproxy`, without query. */
  readonly requests: () => string[];
  /** Those of them that write. */
  readonly writes: () => string[];
  /** Content of a stored file, by `store/name`. */
  readonly file: (key: string) => string | undefined;
}

export interface Deployed {
  readonly end: InstanceDeployedEvent | InstanceDeploymentFailedEvent;
  readonly drift: DriftDetectedEvent | undefined;
}

const fixture = (name: string): string => readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');

/** Two certificates with their keys. */
export const pems = [fixture('sandbox.example.pem'), `${fixture('tls/server.pem')}${fixture('tls/server.key')}`] as const;
export const manifestKey = 'general/haproxy-deployer_default.txt';

/** By the API's clock. */
const reloadMs = 3_000;
const password = 'correct horse';
const closing: (() => Promise<void> | void)[] = [];

/** Closes what a spec opened. Call it once per file. */
export function closeFilesRunsAfterEach(): void {
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });
}

export async function openFilesRun(apiVersion: ApiVersion, options: Partial<SandboxOptions> = {}, deployer: Partial<DeployerOptions> = {}): Promise<FilesRun> {
  let slept = 0;
  const sandbox = await startSandbox({
    // Every reload takes seconds by the API's clock, so that its worker proves by its age that it is younger than the write.
    clock: { ...realClock, now: () => realClock.now() + slept },
    refuseReload: () => {
      slept += reloadMs;
      return undefined;
    },
    users: [{ name: 'admin', password }], apiVersion, reloadDelayMs: 20, ...options,
  });
  const connector = connectDataPlane({ defaults: { username: 'admin', password } });
  const { connect } = connector;
  let alive = startProcess({ connect, ...deployer });
  let seen = 0;
  closing.push(() => alive.stop(), () => connector.close(), () => sandbox.close());
  const requests = (): string[] => {
    const fresh = sandbox.requests.slice(seen);
    seen = sandbox.requests.length;
    return fresh.map(({ method, path }) => `${method} ${(path.split('?')[0] ?? '').replace(/^\/v[23]\/(services\/haproxy\/)?/, '')}`).filter((line) => !line.endsWith(' info') || line.includes('runtime'));
  };
  const scheduledFor = (config: string, files: AuxiliaryFiles, force = false): DeploymentScheduledEvent => {
    const content = build.content(config, { auxiliaryFiles: files });
    return build.scheduled({
      targets: [{ endpoint: { url: sandbox.url }, contentChecksum: content.checksum }],
      contents: { [content.checksum]: content },
      contentChecksum: content.checksum,
      force,
    });
  };
  return {
    sandbox,
    deploy: (config, files = {}, force = false) => alive.run(scheduledFor(config, files, force)),
    restart: () => {
      alive.stop();
      alive = startProcess({ connect, ...deployer });
    },
    deployAndDie: async (config, files, at, when) => {
      const death = new Subject<'died'>();
      const died = new Promise<'died'>((resolve) => death.subscribe(resolve));
      const dying = startProcess({ connect: (...needs) => mortal(connect(...needs), at, when, death), ...deployer });
      const end = await Promise.race([died, dying.run(scheduledFor(config, files)).then(() => 'lived' as const)]);
      dying.stop();
      return end;
    },
    requests,
    writes: () => requests().filter((line) => !line.startsWith('GET ')),
    file: (key) => sandbox.state.files[`/etc/haproxy/${key.replace('ssl_certificates/', 'ssl/')}`],
  };
}

interface Process {
  run(scheduled: DeploymentScheduledEvent): Promise<Deployed>;
  stop(): void;
}

function startProcess(options: Pick<DeployerOptions, 'connect'> & Partial<DeployerOptions>): Process {
  const planner = createPlanner();
  const events = new Subject<PipelineEvent>();
  let told: PipelineEvent[] = [];
  let done: (deployed: Deployed) => void = () => undefined;
  const compare: DeployerOptions['compare'] = (stored, wanted) => {
    const { strategy, counts, actions, runtimeActions } = planner.plan(stored, wanted);
    return { same: strategy === 'noop', operations: counts, ...(strategy === 'runtime' && runtimeActions !== undefined ? { runtime: { header: runtimeActions, actions } } : {}) };
  };
  const subscription = events.pipe(executeDeployments({ compare, pollMs: 5, random: () => 0, ...options })).subscribe((event) => {
    told.push(event);
    if (event.type !== 'DeploymentCompletedEvent') return;
    const end = told.find((each) => each.type === 'InstanceDeployedEvent' || each.type === 'InstanceDeploymentFailedEvent');
    const drift = told.find((each) => each.type === 'DriftDetectedEvent');
    told = [];
    if (end) done({ end, drift });
  });
  return {
    run: (scheduled) =>
      new Promise((resolve) => {
        done = resolve;
        events.next(scheduled);
      }),
    stop: () => subscription.unsubscribe(),
  };
}

/** A client that falls silent for good around its `at`-th write. */
function mortal(client: DataPlaneClient, at: number, when: 'before' | 'after', death: Subject<'died'>): DataPlaneClient {
  let writes = 0;
  let dead = false;
  const die = (): Observable<never> => {
    dead = true;
    death.next('died');
    return NEVER;
  };
  const read = <T>(request: Observable<T>): Observable<T> => defer(() => (dead ? NEVER : request));
  const write = <T>(request: Observable<T>): Observable<T> =>
    defer(() => {
      if (dead) return NEVER;
      writes += 1;
      if (writes < at) return request;
      return when === 'before' ? die() : concat(request.pipe(ignoreElements()), defer(die));
    });
  const { maps, storage } = client;
  return {
    info: () => read(client.info()),
    version: () => read(client.version()),
    readRaw: () => read(client.readRaw()),
    writeRaw: (given) => write(client.writeRaw(given)),
    reload: (id) => read(client.reload(id)),
    reloads: () => read(client.reloads()),
    worker: () => read(client.worker()),
    servers: (backend) => read(client.servers(backend)),
    stats: () => read(client.stats()),
    deleteTransaction: (id) => write(client.deleteTransaction(id)),
    ...(maps && {
      maps: {
        entries: (map) => read(maps.entries(map)),
        add: (map, entry) => write(maps.add(map, entry)),
        set: (map, entry) => write(maps.set(map, entry)),
        remove: (map, key) => write(maps.remove(map, key)),
      },
    }),
    ...(storage && {
      storage: {
        list: (store) => read(storage.list(store)),
        read: (store, name) => read(storage.read(store, name)),
        certificate: (name) => read(storage.certificate(name)),
        create: (store, name, content) => write(storage.create(store, name, content)),
        replace: (store, name, content) => write(storage.replace(store, name, content)),
        remove: (store, name) => write(storage.remove(store, name)),
      },
    }),
  };
}
