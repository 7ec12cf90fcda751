import { describe, expect, it } from '@jest/globals';
import { concat, concatMap, from, map, NEVER, of } from 'rxjs';
import type { Observable } from 'rxjs';
import type { RunHelpers, TestScheduler } from 'rxjs/testing';
import type { InputEvent, PipelineEvent } from '../lib/events/types.js';
import { runPipeline } from '../lib/runPipeline.js';
import type { PipelineOptions, PipelineOutput } from '../lib/runPipeline.js';
import * as build from './support/events.js';
import type { FakeApi } from './support/fakeApi.js';
import { marbles } from './support/marbles.js';
import { connectTo, fleet, tellDeployment } from './support/runDeployer.js';
import { tell } from './support/tell.js';

type Helpers = RunHelpers & { readonly scheduler: TestScheduler };

const text = (letter: string): string => `global\n  description ${letter}\n`;

/** A to C validate a content; 1 and 2 discover so many endpoints; the others as they read. */
const letters: Readonly<Record<string, readonly InputEvent[]>> = {
  ...Object.fromEntries(['A', 'B', 'C'].map((letter) => [letter, [build.rendered({ haproxyConfig: text(letter), correlationId: letter }), build.validated({ correlationId: letter })]])),
  1: [build.discovered({ endpoints: build.endpoints('h1') })],
  2: [build.discovered({ endpoints: build.endpoints('h1', 'h2') })],
  L: [build.lostLeadership()],
  W: [build.becameLeader()],
  X: [build.cancelRequested()],
};

interface Run {
  readonly input: string;
  readonly events?: Readonly<Record<string, readonly InputEvent[]>>;
  readonly apis: readonly FakeApi[];
  readonly options?: PipelineOptions;
}

/** Time out of the way: no interval, no drift checks, no chance. */
function run({ hot, scheduler }: Helpers, { input, apis, events = {}, options = {} }: Run): Observable<PipelineOutput> {
  let ids = 0;
  return runPipeline(hot(input).pipe(concatMap((letter) => from(events[letter] ?? letters[letter] ?? []))), {
    scheduler,
    connect: connectTo(apis),
    minDeploymentIntervalMs: 0,
    driftPreventionIntervalMs: 0,
    nextId: () => `d${(ids += 1)}`,
    random: () => 0.5,
    ...options,
  });
}

const tellAny = (event: PipelineEvent): string => {
  const told = tellDeployment(event);
  return told === event.type ? tell(event).replaceAll(/global\s+description /g, '').replaceAll('\n', '') : told;
};

/** What was said until the virtual time is over or `at` has come, each with its time. */
function tellAll(helpers: Helpers, of: Run, at?: string): string[] {
  const told: string[] = [];
  const { scheduler } = helpers;
  const subscription = run(helpers, of).subscribe({
    next: (event) => told.push(`${scheduler.now()} ${tellAny(event)}`),
    complete: () => told.push(`${scheduler.now()} complete`),
  });
  if (at !== undefined) helpers.cold(at).subscribe({ complete: () => subscription.unsubscribe() });
  helpers.flush();
  return told;
}

