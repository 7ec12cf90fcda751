import { concatMap, defer, of, throwError } from 'rxjs';
import type { Observable } from 'rxjs';
import type { Attempt } from './attempt.js';
import { bodyOf } from './bodyOf.js';
import type { RawConfiguration } from './DataPlaneClient.js';
import { DataPlaneError } from './errors.js';
import { nameSome } from './nameSome.js';

/**
 * Refuses, before anything is sent, a configuration of which the API would lose something (design
 * D5b), or that takes away what the API lives on there (design D13); either is let through by option.
 *
 * @throws DataPlaneError `rejected`, stage `plan`, `untouched`, with lines and mends.
 */
export function refuseHarm(attempt: Attempt, found: RawConfiguration): Observable<void> {
  const { client, content, progress, settings } = attempt;
  return defer(() => {
    progress.stage = 'plan';
    const lost = settings.allowLockout ? [] : settings.checks.lostAccess(bodyOf(found), content.haproxyConfig);
    if (lost.length > 0) {
      const what = lost.map(({ message }) => message).join('; ');
      return throwError(() => refusal(attempt, what, ['Put it into the configuration, or send it all the same with --allow-lockout (library: allowLockout).']));
    }
    if (settings.allowLossy) return of(undefined);
    return client.info().pipe(
      concatMap((api) => {
        const losses = settings.checks.losses(content.haproxyConfig, api);
        if (losses.length === 0) return of(undefined);
        const named = nameSome(losses.map(({ line, section, message, mend }) => `line ${line} (${section}): ${message}; ${mend}`), '. ');
        const what = `Data Plane API ${api.version} would not keep the meaning of the configuration: ${named}`;
        return throwError(() => refusal(attempt, what, ['Mend these lines, or send it all the same with --allow-lossy (library: allowLossy).']));
      }),
    );
  });
}

function refusal({ url }: Attempt, what: string, hints: readonly string[]): DataPlaneError {
  return new DataPlaneError(`nothing was sent to ${url}: ${what}`, { code: 'rejected', endpoint: url, stage: 'plan', retryable: false, outcome: 'untouched', hints });
}
