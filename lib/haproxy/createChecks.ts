import type { Content } from '../events/types.js';
import { gradeStored } from './gradeStored.js';
import type { Fidelity } from './gradeStored.js';
import { lintConfig } from './lintConfig.js';
import type { Finding } from './lintFinding.js';
import { parseConfig } from './parseConfig.js';
import { recent } from './recent.js';
import { runningMaps } from './runningMaps.js';
import type { RunningMap } from './runningMaps.js';
import { runningTargets } from './runningTargets.js';
import type { RuntimeTargets } from './runtimeTargets.js';
import type { ApiVersion } from './sectionKinds.js';
import { takesAwayAccess } from './takesAwayAccess.js';
import type { LostAccess } from './takesAwayAccess.js';

/** What is asked before a configuration is written, and of its stored form afterwards. */
export interface ConfigurationChecks {
  /** What an API of this version would lose of it; empty: nothing that is known (design D5b). */
  readonly losses: (wanted: string, api: ApiVersion) => readonly Finding[];
  /** What the API lives on and would no longer find (design D13). */
  readonly lostAccess: (stored: string, wanted: string) => readonly LostAccess[];
  /** What the process shows that runs it and was not touched (design R4). */
  readonly running: (wanted: string) => RuntimeTargets;
  /** The maps that such a process shows (design R4, D5). */
  readonly maps: (wanted: Content) => readonly RunningMap[];
  /** How it was stored (design D5b). */
  readonly grade: (wanted: string, stored: string) => Fidelity;
}

/** Texts that are remembered: those of one deployment, in the forms of a few versions of the API. */
const maxTexts = 8;

/** Checks each distinct text and pair of texts once, however many endpoints have them. */
export function createChecks(): ConfigurationChecks {
  const losses = recent<ReturnType<typeof recent<readonly Finding[]>>>(maxTexts);
  const access = recent<ReturnType<typeof recent<readonly LostAccess[]>>>(maxTexts);
  const running = recent<RuntimeTargets>(maxTexts);
  const maps = recent<readonly RunningMap[]>(maxTexts);
  const grades = recent<ReturnType<typeof recent<Fidelity>>>(maxTexts);
  return {
    losses: (wanted, api) =>
      losses(wanted, () => recent(maxTexts))(`${api.major}.${api.minor ?? ''}`, () => lintConfig(wanted, api).filter(({ severity }) => severity === 'loss')),
    lostAccess: (stored, wanted) => access(wanted, () => recent(maxTexts))(stored, () => takesAwayAccess(stored, wanted)),
    running: (wanted) => running(wanted, () => runningTargets(parseConfig(wanted))),
    maps: (wanted) => maps(wanted.checksum, () => runningMaps(wanted)),
    grade: (wanted, stored) => grades(wanted, () => recent(maxTexts))(stored, () => gradeStored(wanted, stored)),
  };
}
