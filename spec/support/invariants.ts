import type { DeploymentScheduledEvent, PipelineEvent } from '../../lib/events/types.js';
import type { FakeApi } from './fakeApi.js';
import { textOf, withoutFingerprint } from './simulate.js';
import type { Entry, Outcome, Scenario } from './simulate.js';

/** What is wrong with an outcome by the invariants of design 9; empty: nothing. */
export function violations(scenario: Scenario, outcome: Outcome): readonly string[] {
  const { log, errors } = outcome;
  return [
    ...errors.map((error) => `the pipeline errors: ${String(error)}`),
    ...oneAtATime(log),
    ...intervals(log, scenario.options.minDeploymentIntervalMs ?? 0),
    ...onlyWhatIsWanted(log),
    ...ends(log),
    ...truths(scenario, log),
    ...silentFollower(log),
    ...(scenario.ends ? completes(outcome) : converges(scenario, outcome)),
  ];
}

interface Deployment {
  readonly scheduled: DeploymentScheduledEvent;
  readonly start: number;
  readonly instances: PipelineEvent[];
  readonly completions: { readonly at: number; readonly event: Extract<PipelineEvent, { type: 'DeploymentCompletedEvent' }> }[];
}

function deploymentsOf(log: readonly Entry[]): readonly Deployment[] {
  const deployments = new Map<string, Deployment>();
  for (const { at, event, happening } of log) {
    if (!event || happening !== undefined) continue;
    if (event.type === 'DeploymentScheduledEvent') {
      deployments.set(event.deploymentId, { scheduled: event, start: at, instances: [], completions: [] });
    } else if (event.type === 'InstanceDeployedEvent' || event.type === 'InstanceDeploymentFailedEvent') {
      deployments.get(event.deploymentId)?.instances.push(event);
    } else if (event.type === 'DeploymentCompletedEvent') {
      deployments.get(event.deploymentId ?? '')?.completions.push({ at, event });
    }
  }
  return [...deployments.values()];
}

/** 1. */
function oneAtATime(log: readonly Entry[]): readonly string[] {
  let running: string | undefined;
  return log.flatMap(({ event }) => {
    if (event?.type === 'DeploymentCompletedEvent') running = undefined;
    if (event?.type !== 'DeploymentScheduledEvent') return [];
    const overlaps = running === undefined ? [] : [`1: ${event.deploymentId} is scheduled while ${running} runs`];
    running = event.deploymentId;
    return overlaps;
  });
}

/** 2. */
function intervals(log: readonly Entry[], minMs: number): readonly string[] {
  let heavyEnd = -Infinity;
  return deploymentsOf(log).flatMap(({ scheduled, start, instances, completions }) => {
    const early = start < heavyEnd + minMs ? [`2: ${scheduled.deploymentId} starts ${start - heavyEnd} ms after a deployment that reloaded`] : [];
    const reloaded = instances.some((event) => (event.type === 'InstanceDeployedEvent' ? event.reloadRequired : event.type === 'InstanceDeploymentFailedEvent' && event.outcome !== 'untouched'));
    if (reloaded) heavyEnd = completions[0]?.at ?? heavyEnd;
    return early;
  });
}

/** 3. */
function onlyWhatIsWanted(log: readonly Entry[]): readonly string[] {
  const refused = new Set<string>();
  const renders = new Map<string, string>();
  let newest: string | undefined;
  return log.flatMap(({ event }) => {
    if (event?.type === 'TemplateRenderedEvent') renders.set(event.correlationId ?? '', event.haproxyConfig);
    if (event?.type === 'ValidationCompletedEvent') newest = renders.get(event.correlationId ?? '');
    if (event?.type === 'InstanceDeploymentFailedEvent' && ['rejected', 'reload_failed', 'altered'].includes(event.error.code)) {
      refused.add(`${event.endpoint.url} ${event.contentChecksum}`);
    }
    if (event?.type !== 'DeploymentScheduledEvent') return [];
    return event.targets.flatMap(({ endpoint, contentChecksum }) => {
      const text = event.contents[contentChecksum]?.haproxyConfig;
      const stepsBack = refused.has(`${endpoint.url} ${event.contentChecksum}`);
      return text === newest || stepsBack ? [] : [`3: ${event.deploymentId} is to bring ${JSON.stringify(text)} to ${endpoint.url}, validated is ${JSON.stringify(newest)}`];
    });
  });
}

/** No deployment of a fleet so small takes longer, in milliseconds. */
const longestMs = 120_000;

/** 5. */
function ends(log: readonly Entry[]): readonly string[] {
  const stop = log.at(-1)?.at ?? 0;
  return deploymentsOf(log).flatMap(({ scheduled: { deploymentId, targets }, start, instances, completions }) => {
    const [completion] = completions;
    // A last check may still run when the simulation stops.
    if (!completion && start > stop - longestMs) return [];
    if (completions.length !== 1 || !completion) return [`5: ${deploymentId} completes ${completions.length} times`];
    const { total, succeeded, failed, cancelled, notAttempted } = completion.event;
    const urls = new Set(instances.flatMap((event) => ('endpoint' in event ? event.endpoint.url : [])));
    return [
      ...(total === targets.length && total === succeeded + failed + cancelled + notAttempted ? [] : [`5: the counts of ${deploymentId} do not add up`]),
      ...(urls.size === targets.length && instances.length === targets.length ? [] : [`5: ${deploymentId} has ${instances.length} ends for ${targets.length} endpoints`]),
    ];
  });
}

