import type { OutputEvent, SchedulingCompletedEvent } from '../events/types.js';
import { emptySlot } from '../operators/slot.js';
import type { Slot } from '../operators/slot.js';
import { noContents } from './contents.js';
import type { Contents } from './contents.js';
import type { Fleet } from './fleet.js';
import type { InFlight } from './inFlight.js';
import type { ResolvedSchedulerOptions } from './options.js';
import type { Renders } from './renders.js';
import type { Request } from './request.js';

/** Everything that the scheduler remembers; bounded by the fleet, never by the number of events (design S11). */
export interface SchedulerState {
  readonly renders: Renders;
  readonly contents: Contents;
  readonly fleet: Fleet;
  /** Whether any list of endpoints was ever given. */
  readonly fleetNamed: boolean;
  /** Of the next changed entry. */
  readonly generation: number;
  readonly leading: boolean;
  readonly paused: boolean;
  readonly slot: Slot<Request>;
  readonly inFlight: InFlight | undefined;
  /** URLs of the endpoints that try the candidate first; none chosen yet where it is empty (design D11). */
  readonly canaries: readonly string[];
  /** Why the candidate is held back from the rest: its canary failed, or too many after it did (design S14). */
  readonly held: 'canary' | 'failures' | undefined;
  /** Why the pending request was last said to wait. */
  readonly announced: string | undefined;
  /** Checksum of the content whose skipping was said (design S7). */
  readonly skipped: string | undefined;
  /** After the end of input: when retries end, in milliseconds (design S12). */
  readonly drainUntil: number | undefined;
  /** Completions that belonged to no running deployment (design S5). */
  readonly ignoredCompletions: number;
  /** Time of the last step, in milliseconds: a clock that went back is noticed by it. */
  readonly steppedAt: number;
}

/** The state before the first event. */
export function initialState(leading: boolean): SchedulerState {
  return {
    renders: [],
    contents: noContents,
    fleet: new Map(),
    fleetNamed: false,
    generation: 0,
    leading,
    paused: false,
    slot: emptySlot(),
    inFlight: undefined,
    canaries: [],
    held: undefined,
    announced: undefined,
    skipped: undefined,
    drainUntil: undefined,
    ignoredCompletions: 0,
    steppedAt: -Infinity,
  };
}

/** A copy whose time is `now`. Field by field, for every event takes one: a spread that is written over takes eight times as long. */
export function stepTo(now: number, state: SchedulerState): SchedulerState {
  return {
    renders: state.renders,
    contents: state.contents,
    fleet: state.fleet,
    fleetNamed: state.fleetNamed,
    generation: state.generation,
    leading: state.leading,
    paused: state.paused,
    slot: state.slot,
    inFlight: state.inFlight,
    canaries: state.canaries,
    held: state.held,
    announced: state.announced,
    skipped: state.skipped,
    drainUntil: state.drainUntil,
    ignoredCompletions: state.ignoredCompletions,
    steppedAt: now,
  };
}

/** What a scheduler says; the last one tells how the fleet stands. */
export type SchedulerOutput = OutputEvent | SchedulingCompletedEvent;

/** One step of the reducer: the state so far and what it has to say. Lives only within the step. */
export interface Step {
  /** A copy of its own, from `reduce`; nobody else has it before the step is over. */
  readonly state: SchedulerState;
  readonly now: number;
  readonly outputs: SchedulerOutput[];
  readonly options: ResolvedSchedulerOptions;
}

/** Changes fields of the step's own copy of the state: a new copy for each change would be most of the work of a step. */
export function patch(step: Step, change: Partial<SchedulerState>): void {
  Object.assign(step.state, change);
}

/** Whether the time for retries after the end of input has run out (design S12). */
export function isDrainOver({ state: { drainUntil }, now }: Step): boolean {
  return drainUntil !== undefined && now >= drainUntil;
}
