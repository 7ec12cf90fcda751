import { filter, map, Subject, take } from 'rxjs';
import type { DeploymentCompletedEvent, InputEvent } from '../../lib/events/types.js';
import { ofType } from '../../lib/events/ofType.js';
import { runPipeline } from '../../lib/runPipeline.js';
import type { PipelineOutput } from '../../lib/runPipeline.js';

export const fleetSize = 200;
export const maxParallel = 16;
export const password = 'bench-password';
export const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;

/** A pipeline over a fleet of canned APIs. */
export interface OpenFleet {
  /** Publishes events and gives the next completion; rejects unless every endpoint succeeded. */
  deploy(...events: readonly InputEvent[]): Promise<DeploymentCompletedEvent>;
  close(): void;
}

export function openFleet(port: number): OpenFleet {
  const input$ = new Subject<InputEvent>();
  const output$ = new Subject<PipelineOutput>();
  const running = runPipeline(input$, { minDeploymentIntervalMs: 0, driftPreventionIntervalMs: 0, maxParallel }).subscribe(output$);
  const endpoints = Array.from({ length: fleetSize }, (_, index) => ({ url: `http://127.1.0.${index + 1}:${port}`, username: 'admin', password }));
  input$.next({ type: 'HAProxyPodsDiscoveredEvent', endpoints });
  return {
    deploy: (...events) => {
      const completed = new Promise<DeploymentCompletedEvent>((resolve, reject) => {
        output$
          .pipe(
            ofType('DeploymentCompletedEvent'),
            filter(({ total }) => total > 0),
            take(1),
            map((event) => {
              if (event.succeeded < fleetSize) throw new Error(`only ${event.succeeded} of ${fleetSize} endpoints succeeded: ${JSON.stringify(event.failedByCode)}`);
              return event;
            }),
          )
          .subscribe({ next: resolve, error: reject });
      });
      for (const event of events) input$.next(event);
      return completed;
    },
    close: () => running.unsubscribe(),
  };
}

/** A configuration that is valid at once. */
export const validated = (haproxyConfig: string): readonly InputEvent[] => [{ type: 'TemplateRenderedEvent', haproxyConfig }, { type: 'ValidationCompletedEvent' }];
