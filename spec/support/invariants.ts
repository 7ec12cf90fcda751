import type { DeploymentScheduledEvent, PipelineEvent } from '../../lib/events/types.js';
import type { FakeApi } from './fakeApi.js';
import { tellText, textOf, withoutFingerprint } from './simulate.js';
import type { Entry, Outcome, Scenario } from './simulate.js';
import { host as hostOf } from './tell.js';

/** Something that does not hold. */
export interface Violation {
  /** In words, the invariant or rule first. */
  readonly text: string;
  /** Index in the log of the entry that shows it; `undefined`: the end does. */
  readonly shownBy?: number;
}

/** What is wrong with an outcome by the invariants of design 9; empty: nothing. */
export function violations(scenario: Scenario, outcome: Outcome): readonly Violation[] {
  const { log, errors } = outcome;
  return [
    ...errors.map((error) => ({ text: `the pipeline errors: ${String(error)}` })),
    ...oneAtATime(log),
    ...intervals(scenario, log),
    ...onlyWhatIsWanted(scenario, log),
    ...canariesFirst(log),
    ...ends(log),
    ...truths(scenario, log),
    ...silentFollower(log),
    ...sentOnce(log),
    ...(scenario.ends ? completes(outcome) : converges(scenario, outcome)),
  ];
}

interface Deployment {
  readonly scheduled: DeploymentScheduledEvent;
  readonly start: number;
  /** Index of the scheduled event in the log. */
  readonly index: number;
  readonly instances: PipelineEvent[];
  readonly completions: { readonly at: number; readonly index: number; readonly event: Extract<PipelineEvent, { type: 'DeploymentCompletedEvent' }> }[];
}

function deploymentsOf(log: readonly Entry[]): readonly Deployment[] {
  const deployments = new Map<string, Deployment>();
  for (const [index, { at, event, happening }] of log.entries()) {
    if (!event || happening !== undefined) continue;
    if (event.type === 'DeploymentScheduledEvent') {
      deployments.set(event.deploymentId, { scheduled: event, start: at, index, instances: [], completions: [] });
    } else if (event.type === 'InstanceDeployedEvent' || event.type === 'InstanceDeploymentFailedEvent') {
      deployments.get(event.deploymentId)?.instances.push(event);
    } else if (event.type === 'DeploymentCompletedEvent') {
      deployments.get(event.deploymentId ?? '')?.completions.push({ at, index, event });
    }
  }
  return [...deployments.values()];
}

/** 1. */
function oneAtATime(log: readonly Entry[]): readonly Violation[] {
  let running: string | undefined;
  return log.flatMap(({ event }, shownBy) => {
    if (event?.type === 'DeploymentCompletedEvent') running = undefined;
    if (event?.type !== 'DeploymentScheduledEvent') return [];
    const overlaps = running === undefined ? [] : [{ text: `1: ${event.deploymentId} is scheduled while ${running} runs`, shownBy }];
    running = event.deploymentId;
    return overlaps;
  });
}

/** 2: only a step from the good content that needs no reload may leave while the long clock runs. */
function intervals({ options: { minDeploymentIntervalMs = 0, minRuntimeIntervalMs = minDeploymentIntervalMs } }: Scenario, log: readonly Entry[]): readonly Violation[] {
  let [heavyEnd, lightEnd, good] = [-Infinity, -Infinity, ''];
  return deploymentsOf(log).flatMap(({ scheduled, start, index, instances, completions }) => {
    const { deploymentId, contents, targets, contentChecksum } = scheduled;
    const candidate = contents[contentChecksum]?.haproxyConfig ?? '';
    const isLight = withoutServers(candidate) === withoutServers(good) && targets.every((target) => target.contentChecksum === contentChecksum);
    const early = [
      ...(start < heavyEnd + minDeploymentIntervalMs && !isLight ? [{ text: `2: ${deploymentId} starts ${start - heavyEnd} ms after a deployment that reloaded`, shownBy: index }] : []),
      ...(start < lightEnd + minRuntimeIntervalMs ? [{ text: `2: ${deploymentId} starts ${start - lightEnd} ms after a deployment that wrote`, shownBy: index }] : []),
    ];
    const [completion] = completions;
    const ended = instances.flatMap((event) => (event.type === 'InstanceDeployedEvent' || event.type === 'InstanceDeploymentFailedEvent' ? [event] : []));
    const reloaded = ended.some((event) => (event.type === 'InstanceDeployedEvent' ? event.reloadRequired : event.outcome !== 'untouched'));
    if (completion && reloaded) heavyEnd = completion.at;
    if (completion && (reloaded || ended.some((event) => event.type === 'InstanceDeployedEvent' && event.strategy === 'runtime'))) lightEnd = completion.at;
    if (ended.some((event) => event.type === 'InstanceDeployedEvent' && event.contentChecksum === contentChecksum)) good = candidate;
    return early;
  });
}

