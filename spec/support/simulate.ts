import { Subject, VirtualAction, VirtualTimeScheduler } from 'rxjs';
import type { PipelineEvent, InputEvent } from '../../lib/events/types.js';
import { defaults } from '../../lib/defaults.js';
import { runPipeline } from '../../lib/runPipeline.js';
import type { PipelineOptions } from '../../lib/runPipeline.js';
import * as build from './events.js';
import { FakeApi } from './fakeApi.js';
import type { Call, Fault } from './fakeApi.js';
import { connectTo } from './runDeployer.js';
import { host } from './tell.js';

/** One thing that happens, so many milliseconds after the one before. */
export type Happening = { readonly after: number } & (
  | { readonly what: 'validate' | 'failValidation' | 'render'; readonly content: number }
  | { readonly what: 'validateLate'; readonly back: number }
  | { readonly what: 'discover'; readonly hosts: readonly number[] }
  | { readonly what: 'lose' | 'lead' | 'pause' | 'resume' | 'drift' | 'cancel' | 'reconcile' }
  | { readonly what: 'fault'; readonly host: number; readonly call: Call; readonly fault: Fault }
  | { readonly what: 'edit'; readonly host: number; readonly keepsFingerprint: boolean }
  | { readonly what: 'restartApi' | 'restartHaproxy' | 'foreignReload'; readonly host: number }
);

export interface HostTraits {
  readonly latencyMs: number;
  readonly reloadMs: number;
  readonly reloadDelayMs: number;
  readonly rejects: readonly number[];
  readonly failsToReload: readonly number[];
  /** See `FakeApi`. */
  readonly signals: number | undefined;
}

export interface Scenario {
  readonly hosts: readonly HostTraits[];
  readonly happenings: readonly Happening[];
  readonly options: Pick<
    PipelineOptions,
    | 'minDeploymentIntervalMs'
    | 'maxParallel'
    | 'reload'
    | 'deploymentTimeoutMs'
    | 'instanceTimeoutMs'
    | 'reloadTimeoutMs'
    | 'requestTimeoutMs'
    | 'canaryWaitMs'
  > & { readonly minRuntimeIntervalMs: number | undefined; readonly canary: number | string | undefined };
  /** Whether the input ends when everything has happened, or the pipeline is watched on. */
  readonly ends: boolean;
}

/** What came to pass: events and requests in order, with their times. */
export interface Entry {
  readonly at: number;
  readonly event?: PipelineEvent;
  /** With a validation: the text that it makes the candidate (design S1). */
  readonly promotes?: string;
  /** Of the input, or of the world outside. */
  readonly happening?: string;
  readonly request?: { readonly host: string; readonly label: string; readonly serial: number };
  /** A write that an API took, by the number of its request. */
  readonly takes?: { readonly host: string; readonly text: string; readonly serial: number };
  /** With an `Instance…` event: what that endpoint really runs now. */
  readonly truth?: string;
  readonly runs?: { readonly host: string; readonly text: string };
}

export interface Outcome {
  readonly log: readonly Entry[];
  readonly apis: readonly FakeApi[];
  readonly completed: boolean;
  readonly errors: readonly unknown[];
  /** The newest list of endpoints. */
  readonly fleet: readonly FakeApi[];
  readonly validated: readonly string[];
}

