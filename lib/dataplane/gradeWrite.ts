import { concatMap, defer, of } from 'rxjs';
import type { Observable } from 'rxjs';
import type { Operation } from '../haproxy/planDeployment.js';
import type { Attempt } from './attempt.js';
import { bodyOf } from './bodyOf.js';
import type { RawConfiguration, RawWriteResult } from './DataPlaneClient.js';
import { DataPlaneError } from './errors.js';
import { writeBack } from './writeBack.js';

/** How faithfully a write was stored. */
export interface StoredAs {
  readonly fidelity: 'equal' | 'reshaped' | 'altered';
  /** What was altered, masked; the first of them. */
  readonly altered: readonly string[];
}

/** Differences that an event names: more help nobody. */
const maxNamed = 20;

/**
 * Grades the text that the API stored against the wanted one (design D5b).
 *
 * With `fidelity: strict` one that is altered is undone: the text from before is written back, with
 * a reload, for the altered one runs already.
 *
 * @throws DataPlaneError `altered`, under `strict` only.
 */
export function gradeWrite(attempt: Attempt, found: RawConfiguration, written: RawWriteResult): Observable<StoredAs> {
  const { content, settings, url } = attempt;
  return defer(() => of(settings.checks.grade(content.haproxyConfig, bodyOf(written)))).pipe(
    concatMap(({ grade, differences }) => {
      const altered = differences.slice(0, maxNamed).map(describe);
      if (grade !== 'altered' || settings.fidelity === 'warn') return of({ fidelity: grade, altered });
      const failure = new DataPlaneError(`the Data Plane API at ${url} stored another configuration than it was sent: ${altered.join('; ')}`, {
        code: 'altered',
        endpoint: url,
        stage: 'verify',
        retryable: false,
        outcome: 'unknown',
        version: written.version,
        hints: ['Write these lines as this version of the API keeps them, or accept the loss with --fidelity warn (library: fidelity).'],
      });
      // What was proved is what is taken back now.
      settings.memory.forget(url);
      return writeBack(attempt, found, failure, 'forced');
    }),
  );
}

function describe({ action, kind, section, name, before, after }: Operation): string {
  const where = [section, name].filter((part) => part !== '').join(' ');
  const what = before === undefined ? after : after === undefined ? before : `${before} → ${after}`;
  return `${where}: ${kind} ${action}${what === undefined ? '' : ` (${what})`}`;
}
