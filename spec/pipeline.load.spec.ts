import { describe, expect, it } from '@jest/globals';
import { Subject, VirtualAction, VirtualTimeScheduler } from 'rxjs';
import type { DeploymentScheduledEvent, InputEvent } from '../lib/events/types.js';
import { runPipeline } from '../lib/runPipeline.js';
import type { PipelineOptions, PipelineOutput } from '../lib/runPipeline.js';
import * as build from './support/events.js';
import type { FakeApi, Fault } from './support/fakeApi.js';
import { connectTo, fleet } from './support/runDeployer.js';
import { textOf } from './support/simulate.js';

/** A whole pipeline with the defaults, in virtual time; what is said is kept with its time. */
class Play {
  readonly clock = new VirtualTimeScheduler(VirtualAction);
  readonly said: { readonly at: number; readonly event: PipelineOutput }[] = [];
  private readonly input = new Subject<InputEvent>();
  private chance = 0;

  start(apis: readonly FakeApi[], options: PipelineOptions = {}): void {
    runPipeline(this.input, {
      scheduler: this.clock,
      connect: connectTo(apis),
      driftPreventionIntervalMs: 0,
      keepRunning: true,
      // Spreads evenly.
      random: () => (this.chance = (this.chance + 0.618_034) % 1),
      ...options,
    }).subscribe((event) => this.said.push({ at: this.clock.now(), event }));
  }

  at(ms: number, ...events: readonly InputEvent[]): void {
    this.clock.schedule(() => events.forEach((event) => this.input.next(event)), ms);
  }

  runUntil(ms: number): void {
    this.clock.maxFrames = ms;
    this.clock.flush();
  }

  get deployments(): readonly { readonly at: number; readonly event: DeploymentScheduledEvent }[] {
    return this.said.flatMap(({ at, event }) => (event.type === 'DeploymentScheduledEvent' ? [{ at, event }] : []));
  }
}

const validated = (content: number): readonly InputEvent[] => [
  build.rendered({ haproxyConfig: textOf(content), correlationId: `c${content}` }),
  build.validated({ correlationId: `c${content}` }),
];
const found = (apis: readonly FakeApi[]): InputEvent => build.discovered({ endpoints: apis.map(({ url }) => ({ url })) });
const forEver = (fault: Fault): Fault[] => Array.from({ length: 1_000 }, () => fault);
const pushes = ({ requests }: FakeApi): number => requests.filter((request) => request.startsWith('writeRaw')).length;

describe('runPipeline under load', () => {
  /** When the second content has come to the last of those that do not hang, after its deployment began, in milliseconds. */
  function lastOfTheOthers(hung: number): number {
    const play = new Play();
    const apis = fleet(68 + hung, { scheduler: play.clock, latencyMs: 10, reloadMs: 300 });
    for (const api of apis.slice(0, hung)) api.fault('readRaw', ...forEver('hang'));
    play.start(apis, { maxParallel: 16, retryInitialMs: 600_000 });
    play.at(0, found(apis), ...validated(0));
    play.at(300_000, ...validated(2));
    play.runUntil(600_000);
    const begun = play.deployments.find(({ at }) => at >= 300_000)?.at ?? NaN;
    const done = play.said.flatMap(({ at, event }) => (event.type === 'InstanceDeployedEvent' && at > begun ? [at - begun] : []));
    expect(done).toHaveLength(68);
    return Math.max(...done);
  }

  it('D1 32 of 100 endpoints that are known to hang hold no other up with 16 slots: the last of them ends as early as without the hung ones', () => {
    expect(lastOfTheOthers(32)).toBe(lastOfTheOthers(0));
  });

  it('S9 retries 100 unreachable endpoints in rounds, not one after another', () => {
    const play = new Play();
    const apis = fleet(101, { scheduler: play.clock });
    for (const api of apis.slice(1)) api.fault('readRaw', ...forEver('refused'));
    play.start(apis);
    play.at(0, found(apis), ...validated(0));

    play.runUntil(600_000);

    // After 1, 2, 4, 8, 16 and then each 30 s, 20 % more or less: some 24 tries, which chance spreads over four rounds each at most.
    const retries = play.deployments.slice(1);
    expect(retries.every(({ event }) => event.reasons.every((reason) => reason === 'retry'))).toBe(true);
    expect(retries.length).toBeGreaterThan(20);
    expect(retries.length).toBeLessThan(4 * 24);
    expect(Math.min(...apis.slice(1).map(({ requests }) => requests.length))).toBeGreaterThan(20);
  });

  it('S9 a retry that hangs delays no new configuration, not by a millisecond', () => {
    const play = new Play();
    const apis = fleet(2, { scheduler: play.clock });
    apis[1]?.fault('readRaw', 'refused', ...forEver('hang'));
    play.start(apis, { retryInitialMs: 60_000 });
    play.at(0, found(apis), ...validated(0));
    play.at(80_000, ...validated(2));

    play.runUntil(90_000);

    expect(play.deployments.map(({ event }) => event.reason)).toEqual(['config_validation', 'retry', 'config_validation']);
    expect(play.deployments[2]?.at).toBe(80_000);
    expect(apis[0]?.written.at(-1)).toBe(textOf(2));
  });

  it('S14 sends a refused configuration once to each endpoint, whatever asks for a deployment, until another one comes; all run the last good one, a newcomer too', () => {
    const play = new Play();
    const all = fleet(4, { scheduler: play.clock, text: 'global\n' });
    const known = all.slice(0, 3);
    for (const api of all) api.rejects = (text) => text.endsWith(textOf(2));
    play.start(all, { driftPreventionIntervalMs: 60_000 });
    play.at(0, found(known), ...validated(0));
    play.at(10_000, ...validated(2));
    play.at(20_000, build.driftTriggered());
    play.at(30_000, found(known));
    play.at(40_000, build.validationFailed());
    play.at(50_000, ...validated(2));
    play.at(60_000, found(all));
    play.at(90_000, found(all), build.driftTriggered());

    play.runUntil(3_600_000);

    // The good one and the refused one, and to the newcomer the refused one and the good one.
    expect(all.map(pushes)).toEqual([2, 2, 2, 2]);
    expect(all.map(({ written }) => written)).toEqual(all.map(() => [textOf(0)]));

    play.at(0, ...validated(4));
    play.runUntil(3_700_000);

    expect(all.map(({ written }) => written.at(-1))).toEqual(all.map(() => textOf(4)));
  });
});
