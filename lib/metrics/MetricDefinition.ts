import type { StatusState } from './StatusState.js';

/** One series: its labels and its value. */
export type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

/** What is read besides the events. */
export interface Surroundings {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** What is wrong; empty: nothing. */
  readonly problems: readonly string[];
  readonly version: string;
}

/** A metric as a function of what the events told: read when it is asked for. */
export interface MetricDefinition {
  /** Without the prefix. */
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge';
  readonly labels: readonly string[];
  readonly read: (state: StatusState, surroundings: Surroundings) => readonly Sample[];
}

/** Of every metric's name. */
export const metricPrefix = 'haproxy_deployer_';
