import { filter, firstValueFrom, Subject, take, takeUntil, toArray } from 'rxjs';
import { ofType } from '../../lib/events/ofType.js';
import type { InputEvent } from '../../lib/events/types.js';
import { runPipeline, type PipelineOptions, type PipelineOutput } from '../../lib/runPipeline.js';
import type { Cleanup } from './cleanup.js';
import { discovered } from './deploy.js';
import type { Instance } from './Instance.js';

/** A pipeline that goes on from one configuration to the next, and so remembers what it proved. */
export interface OpenPipeline {
  readonly output$: Subject<PipelineOutput>;
  /** Wants a configuration and gives all that is said until a deployment has completed. */
  readonly deploy: (haproxyConfig: string) => Promise<readonly PipelineOutput[]>;
  /** Wants a configuration. */
  readonly want: (haproxyConfig: string) => void;
}

/** Opens a pipeline over `instances`; without intervals unless `options` say otherwise, and without drift checks. */
export function openPipeline(instances: readonly Instance[], cleanup: Cleanup, options: PipelineOptions = {}): OpenPipeline {
  const input$ = new Subject<InputEvent>();
  const output$ = new Subject<PipelineOutput>();
  const running = runPipeline(input$, { minDeploymentIntervalMs: 0, driftPreventionIntervalMs: 0, ...options }).subscribe(output$);
  cleanup.defer(() => running.unsubscribe());
  input$.next(discovered(instances));
  const want = (haproxyConfig: string): void => {
    input$.next({ type: 'TemplateRenderedEvent', haproxyConfig });
    input$.next({ type: 'ValidationCompletedEvent' });
  };
  return {
    output$,
    want,
    deploy: (haproxyConfig) => {
      const completed$ = output$.pipe(ofType('DeploymentCompletedEvent'), filter(({ total }) => total > 0), take(1));
      const said = firstValueFrom(output$.pipe(takeUntil(completed$), toArray()), { defaultValue: [] });
      want(haproxyConfig);
      return said;
    },
  };
}