const withoutServers = (text: string): string => text.replaceAll(/^ {2}server .*$/gm, '');

/** 3. */
function onlyWhatIsWanted({ options: { canary } }: Scenario, log: readonly Entry[]): readonly Violation[] {
  const refused = new Set<string>();
  const proved = new Set<string>();
  let newest: string | undefined;
  return log.flatMap(({ event, happening, promotes = newest }, shownBy) => {
    newest = promotes;
    if (event?.type === 'InstanceDeployedEvent' && happening === undefined) proved.add(event.contentChecksum);
    if (event?.type === 'InstanceDeploymentFailedEvent' && isRefusal(event)) {
      refused.add(`${event.endpoint.url} ${event.contentChecksum}`);
    }
    if (event?.type !== 'DeploymentScheduledEvent') return [];
    return event.targets.flatMap(({ endpoint, contentChecksum }) => {
      const text = event.contents[contentChecksum]?.haproxyConfig;
      const stepsBack = refused.has(`${endpoint.url} ${event.contentChecksum}`) || canary !== undefined;
      const isRight = text === newest || (stepsBack && proved.has(contentChecksum));
      return isRight ? [] : [{ text: `3: ${event.deploymentId} is to bring ${tellText(text ?? '')} to ${hostOf(endpoint.url)}, validated is ${tellText(newest ?? '')}`, shownBy }];
    });
  });
}

const isRefusal = ({ error: { code } }: Extract<PipelineEvent, { type: 'InstanceDeploymentFailedEvent' }>): boolean => ['rejected', 'reload_failed', 'altered'].includes(code);

/** D11: nobody else is sent what is on trial before its canaries have it, all that have not left. */
function canariesFirst(log: readonly Entry[]): readonly Violation[] {
  return deploymentsOf(log).flatMap(({ scheduled: { deploymentId, rollout, contents, contentChecksum }, index, completions }) => {
    if (!rollout) return [];
    const trial = contents[contentChecksum]?.haproxyConfig;
    const waiting = new Set(rollout.canaries);
    let isTried = false;
    return log.slice(index, completions[0]?.index).flatMap(({ event, takes }, offset) => {
      if (event && 'endpoint' in event && 'deploymentId' in event && event.deploymentId === deploymentId) {
        const hasIt = event.type === 'InstanceDeployedEvent' && waiting.delete(event.endpoint.url);
        isTried ||= hasIt;
        if (event.type === 'InstanceDeploymentFailedEvent' && event.error.code === 'cancelled') waiting.delete(event.endpoint.url);
      }
      const isEarly = takes && (waiting.size > 0 || !isTried) && sentIndex(log, takes) > index && withoutFingerprint(takes.text) === trial && !rollout.canaries.some((url) => hostOf(url) === takes.host);
      return isEarly ? [{ text: `D11: ${takes.host} takes what is on trial before its canaries have it`, shownBy: index + offset }] : [];
    });
  });
}

/** S14: what an endpoint refused is not sent to it again before another content was validated, leadership won or somebody asked for it. */
function sentOnce(log: readonly Entry[]): readonly Violation[] {
  const refused = new Set<string>();
  return log.flatMap(({ event, happening }, shownBy) => {
    if (event && happening !== undefined && forgetting.has(event.type)) refused.clear();
    if (event?.type === 'InstanceDeploymentFailedEvent' && isRefusal(event)) refused.add(`${event.endpoint.url} ${event.contentChecksum}`);
    if (event?.type !== 'DeploymentScheduledEvent') return [];
    const again = event.targets.filter(({ endpoint, contentChecksum }) => refused.has(`${endpoint.url} ${contentChecksum}`));
    return again.map(({ endpoint }) => ({ text: `S14: ${event.deploymentId} brings to ${hostOf(endpoint.url)} what it refused`, shownBy }));
  });
}

const forgetting: ReadonlySet<string> = new Set<PipelineEvent['type']>(['ValidationCompletedEvent', 'BecameLeaderEvent', 'ReconcileRequestedEvent', 'HAProxyPodsDiscoveredEvent']);

/** No deployment of a fleet so small takes longer, in milliseconds. */
const longestMs = 120_000;

