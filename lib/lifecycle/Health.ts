import type { PipelineEvent } from '../events/types.js';

/** Tells from the events that pass by whether a component still does its work. */
export interface Health {
  /** The component starts listening. */
  started(): void;
  observe(event: PipelineEvent): void;
  /** What is wrong; `undefined`: nothing. */
  check(): Error | undefined;
}
