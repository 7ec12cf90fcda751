import { describe, expect, it } from '@jest/globals';
import { NEVER } from 'rxjs';
import type { Observable } from 'rxjs';
import type { RunHelpers, TestScheduler } from 'rxjs/testing';
import { deployOnce } from '../../../bin/push/deployOnce.js';
import type { DeploymentScheduledEvent } from '../../../lib/events/types.js';
import { marbles } from '../../support/marbles.js';
import { calm, connectTo, fleet, scheduledFor, tellDeployment } from '../../support/runDeployer.js';
import { host } from '../../support/tell.js';

interface Run {
  readonly stop$?: Observable<unknown>;
  readonly graceMs?: number;
  readonly scheduled?: Partial<DeploymentScheduledEvent>;
  /** When it is unsubscribed. */
  readonly leftAt?: number;
}

/** A push to two fake APIs, one after the other, each of which takes three milliseconds and one for its proof: what is told, with its time. */
function push({ flush, scheduler }: RunHelpers & { readonly scheduler: TestScheduler }, { graceMs = 100, leftAt, scheduled = {}, stop$ = NEVER }: Run): { readonly told: readonly string[]; readonly asked: readonly number[] } {
  const apis = fleet(2, { scheduler });
  const told: string[] = [];
  const tell = (line: string): void => void told.push(`${scheduler.now()} ${line}`);
  const subscription = deployOnce(scheduledFor(apis, scheduled), { ...calm, connect: connectTo(apis), maxParallel: 1 }, { stop$, graceMs, scheduler }).subscribe({
    next: (event) => tell(event.type === 'begun' ? `${host(event.url)} begun` : tellDeployment(event)),
    error: (error: unknown) => tell(String(error)),
    complete: () => tell('end'),
  });
  if (leftAt !== undefined) scheduler.schedule(() => subscription.unsubscribe(), leftAt);
  flush();
  return { told, asked: apis.map(({ requests }) => requests.length) };
}

describe('deployOnce', () => {
  it('tells when the turn of each endpoint comes, and completes with the completion', marbles((helpers) => {
    const { told } = push(helpers, {});

    expect(told).toEqual(['0 start h1 h2', '0 h1 begun', '3 h2 begun', '4 h1 raw', '7 h2 raw', '7 done 2+0+0+0', '7 end']);
  }));

  it('design 8: after a stop begins nothing new, and lets what runs end', marbles((helpers) => {
    const { asked, told } = push(helpers, { stop$: helpers.hot('--s---') });

    expect(told).toEqual(['0 start h1 h2', '0 h1 begun', '3 h2 begun', '3 h2 cancelled untouched', '4 h1 raw', '4 done 1+0+1+0', '4 end']);
    expect(asked[1]).toBe(0);
  }));

  it('design 8: cancels what runs after the grace', marbles((helpers) => {
    const { told } = push(helpers, { stop$: helpers.hot('s-----'), graceMs: 2 });

    expect(told).toEqual(['0 start h1 h2', '0 h1 begun', '2 h1 cancelled untouched', '2 h2 begun', '2 h2 cancelled untouched', '2 done 0+0+2+0', '2 end']);
  }));

  it('D11 a stop between canaries and the rest cancels at once', marbles((helpers) => {
    const rollout = { canaries: ['http://h1:5555'], canaryWaitMs: 60_000 };

    const { asked, told } = push(helpers, { stop$: helpers.hot('--------s---'), scheduled: { rollout } });

    expect(told.slice(2)).toEqual(['4 h1 raw', '8 h2 begun', '8 h2 cancelled untouched', '8 done 1+0+1+0', '8 end']);
    expect(asked[1]).toBe(0);
  }));

  it('aborts what is under way when it is unsubscribed, and sends nothing more', marbles((helpers) => {
    const { asked, told } = push(helpers, { leftAt: 1 });

    expect(told).toEqual(['0 start h1 h2', '0 h1 begun']);
    expect(asked).toEqual([2, 0]);
  }));
});
