import { afterEach, describe, expect, it } from '@jest/globals';
import { observed } from '../support/observed.js';
import { runInProcess } from '../support/runInProcess.js';
import { discovery, sandboxes, validated } from '../support/sandboxes.js';
import type { Seen } from '../support/watch.js';

const fleet = sandboxes();
afterEach(fleet.closeAll);

const prefix = 'haproxy_deployer_';
const urlOf = ({ endpoint }: Seen): string => (endpoint as { readonly url: string }).url;
const codeOf = ({ error }: Seen): string => (error as { readonly code: string }).code;

/** How often each series is told by the events: what every counter has to say, zeros left out. */
function countersOf(read: readonly Seen[], written: readonly Seen[], current: ReadonlySet<string>): Readonly<Record<string, number>> {
  const counters: Record<string, number> = {};
  const add = (name: string, amount = 1): void => {
    if (amount > 0) counters[`${prefix}${name}`] = (counters[`${prefix}${name}`] ?? 0) + amount;
  };
  const reasons = new Map(written.filter(({ type }) => type === 'DeploymentScheduledEvent').map(({ deploymentId, reason }) => [deploymentId, reason]));
  for (const { type } of read) add(`events_read_total{type="${type}"}`);
  for (const { type } of [...read, ...written]) if (type === 'DriftPreventionTriggeredEvent') add('drift_checks_total');
  for (const event of written) {
    switch (event.type) {
      case 'EventRejectedEvent':
        add('events_rejected_total');
        break;
      case 'DeploymentSkippedEvent':
        add(`deployments_skipped_total{cause="${String(event['because'])}"}`);
        break;
      case 'DeploymentDelayedEvent':
        add(`deployments_delayed_total{cause="${String(event['because'])}"}`);
        break;
      case 'RetryScheduledEvent':
        add(`retries_total{code="${String(event['code'])}"}`);
        break;
      case 'ReconciliationTriggeredEvent':
        add('deployment_timeouts_total');
        break;
      case 'InstanceDeployedEvent':
        add(`writes_total{strategy="${String(event['strategy'])}"}`);
        break;
      case 'InstanceDeploymentFailedEvent':
        add(`failures_total{code="${codeOf(event)}"}`);
        if (current.has(urlOf(event))) add(`endpoint_failures_total{endpoint="${urlOf(event)}",code="${codeOf(event)}"}`);
        break;
      case 'DriftDetectedEvent':
        if (current.has(urlOf(event))) add(`endpoint_drifts_total{endpoint="${urlOf(event)}",recurring="${String(event['recurring'] !== undefined)}"}`);
        break;
      case 'DeploymentCompletedEvent': {
        const { succeeded, failed, cancelled, notAttempted, reloadsTriggered } = event as unknown as Readonly<Record<'succeeded' | 'failed' | 'cancelled' | 'notAttempted' | 'reloadsTriggered', number>>;
        const result = failed > 0 ? (succeeded > 0 ? 'partial' : 'failed') : cancelled + notAttempted > 0 ? 'cancelled' : 'succeeded';
        add(`deployments_total{reason="${String(reasons.get(event['deploymentId']))}",result="${result}"}`);
        // Told in another place than the event of each endpoint.
        add('reloads_total', reloadsTriggered);
        add('deployment_duration_seconds_count');
        break;
      }
      default:
    }
  }
  return counters;
}