/** 5. */
function ends(log: readonly Entry[]): readonly Violation[] {
  const stop = log.at(-1)?.at ?? 0;
  return deploymentsOf(log).flatMap(({ scheduled: { deploymentId, targets }, start, index, instances, completions }) => {
    const [completion] = completions;
    // A last check may still run when the simulation stops.
    if (!completion && start > stop - longestMs) return [];
    if (completions.length !== 1 || !completion) return [{ text: `5: ${deploymentId} completes ${completions.length} times`, shownBy: index }];
    const { total, succeeded, failed, cancelled, notAttempted } = completion.event;
    const urls = new Set(instances.flatMap((event) => ('endpoint' in event ? event.endpoint.url : [])));
    return [
      ...(total === targets.length && total === succeeded + failed + cancelled + notAttempted ? [] : [{ text: `5: the counts of ${deploymentId} do not add up`, shownBy: index }]),
      ...(urls.size === targets.length && instances.length === targets.length ? [] : [{ text: `5: ${deploymentId} has ${instances.length} ends for ${targets.length} endpoints`, shownBy: index }]),
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
function truths({ hosts }: Scenario, log: readonly Entry[]): readonly Violation[] {
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
    const host = hostOf(event.endpoint.url);
    if (event.type === 'InstanceDeployedEvent') {
      if (hosts[Number(host.slice(1))]?.signals !== undefined) return [];
      const from = (log[start]?.at ?? 0) - meddlingMs;
      const meddled = log.slice(0, index).some((entry) => entry.at >= from && entry.happening?.startsWith('{') === true && !entry.happening.includes('"fault"'));
      return meddled || truth === contents.get(event.contentChecksum) ? [] : [{ text: `D8: ${event.deploymentId} says at ${at} that ${host} is deployed to, which runs ${tellText(truth ?? '')}`, shownBy: index }];
    }
    const took = log.some(({ takes }) => takes?.host === host && isBetween(start, sentIndex(log, takes), index));
    return event.outcome === 'untouched' && took ? [{ text: `D10: ${event.deploymentId} calls ${host} untouched at ${at}, which took a write`, shownBy: index }] : [];
  });
}

const isBetween = (first: number, index: number, last: number): boolean => first < index && index < last;

/** Where in the log the request of a write was sent. */
const sentIndex = (log: readonly Entry[], { host, serial }: NonNullable<Entry['takes']>): number =>
  log.findIndex(({ request }) => request?.host === host && request.serial === serial);

/** 6. */
function silentFollower(log: readonly Entry[]): readonly Violation[] {
  let leading = true;
  return log.flatMap(({ at, event, request }, shownBy) => {
    if (event?.type === 'LostLeadershipEvent') leading = false;
    if (event?.type === 'BecameLeaderEvent') leading = true;
    return request && !leading ? [{ text: `6: ${request.host} ${request.label} at ${at} is sent while following`, shownBy }] : [];
  });
}

/** 4. */
function converges({ hosts, happenings, options: { canary } }: Scenario, { log, apis, fleet, validated }: Outcome): readonly Violation[] {
  const candidate = validated.at(-1);
  if (candidate === undefined) return [];
  const good = goodOf(log);
  const isAmong = (contents: readonly number[], text: string): boolean => contents.some((content) => textOf(content) === text);
  const refuses = (api: FakeApi, text: string): boolean => {
    const { rejects = [], failsToReload = [] } = hosts[apis.indexOf(api)] ?? {};
    return isAmong(rejects, text) || isAmong(failsToReload, text);
  };
  // A canary that refuses it keeps it from all others (design S14).
  if (canary !== undefined && fleet.some((api) => refuses(api, candidate))) return [];
  /**
   * Behind a command that only signals, the late worker of an earlier reload passes for that of a
   * scheduled one which the API forgot when it restarted: nothing that it shows tells the two apart.
   */
  const isBlind = (index: number): boolean =>
    hosts[index]?.signals !== undefined && happenings.some((happening) => happening.what === 'restartApi' && happening.host % apis.length === index);
  return fleet.flatMap((api) => {
    if (isBlind(apis.indexOf(api))) return [];
    const wanted = !refuses(api, candidate) ? candidate : good !== undefined && !refuses(api, good) ? good : undefined;
    const [runs, has] = [bare(api, 'running'), bare(api, 'disk')];
    // What does not load can still be reached by a run-time step.
    if (runs === candidate && has === candidate) return [];
    if (wanted === undefined) return refuses(api, runs) && !isAmong(hosts[apis.indexOf(api)]?.failsToReload ?? [], runs) ? [{ text: `4: ${hostOf(api.url)} runs ${tellText(runs)}, which it refuses` }] : [];
    return [
      ...(runs === wanted ? [] : [{ text: `4: ${hostOf(api.url)} runs ${tellText(runs)}, wanted is ${tellText(wanted)}` }]),
      ...(has === wanted ? [] : [{ text: `4: ${hostOf(api.url)} has ${tellText(has)} on disk, wanted is ${tellText(wanted)}` }]),
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
function completes({ completed }: Outcome): readonly Violation[] {
  return completed ? [] : [{ text: 'S12: the pipeline does not complete after the end of its input' }];
}
