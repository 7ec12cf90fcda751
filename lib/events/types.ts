import type { InputEvent } from './inputEvents.js';
import type { OutputEvent } from './outputEvents.js';
import type { EventMeta } from './shapes.js';

/**
 * The events of the pipeline: plain, readonly, JSON-safe facts, told apart by `type` (design 6).
 *
 * Inside the library a {@link DeploymentScheduledEvent} carries the whole configurations and the
 * endpoints with their credentials; `toWire` strips both before an event leaves the process.
 */

export type * from './inputEvents.js';
export type * from './outputEvents.js';
export type * from './shapes.js';

/** The end of the input; on the bus only, never on the wire (design S12). */
export interface InputEndedEvent extends EventMeta {
  readonly type: 'InputEndedEvent';
}

/** Parked endpoints whose password file has another content now; on the bus only, never on the wire (design 7). */
export interface CredentialsChangedEvent extends EventMeta {
  readonly type: 'CredentialsChangedEvent';
  /** URLs. */
  readonly endpoints: readonly string[];
}

/** How the fleet stood when the scheduler completed; the last event on the bus, never on the wire (design S12). */
export interface SchedulingCompletedEvent extends EventMeta {
  readonly type: 'SchedulingCompletedEvent';
  /** Current endpoints. */
  readonly total: number;
  /** Those that have confirmed the newest validated configuration. */
  readonly confirmed: number;
  /** Whether any configuration was ever validated. */
  readonly validated: boolean;
  /** Whether a list of endpoints, an empty one included, was ever given. */
  readonly fleetNamed: boolean;
  /** Whether this process led. */
  readonly leading: boolean;
}

/** Everything that passes over the bus. */
export type PipelineEvent = InputEvent | OutputEvent | InputEndedEvent | CredentialsChangedEvent | SchedulingCompletedEvent;