/** Meddling may show so much later, in milliseconds. */
const meddlingMs = 10_000;

/**
 * D8: what is said to run does, unless somebody else meddled meanwhile; D10: who is called untouched
 * took no write. Behind a reload command that only signals a worker may be that of the reload before:
 * there only the end counts.
 */
function truths({ hosts }: Scenario, log: readonly Entry[]): readonly string[] {
  const contents = new Map<string, string>();
  const starts = new Map<string, number>();
  return log.flatMap(({ at, event, happening, truth }, index) => {
    if (happening !== undefined) return [];
    if (event?.type === 'DeploymentScheduledEvent') {
      starts.set(event.deploymentId, index);
      for (const [checksum, { haproxyConfig }] of Object.entries(event.contents)) contents.set(checksum, haproxyConfig);
    }
    if (event?.type !== 'InstanceDeployedEvent' && event?.type !== 'InstanceDeploymentFailedEvent') return [];
    const start = starts.get(event.deploymentId) ?? 0;
    const host = new URL(event.endpoint.url).hostname;
    if (event.type === 'InstanceDeployedEvent') {
      if (hosts[Number(host.slice(1))]?.signals !== undefined) return [];
      const from = (log[start]?.at ?? 0) - meddlingMs;
      const meddled = log.slice(0, index).some((entry) => entry.at >= from && entry.happening?.startsWith('{') === true && !entry.happening.includes('"fault"'));
      return meddled || truth === contents.get(event.contentChecksum) ? [] : [`D8: ${event.deploymentId} says at ${at} that ${host} is deployed to, which runs ${JSON.stringify(truth)}`];
    }
    const sentFrom = log[start]?.at ?? 0;
    const took = log.some(({ takes }) => takes?.host === host && takes.sentAt >= sentFrom && (takes.sentAt < at || sentBefore(log, index, takes.sentAt)) && !sentBefore(log, start, takes.sentAt));
    return event.outcome === 'untouched' && took ? [`D10: ${event.deploymentId} calls ${host} untouched at ${at}, which took a write`] : [];
  });
}

/** Whether a time belongs to what came before an entry, within the same millisecond. */
const sentBefore = (log: readonly Entry[], index: number, sentAt: number): boolean => sentAt === log[index]?.at && log.slice(0, index).some(({ at, request }) => at === sentAt && request?.label.startsWith('writeRaw') === true);

/** 6. */
function silentFollower(log: readonly Entry[]): readonly string[] {
  let leading = true;
  return log.flatMap(({ at, event, request }) => {
    if (event?.type === 'LostLeadershipEvent') leading = false;
    if (event?.type === 'BecameLeaderEvent') leading = true;
    return request && !leading ? [`6: ${request.host} ${request.label} at ${at} is sent while following`] : [];
  });
}

/** 4. */
function converges({ hosts }: Scenario, { log, apis, fleet, validated }: Outcome): readonly string[] {
  const candidate = validated.at(-1);
  if (candidate === undefined) return [];
  const good = goodOf(log);
  return fleet.flatMap((api) => {
    const { rejects = [], failsToReload = [] } = hosts[apis.indexOf(api)] ?? {};
    const refuses = (text: string): boolean => [...rejects, ...failsToReload].some((content) => textOf(content) === text);
    const wanted = !refuses(candidate) ? candidate : good !== undefined && !refuses(good) ? good : undefined;
    const runs = bare(api, 'running');
    const has = bare(api, 'disk');
    if (wanted === undefined) return refuses(runs) ? [`4: ${api.url} runs what it refuses`] : [];
    return [
      ...(runs === wanted ? [] : [`4: ${api.url} runs ${JSON.stringify(runs)}, wanted is ${JSON.stringify(wanted)}`]),
      ...(has === wanted ? [] : [`4: ${api.url} has ${JSON.stringify(has)} on disk, wanted is ${JSON.stringify(wanted)}`]),
    ];
  });
}

/** The newest candidate that some endpoint proved. */
function goodOf(log: readonly Entry[]): string | undefined {
  return deploymentsOf(log).reduce<string | undefined>((good, { scheduled, instances }) => {
    const proved = instances.some((event) => event.type === 'InstanceDeployedEvent' && event.contentChecksum === scheduled.contentChecksum);
    return proved ? scheduled.contents[scheduled.contentChecksum]?.haproxyConfig : good;
  }, undefined);
}

const bare = (api: FakeApi, of: 'running' | 'disk'): string => withoutFingerprint(api[of]);

/** S12. */
function completes({ completed }: Outcome): readonly string[] {
  return completed ? [] : ['S12: the pipeline does not complete after the end of its input'];
}
