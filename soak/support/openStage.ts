import { lastValueFrom, Subject, takeUntil, tap } from 'rxjs';
import { connectDataPlane } from '../../lib/dataplane/connectDataPlane.js';
import type { InputEvent } from '../../lib/events/types.js';
import { runPipeline } from '../../lib/runPipeline.js';
import type { PipelineOutput } from '../../lib/runPipeline.js';
import type { Stage } from './churn.js';
import { countRequests } from './countRequests.js';
import { seededRandom } from './seededRandom.js';
import { password, SoakFleet } from './SoakFleet.js';
import { configurationSecret } from './wanted.js';
import { watchInvariants } from './watchInvariants.js';
import type { Watched } from './watchInvariants.js';
import { createLedger } from './watchTransactions.js';
import type { TransactionLedger } from './watchTransactions.js';

/** Short, so that much happens; in the proportions of the defaults. */
const limits = {
  minDeploymentIntervalMs: 100,
  minRuntimeIntervalMs: 50,
  retryInitialMs: 50,
  retryMaxMs: 500,
  parkedRetryIntervalMs: 1_000,
  requestTimeoutMs: 1_000,
  reloadTimeoutMs: 1_000,
  instanceTimeoutMs: 3_000,
  deploymentTimeoutMs: 15_000,
  pollMs: 20,
  driftPreventionIntervalMs: 3_000,
};

/** A pipeline over a fleet that is acted on, and what is watched of it. */
export interface OpenStage extends Stage {
  readonly watched: Watched;
  readonly ledger: TransactionLedger;
  /** Resolves after the next completion, or after this time at the latest. */
  progress(atMostMs: number): Promise<void>;
  /** Ends the input, and resolves with the last event. */
  finish(): Promise<PipelineOutput>;
  close(): Promise<void>;
}

export async function openStage(seed: number, endpoints: number): Promise<OpenStage> {
  const chance = seededRandom(seed);
  const fleet = new SoakFleet();
  for (let index = 0; index < endpoints; index++) await fleet.add();
  const ledger = createLedger();
  const watched = watchInvariants({ ledger, ...limits, secrets: [password, configurationSecret, Buffer.from(`admin:${password}`).toString('base64')] });
  const input$ = new Subject<InputEvent>();
  const closed$ = new Subject<void>();
  const connector = connectDataPlane({ requestTimeoutMs: limits.requestTimeoutMs });
  let onCompleted = (): void => undefined;
  const output$ = runPipeline(input$, { ...limits, random: () => chance.next(), connect: (endpoint, needs) => ledger.watch(endpoint.url, countRequests(connector.connect(endpoint, needs), () => watched.request())) }).pipe(
    tap((event) => {
      watched.see(event);
      if (event.type === 'DeploymentCompletedEvent') onCompleted();
    }),
    takeUntil(closed$),
  );
  const last = lastValueFrom(output$, { defaultValue: undefined });
  return {
    fleet,
    chance,
    watched,
    ledger,
    wanted: { revision: 1, port: 80, entry: 1 },
    send: (events) => events.forEach((event) => input$.next(event)),
    lead: (leads) => {
      // Before the event when it begins, after it when it ends: what starts in its wake is allowed, or is not.
      if (leads) watched.leading(true);
      input$.next({ type: leads ? 'BecameLeaderEvent' : 'LostLeadershipEvent' });
      watched.leading(leads);
    },
    progress: (atMostMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, atMostMs);
        onCompleted = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    finish: async () => {
      input$.complete();
      const event = await last;
      if (event === undefined) throw new Error('the pipeline completed without a word');
      return event;
    },
    close: async () => {
      closed$.next();
      connector.close();
      await fleet.close();
    },
  };
}
