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
  readonly accepted: number;
  readonly rejected: number;
  readonly rendered: boolean;
  readonly fleet: Extract<PipelineOutput, { readonly type: 'SchedulingCompletedEvent' }> | undefined;
}

export const emptyTally: Tally = { accepted: 0, rejected: 0, rendered: false, fleet: undefined };

/** Counts an event of the input. */
export function tallyInput(tally: Tally, { type }: InputEvent | EventRejectedEvent): Tally {
  return type === 'EventRejectedEvent' ? tally : { ...tally, accepted: tally.accepted + 1, rendered: tally.rendered || type === 'TemplateRenderedEvent' };
}

/** Counts an event of the output: that is where all rejections pass, those by the scheduler included. */
export function tallyOutput(tally: Tally, event: PipelineOutput): Tally {
  if (event.type === 'EventRejectedEvent') return { ...tally, rejected: tally.rejected + 1 };
  return event.type === 'SchedulingCompletedEvent' ? { ...tally, fleet: event } : tally;
}

/** The exit code of a run that ended by itself. */
export function exitCodeOf({ accepted, rejected, rendered, fleet }: Tally, strict: boolean): number {
  if (rejected > 0 && (strict || accepted === 0)) return exitCodes.usage;
  if (!fleet?.leading) return exitCodes.done;
  if (rendered && (!fleet.validated || !fleet.fleetNamed)) return exitCodes.usage;
  return fleet.validated && fleet.confirmed < fleet.total ? exitCodes.unfinished : exitCodes.done;
}
