import { catchError, concatMap, defer, map, of, throwError } from 'rxjs';
import type { Observable } from 'rxjs';
import type { Fingerprint } from '../haproxy/fingerprint.js';
import { fingerprintOf, remainingOf } from './attempt.js';
import type { Attempt } from './attempt.js';
import type { RawConfiguration, RawWriteResult, WorkerInfo } from './DataPlaneClient.js';
import { deleteFailedTransaction } from './deleteFailedTransaction.js';
import { DataPlaneError } from './errors.js';
import { followReload } from './followReload.js';
import { readAndCompare } from './lookAt.js';
import { gradeWrite } from './gradeWrite.js';
import type { StoredAs } from './gradeWrite.js';
import { awaitNewWorker, marginSeconds, startedAt } from './worker.js';
import { writeBack } from './writeBack.js';

/** A configuration that is written and proved to run. */
export interface Applied {
  readonly strategy: 'runtime' | 'raw';
  /** How it was stored; absent where only a look told that it was. */
  readonly fidelity?: StoredAs['fidelity'];
  /** What was altered, masked. */
  readonly altered?: readonly string[];
  readonly version: number;
  /** The text as stored. */
  readonly text: string;
  readonly reloadId?: string;
}

/** Written; that it runs is still to be proved, which holds no slot (design D1). */
export interface Reloading {
  readonly proof$: Observable<Applied>;
}

/**
 * Writes the whole wanted configuration with one reload and proves that it runs (design D5, D8).
 *
 * @param found The text and version that the write replaces.
 * @returns How to come by the proof, or the proof itself where the answer to the write got lost.
 */
export function pushRaw(attempt: Attempt, found: RawConfiguration): Observable<Applied | Reloading> {
  const { client, content, progress, settings, url } = attempt;
  // The worker from before the write: that another one runs afterwards is the proof.
  return client.worker().pipe(
    concatMap((before) => {
      const written = fingerprintOf(attempt, found, 'reload', { notBefore: proofFrom(before, found), ...(before && { before: before.pid }) });
      return defer(() => {
        progress.stage = 'apply';
        progress.inDoubt = true;
        progress.writes += 1;
        if (before) settings.memory.noteWrite(url, { written, before });
        return client.writeRaw({
          text: settings.pushed(content.haproxyConfig, written),
          version: found.version,
          reload: settings.reload,
          timeoutMs: remainingOf(attempt),
        });
      }).pipe(
        map((result): Reloading => proveWrite(attempt, { found, written, before, result })),
        catchError((error: unknown) => settleFailedWrite(attempt, found, error)),
      );
    }),
  );
}

/**
 * The time from which a worker that starts is another one than that from before the write, in Unix
 * seconds: with it in the fingerprint a later process can tell the two apart (design D8). Of a worker
 * that did not show itself nothing is known but that it may have started just now.
 */
function proofFrom(before: WorkerInfo | undefined, { dateMs = 0 }: RawConfiguration): number {
  return Math.floor(((before && startedAt(before)) ?? dateMs) / 1_000) + marginSeconds;
}

interface Write {
  readonly found: RawConfiguration;
  readonly written: Fingerprint;
  readonly before: WorkerInfo | undefined;
  readonly result: RawWriteResult;
}

function proveWrite(attempt: Attempt, { found, written, before, result }: Write): Reloading {
  const { settings, url } = attempt;
  const { reloadId, text, version } = result;
  const proved = (worker: WorkerInfo | undefined): Applied => {
    attempt.progress.inDoubt = false;
    attempt.progress.touched = false;
    settings.memory.remember(url, { checksum: written.checksum, version, pid: worker?.pid });
    settings.memory.rememberStoredForm(written.checksum, result);
    return { strategy: 'raw', version, text, ...(reloadId === undefined ? {} : { reloadId }) };
  };
  // Without an id only a forced reload is done when the answer comes.
  const said$ = reloadId === undefined ? of(settings.reload === 'forced') : followReload(attempt, reloadId, written);
  const proof$ = said$.pipe(
    concatMap((said) => awaitNewWorker(attempt, before, said)),
    map(proved),
    concatMap((applied) => gradeWrite(attempt, found, result).pipe(map((stored) => ({ ...applied, ...stored })))),
    catchError((error: unknown) => (isFailedReload(error) ? writeBack(attempt, found, error) : throwError(() => error))),
  );
  return { proof$ };
}

/** What a write that failed left behind is put right, or at least found out, before the failure is reported. */
function settleFailedWrite(attempt: Attempt, found: RawConfiguration, error: unknown): Observable<Applied> {
  if (isFailedReload(error)) return writeBack(attempt, found, error);
  if (!(error instanceof DataPlaneError)) return throwError(() => error);
  if (error.outcome !== 'untouched') return findLostWrite(attempt, error);
  attempt.progress.inDoubt = false;
  return deleteFailedTransaction(attempt, error);
}

function isFailedReload(error: unknown): error is DataPlaneError {
  return error instanceof DataPlaneError && error.code === 'reload_failed';
}

/** The answer was lost: a look tells whether the write took place and was followed by its reload (design D8). */
function findLostWrite(attempt: Attempt, lost: DataPlaneError): Observable<Applied> {
  return defer(() => readAndCompare(attempt)).pipe(
    catchError(() => throwError(() => lost)),
    map((look): Applied => {
      if (look.kind !== 'proved' || look.text === undefined) throw lost;
      attempt.progress.inDoubt = false;
      attempt.progress.touched = false;
      return { strategy: 'raw', version: look.version, text: look.text };
    }),
  );
}