describe('runPipeline', () => {
  it('D1 does not wait a second time for 16 endpoints that hung at the head of 100: they are begun last', marbles((helpers) => {
    const apis = fleet(100, { scheduler: helpers.scheduler });
    for (const api of apis.slice(0, 16)) api.fault('readRaw', ...Array.from({ length: 8 }, () => 'hang' as const));
    const limits = { requestTimeoutMs: 10, reloadTimeoutMs: 10, instanceTimeoutMs: 40, deploymentTimeoutMs: 100, retryInitialMs: 10_000, drainTimeoutMs: 0 };
    const all: readonly InputEvent[] = [build.discovered({ endpoints: apis.map(({ url }) => ({ url })) })];

    const told = tellAll(helpers, { input: '*A 200ms B|', apis, options: limits, events: { '*': all } });

    const second = told.slice(told.findIndex((line) => line.includes('deploy config_validation:')));
    const firstFailure = second.findIndex((line) => line.includes('timeout'));
    expect(second.slice(0, firstFailure).filter((line) => line.endsWith(' raw'))).toHaveLength(84);
    // The hung ones hold all slots from the start the first time, and only after the others the second.
    expect(told.filter((line) => line.includes(' raw')).slice(0, 84).every((line) => Number(line.split(' ')[0]) >= 40)).toBe(true);
  }));

  it('deploys what was validated to what was discovered, and completes after the end of input', marbles((helpers) => {
    const apis = fleet(2, { scheduler: helpers.scheduler });

    const told = tellAll(helpers, { input: '2-A----------|', apis });

    expect(told).toEqual([
      '0 wait no_validated_configuration',
      '2 deploy pod_discovery+config_validation: h1=A h2=A',
      '2 start h1 h2',
      '6 h1 raw',
      '6 h2 raw',
      '6 done 2+0+0+0',
      '13 end 2 of 2',
      '13 complete',
    ]);
    expect(apis.map(({ running }) => running.includes('description A'))).toEqual([true, true]);
  }));

  it('S12 finishes what runs, and what waits, after the end of input', marbles((helpers) => {
    const apis = fleet(1, { scheduler: helpers.scheduler });

    const told = tellAll(helpers, { input: '(1AB|)', apis });

    expect(told.slice(-6)).toEqual(['4 deploy config_validation: h1=B', '4 start h1', '8 h1 raw', '8 done 1+0+0+0', '8 end 1 of 1', '8 complete']);
  }));

  it('S12 makes due retries at once after the end of input, and gives up when the drain is over', marbles((helpers) => {
    const [api] = fleet(1, { scheduler: helpers.scheduler });
    api?.fault('readRaw', ...Array.from({ length: 20 }, () => 'refused' as const));

    const told = tellAll(helpers, { input: '(1A) 500ms |', apis: api ? [api] : [], options: { drainTimeoutMs: 5_000 } });

    expect(told.filter((line) => line.includes('deploy retry')).map((line) => line.split(' ')[0])).toEqual(['504', '2505']);
    expect(told.slice(-2)).toEqual(['5504 end 0 of 1', '5504 complete']);
  }));

  it('S3 deploys a burst as two deployments, the second of the newest content', marbles((helpers) => {
    const apis = fleet(1, { scheduler: helpers.scheduler });

    const told = tellAll(helpers, { input: '1(ABABAC)|', apis });

    expect(told.filter((line) => line.includes(' deploy '))).toEqual(['1 deploy pod_discovery+config_validation: h1=A', '5 deploy config_validation: h1=C']);
    expect(apis[0]?.written).toEqual([text('A'), text('C')]);
  }));

  it('S4 keeps the interval between the end of one deployment and the start of the next', marbles((helpers) => {
    const apis = fleet(1, { scheduler: helpers.scheduler });

    const told = tellAll(helpers, { input: '(1A)------B|', apis, options: { minDeploymentIntervalMs: 100 } });

    expect(told.filter((line) => / (deploy|done|wait min)/.test(line))).toEqual([
      '0 deploy pod_discovery+config_validation: h1=A',
      '4 done 1+0+0+0',
      '10 wait min_deployment_interval 94',
      '104 deploy config_validation: h1=B',
      '108 done 1+0+0+0',
    ]);
  }));

  it('R1 finds what somebody else changed, and puts it right', marbles((helpers) => {
    const apis = fleet(1, { scheduler: helpers.scheduler });
    helpers.scheduler.schedule(() => apis[0]?.foreignWrite('global\n'), 40);

    const told = tellAll(helpers, { input: '(1A)', apis, options: { driftPreventionIntervalMs: 100, keepRunning: true } }, '150ms |');

    expect(told.slice(-6)).toEqual([
      '104 DriftPreventionTriggeredEvent',
      '104 deploy drift_prevention: h1=A (full)',
      '104 start h1',
      '108 h1 drifted',
      '108 h1 raw',
      '108 done 1+0+0+0',
    ]);
    expect(apis[0]?.disk).toContain('description A');
  }));

  it('S10 sends nothing while following, and compares everything when it leads again', marbles((helpers) => {
    const apis = fleet(1, { scheduler: helpers.scheduler });

    const told = tellAll(helpers, { input: '(1A)-----L--B--W--------|', apis });

    expect(told.slice(5)).toEqual(['15 deploy leadership_acquired: h1=B (full)', '15 start h1', '19 h1 raw', '19 done 1+0+0+0', '24 end 1 of 1', '24 complete']);
  }));

  it('S10 aborts what runs when leadership is lost', marbles((helpers) => {
    const apis = fleet(1, { scheduler: helpers.scheduler });
    apis[0]?.fault('readRaw', 'hang');

    const told = tellAll(helpers, { input: '(1A)-----L-|', apis });

    expect(told.slice(3)).toEqual(['9 cancel lost_leadership', '9 h1 cancelled untouched', '9 done 0+0+1+0', '11 end 0 of 1', '11 complete']);
    expect(apis[0]?.aborted).toEqual(['readRaw']);
  }));

  it('D2 lets the limit of an instance speak before that of the deployment, and tries again', marbles((helpers) => {
    const apis = fleet(1, { scheduler: helpers.scheduler });
    apis[0]?.fault('readRaw', 'hang');
    const options = { requestTimeoutMs: 10, reloadTimeoutMs: 10, instanceTimeoutMs: 99, deploymentTimeoutMs: 100 };

    const told = tellAll(helpers, { input: '(1A)--|', apis, options });

    expect(told.slice(3)).toEqual([
      '99 h1 timeout untouched',
      '99 retry h1 timeout 1 in 1000',
      '99 done 0+1+0+0',
      '1099 deploy retry: h1=A',
      '1099 start h1',
      '1103 h1 raw',
      '1103 done 1+0+0+0',
      '1103 end 1 of 1',
      '1103 complete',
    ]);
  }));

  it('shows rejected events in their order, and no other input', marbles((helpers) => {
    const { hot, expectObservable, scheduler } = helpers;
    const rejected = build.eventRejected({ line: 3 });
    const input = hot('  -r-v--', { r: rejected, v: build.validationFailed() });
    const expected = '   -r-s--';

    const told = runPipeline(input, { scheduler, connect: connectTo([]), keepRunning: true, driftPreventionIntervalMs: 0 }).pipe(map(({ type }) => type));

    expectObservable(told, '------!').toBe(expected, { r: 'EventRejectedEvent', s: 'DeploymentSkippedEvent' });
  }));

  it('rejects what is no object with a type, and goes on', marbles((helpers) => {
    const strays: readonly unknown[] = [null, 'ValidationCompletedEvent', 7, [], {}, { type: 1 }];
    const stray$ = from(strays as readonly InputEvent[]);
    const told: unknown[] = [];

    runPipeline(concat(stray$, of(build.discovered({ endpoints: [] }))), { scheduler: helpers.scheduler }).subscribe((event) => told.push(event.type === 'EventRejectedEvent' ? event.reason : event.type));
    helpers.flush();

    expect(told).toEqual([...strays.map(() => 'is no object with a type'), 'SchedulingCompletedEvent']);
  }));

  it('gives every event a timestamp of its clock', marbles((helpers) => {
    const stamps = new Set<string | undefined>();

    run(helpers, { input: '--(1A)|', apis: fleet(1, { scheduler: helpers.scheduler }) }).subscribe(({ timestamp }) => stamps.add(timestamp));

    helpers.flush();
    expect([...stamps].slice(0, 2)).toEqual(['1970-01-01T00:00:00.002Z', '1970-01-01T00:00:00.006Z']);
    expect(stamps).not.toContain(undefined);
  }));

  it('errors with the error of its input', marbles((helpers) => {
    helpers.expectObservable(run(helpers, { input: '--#', apis: [] })).toBe('--#');
  }));

  it('aborts every request when unsubscribed, and sends nothing more', marbles((helpers) => {
    const apis = fleet(2, { scheduler: helpers.scheduler });
    for (const api of apis) api.fault('readRaw', 'hang');

    tellAll(helpers, { input: '(2A)', apis, options: { keepRunning: true } }, '20ms |');

    expect(apis.map(({ aborted }) => aborted)).toEqual([['readRaw'], ['readRaw']]);
    expect(apis.map(({ requests }) => requests)).toEqual([['readRaw'], ['readRaw']]);
  }));

  it('each subscription is a pipeline of its own', marbles((helpers) => {
    const apis = fleet(1, { scheduler: helpers.scheduler });
    const told: string[] = [];
    const pipeline = runPipeline(of<InputEvent[]>(...(letters['1'] ?? []), ...(letters['A'] ?? [])), {
      scheduler: helpers.scheduler,
      connect: connectTo(apis),
    }).pipe(map(tellAny));

    pipeline.subscribe((word) => told.push(word));
    helpers.flush();
    pipeline.subscribe((word) => told.push(word));
    helpers.flush();

    expect(told.filter((word) => word.startsWith('end'))).toEqual(['end 1 of 1', 'end 1 of 1']);
  }));
});

