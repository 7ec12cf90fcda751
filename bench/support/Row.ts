/** One line of the table. */
export interface Figure {
  readonly what: string;
  /** Medians, in `unit`. */
  readonly ours: number;
  /** The same work done by the barest Node code; absent where nothing can be compared. */
  readonly floor?: number;
  readonly unit: string;
  /** Median over the pairs of ours / floor: steadier than the ratio of the medians on a busy machine. */
  readonly ratio?: number;
  readonly limit?: Limit;
}

/** What a figure is held to; it is reported, never asserted. */
export interface Limit {
  readonly of: 'ratio' | 'difference' | 'ours';
  readonly atMost?: number;
  readonly atLeast?: number;
}

export interface RowOptions {
  /** Fewer pairs and smaller sizes: a look, no measurement. */
  readonly quick: boolean;
  /** Milliseconds that passed, or with `cpu` those that this process computed: steadier on a busy machine. */
  readonly clock: 'wall' | 'cpu';
}

/** One thing that is measured. */
export interface Row {
  readonly name: string;
  readonly about: string;
  readonly run: (options: RowOptions) => Promise<readonly Figure[]>;
}
