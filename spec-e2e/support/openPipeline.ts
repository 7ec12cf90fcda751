import { filter, firstValueFrom, Subject, take, takeUntil, toArray } from 'rxjs';
import { ofType } from '../../lib/events/ofType.js';
import type { AuxiliaryFiles, InputEvent } from '../../lib/events/types.js';
import { runPipeline, type PipelineOptions, type PipelineOutput } from '../../lib/runPipeline.js';
import type { Cleanup } from './cleanup.js';
import { discovered } from './deploy.js';
import type { Instance } from './Instance.js';

/** A pipeline that goes on from one configuration to the next, and so remembers what it proved. */
export interface OpenPipeline {
  readonly output$: Subject<PipelineOutput>;
  /** Wants a configuration and gives all that is said until a deployment has completed. */
  readonly deploy: (haproxyConfig: string, auxiliaryFiles?: AuxiliaryFiles) => Promise<readonly PipelineOutput[]>;
  /** Wants a configuration. */
  readonly want: (haproxyConfig: string, auxiliaryFiles?: AuxiliaryFiles) => void;
  /** Has a drift check made and gives all that is said until it has completed. */
  readonly check: () => Promise<readonly PipelineOutput[]>;
}

/** Opens a pipeline over `instances`; without intervals unless `options` say otherwise, and without drift checks. */
export function openPipeline(instances: readonly Instance[], cleanup: Cleanup, options: PipelineOptions = {}): OpenPipeline {
  const input$ = new Subject<InputEvent>();
  const output$ = new Subject<PipelineOutput>();
  const running = runPipeline(input$, { minDeploymentIntervalMs: 0, driftPreventionIntervalMs: 0, ...options }).subscribe(output$);
  cleanup.defer(() => running.unsubscribe());
  input$.next(discovered(instances));
  const want: OpenPipeline['want'] = (haproxyConfig, auxiliaryFiles = {}) => {
    input$.next({ type: 'TemplateRenderedEvent', haproxyConfig, auxiliaryFiles });
    input$.next({ type: 'ValidationCompletedEvent' });
  };
  const saidFrom = (begin: () => void): Promise<readonly PipelineOutput[]> => {
    const completed$ = output$.pipe(ofType('DeploymentCompletedEvent'), filter(({ total }) => total > 0), take(1));
    const said = firstValueFrom(output$.pipe(takeUntil(completed$), toArray()), { defaultValue: [] });
    begin();
    return said;
  };
  return {
    output$,
    want,
    deploy: (haproxyConfig, auxiliaryFiles) => saidFrom(() => want(haproxyConfig, auxiliaryFiles)),
    check: () => saidFrom(() => input$.next({ type: 'DriftPreventionTriggeredEvent' })),
  };
}
