import type { FileProblem } from '../haproxy/fileProblem.js';
import { referenceProblems } from '../haproxy/referenceProblems.js';
import type { Folders } from '../haproxy/referenceProblems.js';
import type { Attempt } from './attempt.js';
import { DataPlaneError } from './errors.js';
import { maxNamed, nameSome } from './nameSome.js';

/** Throws `rejected`, `untouched`, with the mends, unless there is no problem (design D6). */
export function refuseFiles({ url }: Attempt, problems: readonly FileProblem[], stage: 'plan' | 'files'): void {
  if (problems.length === 0) return;
  throw new DataPlaneError(`the files do not fit the storage at ${url}, and a configuration is never rewritten: ${nameSome(problems.map(({ message }) => message), '; ')}`, {
    code: 'rejected',
    endpoint: url,
    stage,
    retryable: false,
    outcome: 'untouched',
    hints: [...new Set(problems.slice(0, maxNamed).map(({ message, mend }) => `${message}: ${mend}.`))],
  });
}

/** The same for references into other folders than the storage's. */
export function refuseReferences(attempt: Attempt, folders: Folders, stage: 'plan' | 'files'): void {
  refuseFiles(attempt, referenceProblems(attempt.content, folders), stage);
}
