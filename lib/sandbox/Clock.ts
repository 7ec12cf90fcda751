/** Source of time and timers of a sandbox, so that a spec decides when a reload falls due. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `run` once after `ms` milliseconds, unless the function that it returns is called before. */
  after(ms: number, run: () => void): () => void;
}
