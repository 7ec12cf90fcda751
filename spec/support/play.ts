import { Subject, VirtualAction, VirtualTimeScheduler } from 'rxjs';
import type { SchedulerLike } from 'rxjs';
import type { DeploymentScheduledEvent, PipelineEvent } from '../../lib/events/types.js';
import { toRef } from '../../lib/events/toRef.js';
import { scheduleDeployments } from '../../lib/scheduler/scheduleDeployments.js';
import * as build from './events.js';
import type { Command, DeployerPlan, EndPlan, Scenario } from './scenario.js';
import type { Entry } from './simulate.js';
import { host } from './tell.js';

const deploymentTimeoutMs = 200;
const cancelGraceMs = 50;
const quickOk: DeployerPlan = {
  ends: Array.from({ length: 4 }, (): EndPlan => ({ afterMs: 1, how: 'ok' })),
  onCancel: { afterMs: 0, how: 'reports' },
};

/** A deployment as the outside sees it. */
interface Seen {
  readonly id: string;
  cancelledAt: number | undefined;
  /** Whether an endpoint reloaded, or may have. */
  heavy: boolean;
  /** Whether anything was written, or may have been. */
  light: boolean;
}

/** Plays a scenario and checks what has to hold at every moment; tells what came to pass and how it ended. */
export function play({ commands, plans, intervalMs, runtimeIntervalMs, runtimeOnly, refused }: Scenario) {
  const clock = new VirtualTimeScheduler(VirtualAction);
  let looks = 0;
  const scheduler: SchedulerLike = {
    now: () => {
      looks += 1;
      if (looks > 20_000) throw new Error('the scheduler wakes without end');
      return clock.now();
    },
    schedule: clock.schedule.bind(clock),
  };
  const bus = new Subject<PipelineEvent>();
  const runs = new Map<string, string | undefined>();
  const validated: string[] = [];
  const proved = new Set<string>();
  const ids = new Set<string>();
  const violations: string[] = [];
  const log: Entry[] = [];
  let leading = true;
  let paused = false;
  let undisturbed = true;
  let calm = false;
  let fleet: string[] = [];
  let inFlight: Seen | undefined;
  let heavyEnd = -Infinity;
  let lightEnd = -Infinity;
  let deployments = 0;

  const at = (afterMs: number, act: () => void): unknown => clock.schedule(act, afterMs);
  const freed = (): void => {
    if (!inFlight) return;
    // After the grace an abandoned one counts as ended, whenever its completion comes.
    const endedAt = Math.min(clock.now(), (inFlight.cancelledAt ?? Infinity) + cancelGraceMs);
    if (inFlight.heavy) heavyEnd = endedAt;
    if (inFlight.light || inFlight.heavy) lightEnd = endedAt;
    inFlight = undefined;
  };
  const refuses = (url: string, text: string): boolean => host(url) === 'h1' && refused.includes(Number(text));

  const rule = (holds: boolean, otherwise: string): void => {
    if (!holds) violations.push(otherwise);
  };

  const begin = (event: DeploymentScheduledEvent): void => {
    const id = event.deploymentId;
    rule(!ids.has(id), `5: ${id} is scheduled twice`);
    ids.add(id);
    rule(leading, `6: ${id} is scheduled while following`);
    rule(!paused, `S15: ${id} is scheduled while paused`);
    rule(event.targets.length > 0, `3: ${id} is for nobody`);
    if (inFlight) {
      // Only one that was given up after the grace may be followed before it has completed.
      rule(clock.now() - (inFlight.cancelledAt ?? Infinity) >= cancelGraceMs, `1: ${id} is scheduled while ${inFlight.id} runs`);
      inFlight.heavy = true;
      freed();
    }
    rule(runtimeOnly || clock.now() - heavyEnd >= intervalMs, `2: ${id} starts ${clock.now() - heavyEnd} ms after a deployment that may have reloaded`);
    rule(clock.now() - lightEnd >= runtimeIntervalMs, `2: ${id} starts ${clock.now() - lightEnd} ms after a deployment that may have written`);
    const newest = validated.at(-1);
    for (const { endpoint, contentChecksum } of event.targets) {
      const text = event.contents[contentChecksum]?.haproxyConfig ?? '';
      rule(fleet.includes(endpoint.url), `3: ${id} goes to ${endpoint.url}, which left`);
      rule(text === newest || proved.has(text), `3: ${id} is to bring ${text}, validated is ${newest ?? 'nothing'}`);
    }
    execute(event);
  };

  /** The random deployer's word. */
  const say = (event: PipelineEvent): void => {
    log.push({ at: clock.now(), event });
    bus.next(event);
  };
  const execute = (event: DeploymentScheduledEvent): void => {
    const plan = calm ? quickOk : plans[deployments++ % plans.length]!;
    const seen: Seen = { id: event.deploymentId, cancelledAt: undefined, heavy: false, light: false };
    inFlight = seen;
    const open = new Map(event.targets.map((target) => [target.endpoint.url, target]));
    let failed = 0;
    let over = false;
    const complete = (cancelled: number): void => {
      if (over) return;
      over = true;
      if (open.size > 0) seen.heavy = true;
      if (inFlight === seen) freed();
      const total = event.targets.length;
      say(build.completed({ deploymentId: seen.id, total, succeeded: total - failed - cancelled, failed, cancelled }));
    };
    const end = (url: string, how: EndPlan['how'] | 'cancelled'): void => {
      const target = open.get(url);
      if (!target || over || how === 'silent') return;
      const text = event.contents[target.contentChecksum]!.haproxyConfig;
      const about = { deploymentId: seen.id, endpoint: toRef(target.endpoint), contentChecksum: target.contentChecksum };
      open.delete(url);
      if (how === 'ok' && !refuses(url, text)) {
        const strategy = runs.get(url) === text ? 'noop' : runtimeOnly && runs.has(url) ? 'runtime' : 'raw';
        runs.set(url, text);
        proved.add(text);
        seen.heavy ||= strategy === 'raw';
        seen.light ||= strategy === 'runtime';
        say(build.instanceDeployed({ ...about, strategy, reloadRequired: strategy === 'raw' }));
      } else {
        failed += 1;
        const code = how === 'ok' ? 'rejected' : how === 'unknown' ? 'timeout' : how;
        const outcome = code === 'timeout' || code === 'cancelled' ? 'unknown' : 'untouched';
        if (outcome === 'unknown') {
          seen.heavy = true;
          // One that was given up writes no more: nobody could promise anything otherwise.
          if (deployments % 2 === 0 && inFlight === seen) runs.set(url, text);
        }
        say(build.instanceFailed({ ...about, error: build.errorInfo(code), outcome, retryable: code === 'unreachable' || code === 'timeout' }));
      }
      if (open.size === 0) complete(0);
    };
    const stop = (): void => {
      const { afterMs, how } = plan.onCancel;
      if (how === 'nothing') over = true;
      else if (how === 'completes') at(afterMs, () => complete(open.size));
      else at(afterMs, () => [...open.keys()].forEach((url) => end(url, 'cancelled')));
    };
    cancels.set(seen.id, () => {
      if (over || seen.cancelledAt !== undefined) return;
      seen.cancelledAt = clock.now();
      stop();
    });
    event.targets.forEach(({ endpoint }, index) => {
      const { afterMs, how } = plan.ends[index]!;
      at(afterMs, () => {
        if (seen.cancelledAt === undefined) end(endpoint.url, how);
      });
    });
  };
  const cancels = new Map<string, () => void>();

  const send = (event: PipelineEvent): void => {
    log.push({ at: clock.now(), happening: describe(event), event });
    bus.next(event);
  };
  const perform = ({ trigger, number }: Command): void => {
    const text = String(number);
    switch (trigger) {
      case 'content':
        send(build.rendered({ haproxyConfig: text, correlationId: `c${text}` }));
        validated.push(text);
        return send(build.validated({ correlationId: `c${text}` }));
      case 'render':
        return send(build.rendered({ haproxyConfig: text, correlationId: `x${text}` }));
      case 'validate':
        return send(build.validated({ correlationId: `y${text}` }));
      case 'fail':
        return send(build.validationFailed({ correlationId: `x${text}` }));
      case 'fleet': {
        const next = build.endpoints(...['h1', 'h2', 'h3', 'h4'].slice(0, number === 5 ? 2 : number));
        for (const url of runs.keys()) if (!next.some((entry) => entry.url === url)) runs.delete(url);
        fleet = next.map(({ url }) => url);
        return send(build.discovered({ endpoints: next }));
      }
      case 'lose':
        leading = false;
        return send(build.lostLeadership());
      case 'win':
        leading = true;
        return send(build.becameLeader());
      case 'pause':
        paused = true;
        return send(build.pauseRequested());
      case 'resume':
        paused = false;
        return send(build.resumeRequested());
      case 'drift':
        return send(build.driftTriggered());
      case 'cancel':
        undisturbed = false;
        return send(build.cancelRequested());
      case 'reconcile':
        return send(build.reconcileRequested(number % 2 === 0 ? {} : { endpoints: fleet.slice(0, 1) }));
    }
  };

  bus
    .pipe(
      scheduleDeployments({
        minDeploymentIntervalMs: intervalMs,
        minRuntimeIntervalMs: runtimeIntervalMs,
        isRuntimeOnly: () => runtimeOnly,
        deploymentTimeoutMs,
        cancelGraceMs,
        retryInitialMs: 10,
        retryMaxMs: 80,
        parkedRetryIntervalMs: 400,
        random: () => 0.5,
        scheduler,
      }),
    )
    .subscribe({
      next: (event) => {
        log.push({ at: clock.now(), event });
        if (event.type === 'DeploymentScheduledEvent') begin(event);
        bus.next(event);
      },
      error: (error: unknown) => violations.push(`the scheduler errors: ${String(error)}`),
    });
  bus.subscribe((event) => {
    if (event.type === 'DeploymentCancelRequestEvent' && !event.endpoints) cancels.get(event.deploymentId ?? inFlight?.id ?? '')?.();
  });

  let time = 0;
  for (const command of commands) at((time += command.afterMs), () => perform(command));
  at((time += 1), () => {
    calm = true;
    if (paused) perform({ trigger: 'resume', number: 0, afterMs: 0 });
    if (!leading) perform({ trigger: 'win', number: 0, afterMs: 0 });
    // After a cancel from outside nothing is scheduled by itself (design D10): the next drift check mends it.
    if (!undisturbed) perform({ trigger: 'drift', number: 0, afterMs: 0 });
  });
  at(time + 10_000, () => bus.complete());
  clock.flush();
  return { violations, log, runs, fleet, newest: validated.at(-1), refuses };
}

/** What came in, in words. */
function describe(event: PipelineEvent): string {
  switch (event.type) {
    case 'TemplateRenderedEvent':
      return `render ${event.haproxyConfig} as ${event.correlationId ?? ''}`;
    case 'ValidationCompletedEvent':
      return `validated ${event.correlationId ?? ''}`;
    case 'ValidationFailedEvent':
      return `refused ${event.correlationId ?? ''}`;
    case 'HAProxyPodsDiscoveredEvent':
      return `fleet ${event.endpoints.map(({ url }) => host(url)).join(' ')}`;
    default:
      return event.type;
  }
}
