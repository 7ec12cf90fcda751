import { catchError, concatMap, defer, map, of, throwError } from 'rxjs';
import type { Observable } from 'rxjs';
import { showsAll } from '../haproxy/showsAll.js';
import { fingerprintOf, remainingOf } from './attempt.js';
import type { Attempt } from './attempt.js';
import { changeMaps } from './changeMaps.js';
import type { RawConfiguration } from './DataPlaneClient.js';
import { deleteFailedTransaction } from './deleteFailedTransaction.js';
import { DataPlaneError } from './errors.js';
import { gradeWrite } from './gradeWrite.js';
import type { PreparedStep } from './prepareRuntime.js';
import { pushRaw } from './pushRaw.js';
import type { Applied, Reloading } from './pushRaw.js';
import { readBack } from './readBack.js';

/**
 * Writes the whole wanted configuration without a reload, together with the commands that make the
 * running process follow, and reads back whether it did (design D5). Entries of maps come after it:
 * until then a refusal leaves nothing to undo but files.
 *
 * A step that fails or is unclear turns into one reloading push at the version as it is then; so
 * does one whose values read back are others. However much changed, the configuration is written
 * once, or twice where a step failed.
 *
 * @param found What the endpoint has, and runs.
 */
export function applyRuntime(attempt: Attempt, found: RawConfiguration, { header, actions, entries }: PreparedStep): Observable<Applied | Reloading> {
  const { client, content, progress, settings, url } = attempt;
  const pid = settings.memory.proved(url)?.pid;
  const reload = (): Observable<Applied | Reloading> => {
    // Some commands may have taken effect: what was proved before holds no longer.
    progress.touched = true;
    settings.memory.forget(url);
    return client.readRaw().pipe(concatMap(({ version, dateMs }) => pushRaw(attempt, { ...found, version, ...(dateMs === undefined ? {} : { dateMs }) })));
  };
  return defer(() => {
    progress.stage = 'apply';
    progress.inDoubt = true;
    progress.writes += 1;
    return client.writeRaw({
      text: settings.pushed(content.haproxyConfig, fingerprintOf(attempt, found, 'runtime', showsAll(actions, settings.checks.running(content.haproxyConfig)) ? {} : { unseen: true })),
      version: found.version,
      reload: 'none',
      // A step without commands, for lines that reach nothing in the process, is a write alone.
      ...(header === '' ? {} : { runtimeActions: header }),
      timeoutMs: remainingOf(attempt),
    });
  }).pipe(
    catchError((error: unknown) => {
      if (!(error instanceof DataPlaneError)) return throwError(() => error);
      if (error.outcome !== 'untouched') return of(undefined);
      progress.inDoubt = false;
      return deleteFailedTransaction(attempt, error);
    }),
    concatMap((written) => {
      // A command failed, or no word came about it: the file may be written, the process is behind.
      if (!written) return reload();
      return changeMaps(attempt, entries).pipe(
        concatMap((reached) => (reached ? readBack(attempt, actions) : of(false))),
        catchError(() => of(false)),
        concatMap((reached) => {
          if (!reached) return reload();
          progress.inDoubt = false;
          settings.memory.remember(url, { checksum: content.checksum, version: written.version, pid });
          settings.memory.rememberStoredForm(content.checksum, written);
          return gradeWrite(attempt, found, written).pipe(map((stored): Applied => ({ strategy: 'runtime', ...written, ...stored })));
        }),
      );
    }),
  );
}
