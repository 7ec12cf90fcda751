import { filter, firstValueFrom, lastValueFrom, map, ReplaySubject, Subject, tap } from 'rxjs';
import { connectDataPlane } from '../../../lib/dataplane/connectDataPlane.js';
import type { InputEvent, InstanceDeployedEvent, InstanceDeploymentFailedEvent } from '../../../lib/events/types.js';
import { runPipeline } from '../../../lib/runPipeline.js';
import type { PipelineOptions, PipelineOutput } from '../../../lib/runPipeline.js';
import type { SandboxOptions } from '../../../lib/sandbox/options.js';
import type { Sandbox } from '../../../lib/sandbox/Sandbox.js';
import { startSandbox } from '../../../lib/sandbox/startSandbox.js';
import { credentials, discovered, textOf, users } from './configurations.js';
import type { Configuration } from './configurations.js';
import { watchCalls } from './watchCalls.js';
import type { Call } from './watchCalls.js';

export const versions = ['2.9', '3.2'] as const;

/** What goes wrong at one endpoint of each version. */
export interface Strike {
  readonly name: string;
  /** Called just before each call of a deployment; `nth` counts each kind from 1. */
  readonly before: (call: Call, nth: number, sandbox: Sandbox) => void;
}

export interface Member {
  /** The strike and the version, e.g. `hang 2.9`. */
  readonly name: string;
  readonly sandbox: Sandbox;
}

export type End = InstanceDeployedEvent | InstanceDeploymentFailedEvent;

export interface FaultRun {
  readonly members: readonly Member[];
  readonly output: readonly PipelineOutput[];
  send(events: readonly InputEvent[]): void;
  /** Sends, lets the strikes happen in the next deployment, and gives all ends of it by member. */
  strike(events: readonly InputEvent[]): Promise<ReadonlyMap<Member, readonly End[]>>;
  /** Resolves when each of these members was deployed to, from now on. */
  deployed(members: readonly Member[]): Promise<void>;
  /** Lets nothing go wrong any more. */
  heal(): void;
  /** Ends the input; resolves when the pipeline has completed by itself, its connections closed. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

export interface FaultRunOptions {
  readonly strikes: readonly Strike[];
  readonly initial: Configuration;
  readonly pipeline?: PipelineOptions;
  readonly sandbox?: Partial<SandboxOptions>;
}

/** For what is not answered: what is waited for must not take long, and be more than a busy machine needs. */
export const shortLimits = { requestTimeoutMs: 300, reloadTimeoutMs: 600, instanceTimeoutMs: 1_500 };
/** For what is answered; a worker that must show itself, and does not, is still waited for in vain. */
export const longLimits = { requestTimeoutMs: 5_000, reloadTimeoutMs: 1_000, instanceTimeoutMs: 20_000 };
const quick = { minDeploymentIntervalMs: 0, retryInitialMs: 20, retryMaxMs: 20, pollMs: 10, driftPreventionIntervalMs: 0, maxParallel: 0 };

/** One instance per strike and version, and a healthy one per version, under one pipeline that has found them. */
export async function startFaultRun({ strikes, initial, pipeline = {}, sandbox: sandboxOptions = {} }: FaultRunOptions): Promise<FaultRun> {
  const strikeOf = new Map<string, Strike>();
  const members: Member[] = [];
  for (const strike of [undefined, ...strikes]) {
    for (const apiVersion of versions) {
      const sandbox = await startSandbox({ users, apiVersion, reloadDelayMs: 50, initialConfig: textOf(initial), ...sandboxOptions });
      members.push({ name: `${strike?.name ?? 'healthy'} ${apiVersion}`, sandbox });
      if (strike) strikeOf.set(sandbox.url, strike);
    }
  }
  const memberOf = new Map(members.map((member) => [member.sandbox.url, member]));
  const connector = connectDataPlane({ defaults: credentials, ...(pipeline.requestTimeoutMs === undefined ? {} : { requestTimeoutMs: pipeline.requestTimeoutMs }) });
  const input$ = new Subject<InputEvent>();
  const output$ = new ReplaySubject<PipelineOutput>(Infinity);
  const output: PipelineOutput[] = [];
  let armed = false;

  const subscription = runPipeline(input$, {
    ...quick,
    ...pipeline,
    connect: (endpoint, needs) => {
      const client = connector.connect(endpoint, needs);
      const strike = strikeOf.get(endpoint.url);
      const struck = memberOf.get(endpoint.url);
      if (!armed || !strike || !struck) return client;
      return watchCalls(client, (call, nth) => strike.before(call, nth, struck.sandbox));
    },
  })
    .pipe(tap((event) => output.push(event)))
    .subscribe(output$);
  const send = (events: readonly InputEvent[]): void => events.forEach((event) => input$.next(event));
  send([discovered(members.map(({ sandbox }) => sandbox))]);
  const endsSince = (from: number): readonly End[] =>
    output.slice(from).filter((event) => event.type === 'InstanceDeployedEvent' || event.type === 'InstanceDeploymentFailedEvent');

  return {
    members,
    output,
    send,
    strike: async (events) => {
      const from = output.length;
      const completed = firstValueFrom(
        output$.pipe(
          filter((event) => event.type === 'DeploymentCompletedEvent' && output.indexOf(event) >= from),
          map(() => endsSince(from)),
          tap(() => (armed = false)),
        ),
        { defaultValue: [] },
      );
      armed = true;
      send(events);
      const ends = await completed;
      return new Map(members.map((member) => [member, ends.filter(({ endpoint }) => endpoint.url === member.sandbox.url)]));
    },
    deployed: async (awaited) => {
      const from = output.length;
      const missing = new Set(awaited.map(({ sandbox }) => sandbox.url));
      if (missing.size === 0) return;
      await firstValueFrom(
        output$.pipe(
          filter((event) => event.type === 'InstanceDeployedEvent' && output.indexOf(event) >= from && missing.delete(event.endpoint.url)),
          filter(() => missing.size === 0),
        ),
        { defaultValue: undefined },
      );
    },
    heal: () => members.forEach(({ sandbox }) => (sandbox.faults = {})),
    finish: async () => {
      const completed = lastValueFrom(output$, { defaultValue: undefined });
      input$.complete();
      await completed;
      connector.close();
    },
    close: async () => {
      subscription.unsubscribe();
      connector.close();
      await Promise.all(members.map(({ sandbox }) => sandbox.close()));
    },
  };
}
