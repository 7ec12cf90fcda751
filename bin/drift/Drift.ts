import type { FileStore } from '../../lib/haproxy/fileNames.js';
import type { SectionPlan } from '../../lib/haproxy/describePlan.js';
import type { Running } from '../status/judgeRunning.js';

/** How an endpoint differs from what it is to have; nothing in it names the endpoint. */
export interface Drift {
  /**
   * - `clean`: it has and runs what is wanted.
   * - `drifted`: what is wanted was deployed there, and somebody changed it since (design R5).
   * - `differs`: something else was deployed there, or nothing, or it is not proved to run.
   */
  readonly verdict: 'clean' | 'drifted' | 'differs';
  /** Name of the other fleet that has deployed there (design D13). */
  readonly otherFleet?: string;
  readonly running: Running;
  /** From what is wanted to what is stored. */
  readonly sections: readonly SectionPlan[];
  readonly files: readonly FileDrift[];
  /** Values of the process that are not those of the stored configuration; empty where it is not proved to run that. */
  readonly values: readonly ValueDrift[];
  /** Maps of the process whose entries are not those of their stored files; empty where it is not proved to run what is stored. */
  readonly maps: readonly MapDrift[];
  /** Drains and maintenance that somebody set in the process: they are left alone, and are no drift. */
  readonly states: readonly ValueDrift[];
}

/** `extra`: deployed with an earlier content, and not removed. */
export interface FileDrift {
  readonly change: 'missing' | 'changed' | 'extra';
  readonly store: FileStore;
  readonly name: string;
}

/** One map of the running process. */
export interface MapDrift {
  readonly name: string;
  /** How many entries are more, fewer or others than in the file. */
  readonly differing: number;
}

/** One value of the running process. */
export interface ValueDrift {
  /** As `backend app server one`. */
  readonly what: string;
  readonly field: 'address' | 'weight' | 'state' | 'maxconn';
  readonly stored: string;
  readonly running: string;
}