describe('run --listen under load', () => {
  it('tells in every counter what the events tell, whoever scrapes meanwhile and whatever the endpoints do', async () => {
    const apis = await fleet.start(4);
    const [, flaky, slow, leaving] = apis;
    flaky!.faults = { rules: [{ method: 'PUT', times: 4, effect: { kind: 'drop', when: 'before' } }, { method: 'POST', times: 4, effect: { kind: 'drop', when: 'before' } }], failReloads: 1, conflicts: 2 };
    slow!.faults = { refuseConfig: 'no such thing', refuseTimes: 2, rules: [{ times: 8, effect: { kind: 'status', status: 503 } }] };
    const words = ['--keep-running', '--min-deployment-interval', '20ms', '--retry-initial', '10ms', '--retry-max', '100ms', '--parked-retry-interval', '50ms', '--drift-prevention-interval', '0', '--log-level', 'info'];
    const service = runInProcess(['--listen', '127.0.0.1:0', ...words]);
    const { metrics, status } = await observed(service);
    const read: Seen[] = [];
    const say = (...events: readonly (object | string)[]): void => {
      for (const event of events) {
        const line = typeof event === 'string' ? event : JSON.stringify(event);
        read.push(typeof event === 'string' ? { type: 'EventRejectedEvent' } : (event as Seen));
        service.stdin.write(`${line}\n`);
      }
    };
    const enough = new AbortController();
    const scrapes: Readonly<Record<string, number>>[] = [];
    const scraper = (async () => {
      while (!enough.signal.aborted) scrapes.push(await metrics());
    })();
    const completions = (): number => service.out.items.filter(({ type }) => type === 'DeploymentCompletedEvent').length;

    say(discovery(apis), 'nonsense', { type: 'ValidationCompletedEvent', correlationId: 'nobody' });
    let number = 0;
    for (let round = 0; round < 12; round += 1) {
      const before = completions();
      // The first ones are superseded by the last; a failed validation and a content seen before are no change.
      for (let each = 0; each < 5; each += 1) say(...validated(`v${(number += 1)}`));
      say({ type: 'ValidationFailedEvent', correlationId: 'nobody', errors: ['no'] }, ...validated(`v${number}`));
      await service.out.until(() => completions() > before);
      if (round === 3) say({ type: 'DriftPreventionTriggeredEvent' }, 'nonsense');
      if (round === 5) {
        apis[0].foreignCommit('global\n  maxconn 7\n');
        say({ type: 'DriftPreventionTriggeredEvent' });
      }
      if (round === 7) leaving!.faults = { rules: [{ effect: { kind: 'status', status: 500 } }] };
      if (round === 9) say({ type: 'LostLeadershipEvent' }, { type: 'BecameLeaderEvent' });
    }
    say(discovery(apis.slice(0, 3)), { type: 'ReconcileRequestedEvent' }, ...validated('last'));

    const isSettled = async (): Promise<boolean> => {
      const { behindMs, running, counts, candidateChecksum } = await status();
      const { read: taken } = counts as { readonly read: Readonly<Record<string, number>> };
      const all = Object.values(taken).reduce((sum, each) => sum + each, 0);
      return all === read.length && candidateChecksum !== undefined && behindMs === 0 && running === undefined;
    };
    while (!(await isSettled()));
    enough.abort();
    await scraper;
    service.stdin.end();
    // Nothing is retried any more: the events that are there now are all.
    const settled = async (): Promise<readonly [number, Readonly<Record<string, number>>]> => [service.out.items.length, await metrics()];
    let [seen, series] = await settled();
    for (let [again, newer] = await settled(); again !== seen; [again, newer] = await settled()) [seen, series] = [again, newer];

    const current = new Set(apis.slice(0, 3).map(({ url }) => url));
    const shown = Object.entries(series).filter(([name, value]) => value > 0 && /(_total(\{|$)|duration_seconds_count$)/.test(name) && name.startsWith(prefix));
    const others = new RegExp(`^${prefix}(changes_|convergence_)`);
    expect(Object.fromEntries(shown.filter(([name]) => !others.test(name)))).toEqual(countersOf(read, service.out.items, current));
    // Each is everywhere or was replaced, but for one that the loss of leadership took away.
    const { [`${prefix}changes_total`]: changes = 0, [`${prefix}convergence_duration_seconds_count`]: converged = 0 } = series;
    const superseded = Object.entries(series).reduce((sum, [name, value]) => sum + (name.startsWith(`${prefix}changes_superseded_total`) ? value : 0), 0);
    expect(changes).toBe(number + 1);
    expect(converged).toBeGreaterThan(0);
    expect(changes - converged - superseded).toBeGreaterThanOrEqual(0);
    expect(changes - converged - superseded).toBeLessThanOrEqual(1);
    // Not a quiet run: otherwise all of this would say little.
    expect(Object.keys(countersOf(read, service.out.items, current)).length).toBeGreaterThan(25);
    expect(scrapes.length).toBeGreaterThan(10);
    expect(Object.keys(series).filter((name) => name.includes(leaving!.url))).toEqual([]);
    // A counter never goes back, whenever it was scraped.
    for (const [index, scrape] of scrapes.entries()) {
      const falls = Object.entries(scrapes[index - 1] ?? {}).filter(([name, value]) => /_total(\{|$)/.test(name) && !name.includes(leaving!.url) && (scrape[name] ?? 0) < value);
      expect(falls).toEqual([]);
    }
    service.signal('SIGTERM');
    expect(await service.code).toBe(143);
  });
});