export const withoutFingerprint = (text: string): string => text.replace(/^# haproxy-deployer .*\n\n/, '');

/** From an even content to the odd one after it, and back, a run-time step is enough; any other needs a reload. */
export const textOf = (content: number): string =>
  `global\n  maxconn ${1_000 + Math.floor(content / 2)}\n\nbackend app\n  server s1 10.0.0.1:${8_080 + (content % 2)}\n`;

/** A text of `textOf` by its number, any other as it is. */
export function tellText(text: string): string {
  const bare = withoutFingerprint(text);
  const [, global, server] = /^global\n {2}maxconn 1(\d{3})\n\nbackend app\n {2}server s1 10.0.0.1:808(\d)\n$/.exec(bare) ?? [];
  return global === undefined || server === undefined ? JSON.stringify(bare) : `content ${Number(global) * 2 + Number(server)}`;
}

/**
 * Runs a whole pipeline against fake APIs, in virtual time. Ends calm: leading, not paused, without faults.
 *
 * @param calmMs How long the world stays calm at the end, in milliseconds.
 */
export function simulate({ hosts, happenings, options: { canary, minRuntimeIntervalMs, ...options }, ends }: Scenario, calmMs: number): Outcome {
  const end = happenings.reduce((sum, { after }) => sum + after, 0);
  const scheduler = new VirtualTimeScheduler(VirtualAction, end + calmMs);
  const log: Entry[] = [];
  const note = (entry: Omit<Entry, 'at'>): void => void log.push({ at: scheduler.now(), ...entry });
  const apis = hosts.map(({ rejects, failsToReload, signals, ...traits }, index) => {
    const api = new FakeApi({ host: `h${index}`, scheduler, text: 'global\n', ...traits });
    const isOneOf = (contents: readonly number[]) => (text: string): boolean => contents.some((content) => text.endsWith(textOf(content)));
    api.rejects = isOneOf(rejects);
    api.failsToReload = isOneOf(failsToReload);
    api.signals = signals;
    api.onTake = (text, serial) => note({ takes: { host: `h${index}`, text, serial } });
    api.onRequest = (label, serial) => note({ request: { host: `h${index}`, label, serial } });
    api.onRun = (text) => note({ runs: { host: `h${index}`, text } });
    return api;
  });
  const apiAt = (index: number): FakeApi | undefined => apis[index % apis.length];

  const input = new Subject<InputEvent>();
  const errors: unknown[] = [];
  let completed = false;
  let fleet: readonly FakeApi[] = [];
  const validated: string[] = [];
  /** All renders but refused ones, in order; those before `forgotten` no longer count. */
  const renders: { readonly correlationId: string; readonly text: string; readonly content: number }[] = [];
  let forgotten = 0;
  let ids = 0;
  const say = (event: InputEvent, words: string = event.type, promotes?: string): void => {
    note({ event, happening: words, ...(promotes === undefined ? {} : { promotes }) });
    input.next(event);
  };
  const subscription = runPipeline(input, {
    ...options,
    ...(minRuntimeIntervalMs === undefined ? {} : { minRuntimeIntervalMs }),
    ...(canary === undefined ? {} : { canary }),
    scheduler,
    keepRunning: !ends,
    parkedRetryIntervalMs: 60_000,
    driftPreventionIntervalMs: 120_000,
    random: () => 0.5,
    nextId: () => `d${(ids += 1)}`,
    connect: connectTo(apis),
    onUnexpectedError: () => undefined,
  }).subscribe({
    next: (event) => {
      const truth = 'endpoint' in event ? apis.find(({ url }) => url === event.endpoint.url)?.running : undefined;
      note({ event, ...(truth === undefined ? {} : { truth: withoutFingerprint(truth) }) });
    },
    error: (error: unknown) => errors.push(error),
    complete: () => (completed = true),
  });

  const render = (content: number): void => {
    const correlationId = `c${(ids += 1)}`;
    const text = textOf(content);
    renders.push({ correlationId, text, content });
    say(build.rendered({ haproxyConfig: text, correlationId }), `render ${content}`);
  };
  const validate = (index: number): void => {
    const render = renders[index];
    if (!render) return;
    const counts = index >= forgotten && index >= renders.length - defaults.maxWaitingRenders;
    if (counts) {
      forgotten = index + 1;
      validated.push(render.text);
    }
    say(build.validated({ correlationId: render.correlationId }), `validated ${render.content}${counts ? '' : ', too late'}`, counts ? render.text : undefined);
  };
  const happen = (happening: Happening): void => {
    switch (happening.what) {
      case 'validate':
        render(happening.content);
        return validate(renders.length - 1);
      case 'render':
        return render(happening.content);
      case 'validateLate':
        return validate(renders.length - 1 - happening.back);
      case 'failValidation': {
        const correlationId = `c${(ids += 1)}`;
        say(build.rendered({ haproxyConfig: textOf(happening.content), correlationId }), `render ${happening.content}`);
        return say(build.validationFailed({ correlationId }), `refused ${happening.content}`);
      }
      case 'discover':
        fleet = [...new Set(happening.hosts.flatMap((index) => apiAt(index) ?? []))];
        return say(build.discovered({ endpoints: fleet.map(({ url }) => ({ url })) }), `fleet ${fleet.map(({ url }) => host(url)).join(' ')}`);
      case 'lose':
        return say(build.lostLeadership());
      case 'lead':
        return say(build.becameLeader());
      case 'pause':
        return say(build.pauseRequested());
      case 'resume':
        return say(build.resumeRequested());
      case 'drift':
        return say(build.driftTriggered());
      case 'cancel':
        return say(build.cancelRequested());
      case 'reconcile':
        return say(build.reconcileRequested());
      default:
        note({ happening: JSON.stringify(happening) });
        return disturb(apiAt(happening.host), happening);
    }
  };
  let at = 0;
  for (const happening of happenings) {
    at += happening.after;
    scheduler.schedule(() => happen(happening), at);
  }
  scheduler.schedule(() => {
    for (const api of apis) api.heal();
    happen({ after: 0, what: 'resume' });
    // Leadership that was not lost need not be won: a second win would compare everything.
    if (log.findLast(({ event }) => event?.type === 'LostLeadershipEvent' || event?.type === 'BecameLeaderEvent')?.event?.type === 'LostLeadershipEvent') {
      happen({ after: 0, what: 'lead' });
    }
    if (ends) input.complete();
  }, end);
  scheduler.flush();
  subscription.unsubscribe();
  return { log, apis, completed, errors, fleet, validated };
}

function disturb(api: FakeApi | undefined, happening: Happening): void {
  if (!api) return;
  switch (happening.what) {
    case 'fault':
      return api.fault(happening.call, happening.fault);
    case 'edit':
      return api.foreignWrite(happening.keepsFingerprint ? api.disk.replace(/^global$/m, 'global\n  nbthread 2') : 'global\n  nbthread 3\n');
    case 'restartApi':
      return api.restart();
    case 'restartHaproxy':
      return api.restartHaproxy();
    case 'foreignReload':
      return void api.foreignReload();
    default:
      return;
  }
}
