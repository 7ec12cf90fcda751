import type { DataPlaneError } from '../../lib/dataplane/errors.js';
import type { AuxiliaryFiles } from '../../lib/events/types.js';
import { readFingerprint } from '../../lib/haproxy/fingerprint.js';
import { nameProblems } from '../../lib/haproxy/nameProblems.js';
import type { Finding } from '../../lib/haproxy/lintFinding.js';
import type { LostAccess } from '../../lib/haproxy/takesAwayAccess.js';
import type { Refusal } from './EndpointPlan.js';

/** An endpoint that bears another fleet's name is not written to (design D13). */
export function fleetRefusal(stored: string, name: string): readonly Refusal[] {
  const fingerprint = readFingerprint(stored);
  if (fingerprint === undefined || fingerprint.name === name) return [];
  return [{ reason: 'other_fleet', message: `it belongs to the fleet "${fingerprint.name}", this one is "${name}"`, mend: 'remove it from one of the two fleets, or take it over with --take-over' }];
}

/** Files whose names or folders are not the storage's (design D6). */
export function fileRefusals(files: AuxiliaryFiles, refused: DataPlaneError): readonly Refusal[] {
  const problems = nameProblems(files);
  if (problems.length > 0) return problems.map(({ message, mend }) => ({ reason: 'files', message, mend }));
  // References were judged by where the endpoint keeps files: only its refusal tells, as "what: mend.".
  return refused.hints.map((hint) => {
    const colon = hint.lastIndexOf(': ');
    return { reason: 'files', message: hint.slice(0, colon), mend: hint.slice(colon + 2).replace(/\.$/, '') };
  });
}

/** What takes away what the API lives on there (design D13). */
export function lockoutRefusals(lost: readonly LostAccess[]): readonly Refusal[] {
  return lost.map(({ message }) => ({ reason: 'lockout', message, mend: 'or send it all the same with --allow-lockout' }));
}

/** What the API is known to lose (design D5b). */
export function lossRefusals(findings: readonly Finding[], apiVersion: string): readonly Refusal[] {
  const { length } = findings.filter(({ severity }) => severity === 'loss');
  if (length === 0) return [];
  const message = `Data Plane API ${apiVersion} would not keep the meaning of ${length === 1 ? 'one line' : `${length} lines`}`;
  return [{ reason: 'lossy', message, mend: 'mend what is listed below, or send it all the same with --allow-lossy' }];
}
