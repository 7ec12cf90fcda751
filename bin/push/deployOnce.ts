import { concat, defer, filter, map, merge, NEVER, of, startWith, Subject, switchMap, take, takeWhile, tap, timer } from 'rxjs';
import type { Observable, SchedulerLike } from 'rxjs';
import { executeDeployments } from '../../lib/deployer/executeDeployments.js';
import type { DeployerEvent } from '../../lib/deployer/executeDeployments.js';
import type { DeployerOptions } from '../../lib/deployer/options.js';
import type { DeploymentCancelRequestEvent, DeploymentScheduledEvent } from '../../lib/events/types.js';

/** An endpoint's turn has come. */
export interface Begun {
  readonly type: 'begun';
  readonly url: string;
}

export interface Stopping {
  /** Its first value lets nothing new begin; what runs may go on for a while. Hot. */
  readonly stop$: Observable<unknown>;
  /** How long that is, in milliseconds. */
  readonly graceMs: number;
  readonly scheduler: SchedulerLike;
}

/**
 * Carries out one deployment and tells which endpoints are being deployed to.
 *
 * ```text
 * one:     b-----d
 * two:     b---------          b begun, d deployed, x cancelled
 * three:         b---
 * stop$:   -------s
 * grace:          ---|
 * result:  b-----d---(xC)|     four, whose turn had not come, ends as cancelled along with two and three
 * ```
 *
 * - Completes with the `DeploymentCompletedEvent`, its last value. Never errors.
 * - A stop while nothing runs, as between canaries and the rest, cancels all at once.
 * - Unsubscribing aborts every request under way and sends nothing.
 */
export function deployOnce(scheduled: DeploymentScheduledEvent, options: DeployerOptions, { graceMs, scheduler, stop$ }: Stopping): Observable<DeployerEvent | Begun> {
  return defer(() => {
    const waiting = new Set(scheduled.targets.map(({ endpoint }) => endpoint.url));
    const running = new Set<string>();
    // The deployer makes the client of an endpoint when its turn comes, and tells it in no other way.
    const begun$ = new Subject<Begun>();
    const ended$ = new Subject<void>();
    const connect: DeployerOptions['connect'] = (endpoint, needs) => {
      begun$.next({ type: 'begun', url: endpoint.url });
      return options.connect(endpoint, needs);
    };
    const cancel = (endpoints?: readonly string[]): DeploymentCancelRequestEvent => ({
      type: 'DeploymentCancelRequestEvent',
      deploymentId: scheduled.deploymentId,
      reason: 'shutdown',
      ...(endpoints && { endpoints }),
    });
    const idle$ = ended$.pipe(startWith(undefined), filter(() => running.size === 0));
    const cancels$ = stop$.pipe(
      take(1),
      switchMap(() => concat(defer(() => of(cancel([...waiting]))), merge(timer(graceMs, scheduler), idle$).pipe(take(1), map(() => cancel())))),
    );
    const note = (event: DeployerEvent | Begun): void => {
      if (event.type === 'begun') {
        waiting.delete(event.url);
        running.add(event.url);
      } else if (event.type === 'InstanceDeployedEvent' || event.type === 'InstanceDeploymentFailedEvent') {
        waiting.delete(event.endpoint.url);
        running.delete(event.endpoint.url);
        ended$.next();
      }
    };
    return merge(begun$, merge(of(scheduled), cancels$, NEVER).pipe(executeDeployments({ ...options, connect, scheduler }))).pipe(
      tap(note),
      takeWhile(({ type }) => type !== 'DeploymentCompletedEvent', true),
    );
  });
}
