import { createMetrics } from '../../lib/metrics/createMetrics.js';
import type { Metrics, MetricsOptions } from '../../lib/metrics/createMetrics.js';
import { addProcessMetrics } from './addProcessMetrics.js';
import type { Phase } from './answer.js';
import { parseListen } from './parseListen.js';
import { startListener } from './startListener.js';

/** A run that is watched. */
export interface ObservedRun extends Pick<Metrics, 'observe' | 'observeInput'> {
  /** Where it can be asked about. */
  readonly url: string;
  /** The pipeline hears events from now on. */
  started(): void;
  /** No more input is read, and the pipeline goes on with what it has. */
  inputEnded(): void;
  /** As `inputEnded`, and nothing new is begun. */
  shuttingDown(): void;
  close(): Promise<void>;
}

/**
 * Listens where `--listen` says and answers from the events of a run.
 *
 * @param options Those of the pipeline, its scheduler included.
 * @throws UsageError as a rejection, where the value is no address or cannot be listened on.
 */
export async function observeRun(listen: string, options: MetricsOptions & { readonly version: string }, onError: (error: unknown) => void): Promise<ObservedRun> {
  const address = parseListen(listen);
  const metrics = await createMetrics(options);
  await addProcessMetrics(metrics.registry);
  let phase: Phase = 'starting';
  const { observe, observeInput } = metrics;
  const { url, close } = await startListener({ address, sources: { metrics, phase: () => phase, version: options.version }, onError });
  return {
    url,
    observe,
    observeInput,
    started: () => {
      if (phase === 'starting') phase = 'running';
    },
    inputEnded: () => observe({ type: 'InputEndedEvent' }),
    shuttingDown: () => {
      phase = 'shutting_down';
      observe({ type: 'PauseRequestedEvent' });
      observe({ type: 'InputEndedEvent' });
    },
    close,
  };
}
