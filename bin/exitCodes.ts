import type { PipelineOutput } from '../lib/runPipeline.js';
import type { EventRejectedEvent, InputEvent } from '../lib/events/types.js';

/** Exit codes of the CLI (design 8). */
export const exitCodes = {
  /** Every current endpoint has confirmed what is wanted. */
  done: 0,
  /** Some endpoint has not. */
  unfinished: 1,
  /** Usage, or nothing of the input could be tried. */
  usage: 2,
  /** Looking has found a difference. */
  differs: 3,
  /** A bug of ours. */
  bug: 70,
  /** 128 + 2: interrupted. */
  SIGINT: 130,
  /** 128 + 13: nobody reads our output any more. */
  SIGPIPE: 141,
  /** 128 + 15: terminated. */
  SIGTERM: 143,
} as const;

/** What the input held and how it ended, as far as the exit code depends on it. */
export interface Tally {
  /** Events and lines that are none, as they came in. */
  readonly read: number;
  /** Those of them that were rejected, here or by the scheduler. */
  readonly rejected: number;
  readonly rendered: boolean;
  readonly fleet: Extract<PipelineOutput, { readonly type: 'SchedulingCompletedEvent' }> | undefined;
}

export const emptyTally: Tally = { read: 0, rejected: 0, rendered: false, fleet: undefined };

/** Counts what the input holds; endpoints that the command line names are none of it. */
export function tallyInput({ read, rejected, rendered, fleet }: Tally, { type }: InputEvent | EventRejectedEvent): Tally {
  // Field by field: a spread that is written over takes as long as reading the event's JSON, and this is done for every event.
  return { read: read + 1, rejected, rendered: rendered || type === 'TemplateRenderedEvent', fleet };
}

/** Counts an event of the output: that is where all rejections pass, those by the scheduler included. */
export function tallyOutput(tally: Tally, event: PipelineOutput): Tally {
  if (event.type === 'EventRejectedEvent') return { ...tally, rejected: tally.rejected + 1 };
  return event.type === 'SchedulingCompletedEvent' ? { ...tally, fleet: event } : tally;
}

/** The exit code of a run that ended by itself. */
export function exitCodeOf({ read, rejected, rendered, fleet }: Tally, strict: boolean): number {
  if (rejected > 0 && (strict || rejected >= read)) return exitCodes.usage;
  if (!fleet?.leading) return exitCodes.done;
  if (rendered && (!fleet.validated || !fleet.fleetNamed)) return exitCodes.usage;
  return fleet.validated && fleet.confirmed < fleet.total ? exitCodes.unfinished : exitCodes.done;
}
