import type { ApiProfile } from './ApiProfile.js';
import type { Validator } from './check/Validator.js';
import type { Clock } from './Clock.js';
import type { FaultBox } from './faults/FaultBox.js';
import type { Lock } from './Lock.js';
import type { HaproxyProcess } from './process/HaproxyProcess.js';
import type { ConfigStore } from './state/ConfigStore.js';
import type { FileStore } from './state/FileStore.js';
import type { ReloadAgent } from './state/ReloadAgent.js';
import type { Transactions } from './state/Transactions.js';

/** All that one sandbox consists of, handed to its routes. */
export interface ApiContext {
  readonly profile: ApiProfile;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly validate: Validator;
  readonly store: ConfigStore;
  readonly files: FileStore;
  readonly transactions: Transactions;
  readonly process: HaproxyProcess;
  readonly reloads: ReloadAgent;
  readonly faults: FaultBox;
  /** Held from the check of a version to the write. */
  readonly commits: Lock;
  /** The API is killed and started again (facts 4). */
  readonly restart: () => void;
}
