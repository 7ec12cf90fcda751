import { catchError, concat, concatMap, defer, EMPTY, from, ignoreElements, map, reduce, throwError } from 'rxjs';
import type { Observable } from 'rxjs';
import { fileKey } from '../haproxy/diffAuxFiles.js';
import type { OwnedFile } from '../haproxy/manifest.js';
import type { Attempt } from './attempt.js';
import type { DataPlaneError } from './errors.js';
import type { FilesLook } from './lookAtFiles.js';
import { messageOf } from './messageOf.js';
import { writeManifest } from './writeManifest.js';
import type { FilesJournal } from './writeManifest.js';

/**
 * After a configuration that did not come to run: puts replaced maps and general files back and
 * removes new files (design D6). A replaced certificate stays, for none can be read back; the
 * manifest then calls it open, and a hint says so.
 *
 * Always errors with `failure`, its outcome `unknown` where the files could not be put back, or where
 * entries of running maps were changed, which this does not undo: the next deployment reads them.
 */
export function putBackFiles(attempt: Attempt, look: FilesLook, journal: FilesJournal, failure: DataPlaneError): Observable<never> {
  const { progress, settings, url } = attempt;
  const { created, replaced } = journal;
  const { storage } = look;
  if (created.length === 0 && replaced.length === 0 && journal.manifest === look.manifest) return throwError(() => failure);
  const staying = replaced.filter(({ before }) => before === undefined).map(({ file }) => file);
  const write = <T>(send: () => Observable<T>): Observable<T> =>
    defer(() => {
      progress.touched = true;
      progress.writes += 1;
      return send();
    });
  const { verdict } = progress;
  const undo$ = concat(
    defer(() => {
      progress.verdict = failure.withOutcome('unknown');
      return EMPTY;
    }),
    from(replaced.toReversed()).pipe(
      concatMap(({ file: { store, name }, before }) => (before === undefined ? EMPTY : write(() => storage.replace(store, name, before)))),
      ignoreElements(),
    ),
    from(created.toReversed()).pipe(
      concatMap(({ store, name }) => write(() => storage.remove(store, name)).pipe(map((gone) => (gone ? [] : [{ store, name }])))),
      reduce((all: readonly OwnedFile[], referred) => [...all, ...referred], []),
      concatMap((referred) => {
        // What the process may have loaded meanwhile is open, whatever is stored again.
        const loaded = failure.code === 'altered' || journal.reloaded || progress.mapsTouched ? replaced.map(({ file }) => file) : staying;
        const open = [...loaded, ...referred];
        // Its version has not moved, and still it is not as it was proved.
        if (open.length > 0) settings.memory.forget(url);
        return writeManifest(attempt, look, journal, withOpen(look, open));
      }),
    ),
  ).pipe(catchError((error: unknown) => throwError(() => failure.withOutcome('unknown', [`Putting the files back failed, too: ${messageOf(error)}`]))));
  const end$ = defer(() => {
    progress.touched = false;
    progress.verdict = verdict;
    const ended = staying.length === 0 ? failure : withStaying(failure, staying.map(({ name }) => name));
    return throwError(() => (progress.mapsTouched ? ended.withOutcome('unknown', ['Some entries of maps were changed in the running process already; the next deployment puts them right.']) : ended));
  });
  return concat(undo$, end$);
}

/** Ours as before, but open where nobody knows what is loaded. */
function withOpen({ present }: FilesLook, open: readonly Pick<OwnedFile, 'store' | 'name'>[]): readonly OwnedFile[] {
  const keys = new Set(open.map(fileKey));
  return [...(present.owned ?? []).filter((file) => !keys.has(fileKey(file))), ...open.map(({ store, name }): OwnedFile => ({ store, name }))];
}

function withStaying(failure: DataPlaneError, names: readonly string[]): DataPlaneError {
  const hint = `The new certificates stay stored, for the API gives none back to restore; HAProxy loads them with its next reload: ${names.join(', ')}.`;
  return failure.withOutcome('reverted', [hint]);
}
