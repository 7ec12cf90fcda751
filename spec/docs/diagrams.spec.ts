import { describe, it } from '@jest/globals';
import { concatMap, filter, map, of, takeWhile } from 'rxjs';
import type { Observable } from 'rxjs';
import { closeLoop } from '../../lib/bus/closeLoop.js';
import { executeDeployments } from '../../lib/deployer/executeDeployments.js';
import { driftTriggers } from '../../lib/drift/driftTriggers.js';
import { ofType } from '../../lib/events/ofType.js';
import type { PipelineEvent } from '../../lib/events/types.js';
import { latestWins } from '../../lib/operators/latestWins.js';
import { scheduleDeployments } from '../../lib/scheduler/scheduleDeployments.js';
import { docDiagram } from '../support/docDiagram.js';
import * as build from '../support/events.js';
import { marbles } from '../support/marbles.js';
import { calm, connectTo, fleet, scheduledFor } from '../support/runDeployer.js';

/** Events as letters, and back. */
const toEvents = (letters: Readonly<Record<string, PipelineEvent>>) => concatMap((letter: string): Observable<PipelineEvent> => of(letters[letter] ?? build.inputEnded()));
const toLetters = (letters: Readonly<Record<string, string>>) => map(({ type }: PipelineEvent) => letters[type] ?? type);

describe('the diagrams in the comments are true', () => {
  it('ofType', marbles(({ hot, expectObservable }) => {
    const draws = docDiagram('lib/events/ofType.ts');

    const result = hot(draws('source')).pipe(map((type) => ({ type })), ofType('a', 'c'), map(({ type }) => type));

    expectObservable(result).toBe(draws('result'));
  }));

  it('latestWins', marbles(({ hot, cold, expectObservable, expectSubscriptions, scheduler }) => {
    const draws = docDiagram('lib/operators/latestWins.ts');
    const [a, c, d] = [draws('a'), draws('c'), draws('d')];
    const work = { a: cold(a.trimStart()), b: cold('#'), c: cold(c.trimStart()), d: cold(d.trimStart()) };
    const taken = (drawn: string): string => drawn.replace(/\S/, '^').replaceAll(/[x ]/g, '-').replace('|', '!');

    const result = hot<keyof typeof work>(draws('source')).pipe(latestWins((letter) => work[letter], { minIntervalMs: 3, scheduler }));

    expectObservable(result).toBe(draws('result'));
    expectSubscriptions(work.a.subscriptions).toBe(taken(a));
    expectSubscriptions(work.b.subscriptions).toBe([]);
    expectSubscriptions(work.c.subscriptions).toBe(taken(c));
    expectSubscriptions(work.d.subscriptions).toBe(taken(d));
  }));

  it('closeLoop', marbles(({ hot, expectObservable }) => {
    const draws = docDiagram('lib/bus/closeLoop.ts');
    const answer = (to: string, by: string) => (event$: Observable<string>) => event$.pipe(filter((event) => event === to), map(() => by));
    const lead = (event$: Observable<string>): Observable<string> => event$.pipe(takeWhile((event) => event !== 'c'), answer('a', 'b'));

    const result = hot(draws('source')).pipe(closeLoop<string>({ lead, others: [answer('b', 'c')], shows: () => false }));

    expectObservable(result).toBe(draws('result'));
  }));

  it('driftTriggers', marbles(({ hot, expectObservable, scheduler }) => {
    const draws = docDiagram('lib/drift/driftTriggers.ts');
    const letters = { C: build.completed({ endpoints: 'all', compared: 'full' }), c: build.completed({ endpoints: 'some' }), L: build.lostLeadership(), B: build.becameLeader() };

    const result = hot(draws('source')).pipe(toEvents(letters), driftTriggers({ driftPreventionIntervalMs: 5, driftJitter: 0, scheduler }));

    expectObservable(result.pipe(map(() => 't')), '--------------------------!').toBe(draws('result'));
  }));

  it('scheduleDeployments', marbles(({ hot, expectObservable, scheduler }) => {
    const draws = docDiagram('lib/scheduler/scheduleDeployments.ts');
    let renders = 0;
    let ids = 0;
    const event = (letter: string): PipelineEvent => {
      if (letter === 'r') return build.rendered({ correlationId: 'r', haproxyConfig: `global\n  nbthread ${(renders += 1)}\n` });
      if (letter === 'v') return build.validated({ correlationId: 'r' });
      return letter === 'e' ? build.discovered() : build.completed({ deploymentId: `d${ids}` });
    };

    const result = hot(draws('source')).pipe(map(event), scheduleDeployments({ minDeploymentIntervalMs: 7, nextId: () => `d${(ids += 1)}`, scheduler }));

    expectObservable(result.pipe(toLetters({ DeploymentScheduledEvent: 'S', DeploymentDelayedEvent: 'w' }))).toBe(draws('result'));
  }));

  it('executeDeployments', marbles(({ hot, expectObservable, scheduler }) => {
    const draws = docDiagram('lib/deployer/executeDeployments.ts');
    const apis = fleet(3, { scheduler, latencyMs: 0 });
    for (const [index, label] of ['one', 'two', 'three'].entries()) apis[index]?.fault('readRaw', { late: draws(label).trimStart().length - 1 });
    for (const api of apis.slice(1, 2)) api.rejects = () => true;
    const letters = { DeploymentStartedEvent: 's', InstanceDeployedEvent: 'd', InstanceDeploymentFailedEvent: 'f', DeploymentCompletedEvent: 'C' };

    const result = hot(draws('source')).pipe(toEvents({ S: scheduledFor(apis), x: build.cancelRequested() }), executeDeployments({ ...calm, connect: connectTo(apis), maxParallel: 2, scheduler }), toLetters(letters));

    expectObservable(result).toBe(draws('result'));
  }));
});
