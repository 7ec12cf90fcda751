import { concatMap, defer, map, throwError } from 'rxjs';
import type { Observable } from 'rxjs';
import type { Fingerprint } from '../haproxy/fingerprint.js';
import { contentSecrets } from '../haproxy/contentSecrets.js';
import { maskMessage } from '../haproxy/maskMessage.js';
import { isSameWrite } from './attempt.js';
import type { Attempt } from './attempt.js';
import type { ReloadStatus } from './DataPlaneClient.js';
import { DataPlaneError } from './errors.js';
import { fingerprintIn } from './fingerprintIn.js';
import { poll } from './worker.js';

/**
 * Follows a scheduled reload to its end; one still in progress is followed to the limit of the attempt (design D8).
 *
 * An id that succeeded proves nothing before the text read afterwards is still ours: a reload that
 * ran meanwhile may have put an older file back (facts 4). An id that the API does not know, after
 * a restart of it say, is left to the text and the worker.
 *
 * @returns Whether the API said that it succeeded.
 * @throws DataPlaneError `reload_failed` with what HAProxy said, masked; `conflict` where another text is there now.
 */
export function followReload(attempt: Attempt, reloadId: string, written: Fingerprint): Observable<boolean> {
  const { client, progress, url } = attempt;
  return defer(() => {
    progress.stage = 'reload';
    return poll(attempt, () => client.reload(reloadId), (reload) => reload?.status !== 'in_progress');
  }).pipe(
    concatMap((reload) => {
      if (reload?.status === 'failed') return throwError(() => failed(attempt, reloadId, reload));
      return client.readRaw().pipe(
        map((stored) => {
          if (!isSameWrite(fingerprintIn(stored), written)) throw replaced(url, reloadId);
          return reload?.status === 'succeeded';
        }),
      );
    }),
  );
}

function failed({ url, content }: Attempt, reloadId: string, { response = '' }: ReloadStatus): DataPlaneError {
  const said = response === '' ? '' : `: ${maskMessage(response, contentSecrets(content))}`;
  return new DataPlaneError(`reload ${reloadId} of HAProxy failed at ${url}${said}`, {
    code: 'reload_failed',
    endpoint: url,
    stage: 'reload',
    retryable: false,
    hints: ['The configuration is valid but HAProxy could not start with it: often a port in use or a file that it may not read.'],
  });
}

function replaced(url: string, reloadId: string): DataPlaneError {
  return new DataPlaneError(`after reload ${reloadId} another configuration than the one written is at ${url}: somebody else wrote, or a failed reload put an older file back`, {
    code: 'conflict',
    endpoint: url,
    stage: 'verify',
    retryable: true,
    outcome: 'unknown',
    hints: ['Keep one writer per Data Plane API.'],
  });
}