describe('runPipeline: shutdown', () => {
  it('lets what runs end within the grace, and starts nothing new', marbles((helpers) => {
    const apis = fleet(1, { scheduler: helpers.scheduler });
    const shutdown$ = helpers.hot('--x');

    const told = tellAll(helpers, { input: '(1A)B-----B-', apis, options: { shutdown$ } });

    expect(told.slice(3)).toEqual(['4 h1 raw', '4 done 1+0+0+0', '4 end 1 of 1', '4 complete']);
  }));

  it('cancels what runs when the grace is over', marbles((helpers) => {
    const apis = fleet(1, { scheduler: helpers.scheduler });
    apis[0]?.fault('readRaw', 'hang');
    const shutdown$ = helpers.hot('----x');

    const told = tellAll(helpers, { input: '(1A)', apis, options: { shutdown$, shutdownGraceMs: 50 } });

    expect(told.slice(3)).toEqual(['54 h1 cancelled untouched', '54 done 0+0+1+0', '54 end 0 of 1', '54 complete']);
    expect(apis[0]?.aborted).toEqual(['readRaw']);
  }));

  it('completes at once when nothing runs, also with keepRunning', marbles((helpers) => {
    const shutdown$ = helpers.hot('---x');

    const told = tellAll(helpers, { input: '1----', apis: fleet(1, { scheduler: helpers.scheduler }), options: { shutdown$, keepRunning: true } });

    expect(told).toEqual(['0 wait no_validated_configuration', '3 wait paused', '3 end 0 of 1', '3 complete']);
  }));

  it('unsubscribes the input', marbles((helpers) => {
    const input = helpers.hot<InputEvent>('------');
    const shutdown$ = helpers.hot('      ---x');

    runPipeline(input, { scheduler: helpers.scheduler, connect: connectTo([]), shutdown$ }).subscribe();

    helpers.expectSubscriptions(input.subscriptions).toBe('^--!');
  }));
});

