import { catchError, concat, concatMap, defer, from, map, of, reduce, timeout, toArray } from 'rxjs';
import type { Observable } from 'rxjs';
import { fileKey } from '../haproxy/diffAuxFiles.js';
import type { CertificateTraits, OwnedFile } from '../haproxy/manifest.js';
import { wantedFiles } from '../haproxy/wantedFiles.js';
import { remainingOf } from './attempt.js';
import type { Attempt } from './attempt.js';
import type { FilesLook } from './lookAtFiles.js';
import { writeManifest } from './writeManifest.js';
import type { FilesJournal } from './writeManifest.js';

/** What of the attempt's time is left when tidying up ends, in milliseconds: it must not make a success a timeout. */
const spareMs = 50;

/**
 * When what is wanted is proved to run: removes obsolete files of ours and writes the manifest that
 * says so (design D6).
 *
 * Never errors: what is left undone, the next look finds in the manifest. What the configuration
 * still refers to stays, and stays ours.
 */
export function finishFiles(attempt: Attempt, look: FilesLook, journal: FilesJournal): Observable<void> {
  const { progress, settings } = attempt;
  return defer(() => {
    const written$ = from(look.plan.removes).pipe(
      concatMap((file) => {
        progress.writes += 1;
        return look.storage.remove(file.store, file.name).pipe(map((gone) => (gone ? [] : [file])));
      }),
      reduce((all: readonly OwnedFile[], referred) => [...all, ...referred], []),
      concatMap((referred) => proved(attempt, look).pipe(concatMap((files) => writeManifest(attempt, look, journal, [...files, ...look.plan.kept, ...referred])))),
    );
    return concat(written$, of(undefined));
  }).pipe(
    timeout({ first: Math.max(0, remainingOf(attempt) - spareMs), scheduler: settings.scheduler }),
    catchError(() => of(undefined)),
    map(() => {
      progress.touched = false;
    }),
  );
}

/** The wanted files as they are proved to run; what the API says of a certificate is what later looks will meet. */
function proved({ content }: Attempt, { plan, present, storage }: FilesLook): Observable<readonly OwnedFile[]> {
  const changed = new Set([...plan.creates, ...plan.replaces, ...plan.unproved].map(fileKey));
  const known = new Map((present.owned ?? []).map((file) => [fileKey(file), file.certificate]));
  return from(wantedFiles(content.auxiliaryFiles)).pipe(
    concatMap(({ store, name, sha256 }) => {
      const key = fileKey({ store, name });
      const traits = known.get(key);
      const toOwned = (certificate: CertificateTraits | undefined): OwnedFile => ({ store, name, sha256, ...(certificate === undefined ? {} : { certificate }) });
      const isKnown = store !== 'ssl_certificates' || (traits !== undefined && !changed.has(key));
      return isKnown ? of(toOwned(traits)) : storage.certificate(name).pipe(map(toOwned));
    }),
    toArray(),
  );
}
