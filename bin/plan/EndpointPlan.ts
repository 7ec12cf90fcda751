import type { OperationCounts } from '../../lib/events/types.js';
import type { FileStore } from '../../lib/haproxy/fileNames.js';
import type { Finding } from '../../lib/haproxy/lintFinding.js';
import type { SectionPlan } from '../../lib/haproxy/describePlan.js';

/** What `push` would do on one endpoint; the same object for endpoints alike, so nothing in it names one. */
export interface EndpointPlan {
  /** What it comes to where nothing is refused. */
  readonly strategy: 'noop' | 'runtime' | 'reload';
  /** Whether something differs, be it a file that is only to be removed. */
  readonly differs: boolean;
  /** Whether something differs, and all of it can be made in the running process; a reload may be needed all the same, see `causes`. */
  readonly runtimeOnly: boolean;
  /** Why a reload is needed, the cause of the first change first; empty for other strategies. */
  readonly causes: readonly Cause[];
  readonly counts: OperationCounts;
  /** Of the configuration. Lines of what is deleted are counted below the comments at the top of what is stored. */
  readonly sections: readonly SectionPlan[];
  readonly files: readonly FileChange[];
  /** What the API would lose or change of the wanted configuration; empty where it is not written. */
  readonly findings: readonly Finding[];
  /** Why `push` would write nothing. */
  readonly refusals: readonly Refusal[];
}

/** Why a reload is needed. */
export interface Cause {
  readonly reason: string;
  /** Changes with this cause; 0 where it is none of a change. */
  readonly count: number;
  /** Where the first of them is, as `backend app, line 7`. */
  readonly first?: string;
}

/** What becomes of one file; its content is never shown. */
export interface FileChange {
  /** `keep`: deployed with an earlier content, not among the wanted files, and left there because the configuration names it. */
  readonly action: 'create' | 'update' | 'delete' | 'keep';
  readonly store: FileStore;
  readonly name: string;
  /** Of a map that changes at run time: how many entries. */
  readonly entries?: EntryCounts;
}

/** Changes of a running map's entries. */
export interface EntryCounts {
  readonly add: number;
  readonly set: number;
  readonly delete: number;
}

/** Why nothing would be sent to an endpoint. */
export interface Refusal {
  readonly reason: 'other_fleet' | 'files' | 'lockout' | 'lossy';
  readonly message: string;
  readonly mend: string;
}