describe('runPipeline: options', () => {
  const limits = { requestTimeoutMs: 10, reloadTimeoutMs: 10, instanceTimeoutMs: 20, deploymentTimeoutMs: 21 };

  it('D2 takes limits that nest', () => {
    expect(() => runPipeline(NEVER, limits)).not.toThrow();
  });

  it.each([
    ['requestTimeoutMs takes at most', { requestTimeoutMs: 11 }],
    ['requestTimeoutMs takes at most', { reloadTimeoutMs: 11 }],
    ['instanceTimeoutMs takes less than', { deploymentTimeoutMs: 20 }],
    ['requestTimeoutMs', { requestTimeoutMs: 0 }],
    ['shutdownGraceMs', { shutdownGraceMs: -1 }],
    ['rawPushThreshold', { rawPushThreshold: -1 }],
    ['maxParallel', { maxParallel: 1.5 }],
    ['minDeploymentIntervalMs', { minDeploymentIntervalMs: Number.NaN }],
    ['driftJitter', { driftJitter: 1 }],
    ['name', { name: '' }],
  ])('D2 throws at once: %s (%p)', (message, options) => {
    expect(() => runPipeline(NEVER, { ...limits, ...options })).toThrow(RangeError);
    expect(() => runPipeline(NEVER, { ...limits, ...options })).toThrow(message);
  });
});
