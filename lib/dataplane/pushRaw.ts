import { catchError, concatMap, defer, map, of, throwError, timeout } from 'rxjs';
import type { Observable } from 'rxjs';
import { readFingerprint, withFingerprint } from '../haproxy/fingerprint.js';
import type { Fingerprint } from '../haproxy/fingerprint.js';
import { isSameWrite, remainingOf } from './attempt.js';
import type { Attempt } from './attempt.js';
import type { RawConfiguration, RawWriteResult, WorkerInfo } from './DataPlaneClient.js';
import { DataPlaneError } from './errors.js';
import { followReload } from './followReload.js';
import { awaitNewWorker } from './worker.js';
import { writeBack } from './writeBack.js';

/** A configuration that is written and proved to run. */
export interface Applied {
  readonly version: number;
  /** The text as stored by the write itself. */
  readonly text: string;
  readonly reloadId?: string;
}

/** Written; a scheduled reload is still to come, which holds no slot (design D1). */
export interface Reloading {
  readonly proof$: Observable<Applied>;
}

/** How long the deletion of a failed transaction may take, in milliseconds (design D9). */
const cleanUpMs = 2_000;

/**
 * Writes the whole wanted configuration with one reload and proves that it runs (design D5, D8).
 *
 * @param found The text and version that the write replaces.
 * @returns The proof, or with a scheduled reload how to come by it.
 */
export function pushRaw(attempt: Attempt, found: RawConfiguration): Observable<Applied | Reloading> {
  const { client, content, progress, settings } = attempt;
  const written: Fingerprint = {
    checksum: content.checksum,
    name: settings.name,
    at: Math.floor((found.dateMs ?? settings.scheduler.now()) / 1_000),
    by: 'reload',
  };
  // The worker from before the write: that another one runs afterwards is the proof.
  return client.worker().pipe(
    concatMap((before) =>
      defer(() => {
        progress.stage = 'apply';
        progress.inDoubt = true;
        progress.writes += 1;
        return client.writeRaw({
          text: withFingerprint(toPushed(content.haproxyConfig), written),
          version: found.version,
          reload: settings.reload,
          timeoutMs: remainingOf(attempt),
        });
      }).pipe(
        catchError((error: unknown) => settleFailedWrite(attempt, found, written, error)),
        concatMap((result) => proveWrite(attempt, { found, written, before, result })),
      ),
    ),
  );
}

interface Write {
  readonly found: RawConfiguration;
  readonly written: Fingerprint;
  readonly before: WorkerInfo | undefined;
  readonly result: RawWriteResult;
}

function proveWrite(attempt: Attempt, { found, written, before, result }: Write): Observable<Applied | Reloading> {
  const { reloadId, text, version } = result;
  const revert = catchError<WorkerInfo | undefined, Observable<never>>((error: unknown) => revertFailedReload(attempt, found, error));
  const finish = map((worker: WorkerInfo | undefined): Applied => {
    const { content, progress, settings, url } = attempt;
    progress.inDoubt = false;
    settings.memory.remember(url, { checksum: content.checksum, version, pid: worker?.pid });
    settings.memory.rememberStoredForm(content.checksum, text);
    return { version, text, ...(reloadId === undefined ? {} : { reloadId }) };
  });
  if (reloadId === undefined) return awaitNewWorker(attempt, before).pipe(revert, finish);
  const proof$ = followReload(attempt, reloadId, written).pipe(
    concatMap(() => awaitNewWorker(attempt, before)),
    revert,
    finish,
  );
  return of({ proof$ });
}

/** What a write that failed left behind is put right, or at least found out, before the failure is reported. */
function settleFailedWrite(attempt: Attempt, found: RawConfiguration, written: Fingerprint, error: unknown): Observable<RawWriteResult> {
  if (!(error instanceof DataPlaneError)) return throwError(() => error);
  if (error.code === 'reload_failed') return writeBack(attempt, found, error);
  if (error.outcome === 'unknown') return findLostWrite(attempt, written, error);
  attempt.progress.inDoubt = false;
  return error.transactionId === undefined ? throwError(() => error) : deleteTransaction(attempt, error.transactionId, error);
}

function revertFailedReload(attempt: Attempt, found: RawConfiguration, error: unknown): Observable<never> {
  return error instanceof DataPlaneError && error.code === 'reload_failed' ? writeBack(attempt, found, error) : throwError(() => error);
}

/** The answer was lost: the text tells whether the write took place, its reload is then proved like any other (design D8). */
function findLostWrite({ client, progress }: Attempt, written: Fingerprint, lost: DataPlaneError): Observable<RawWriteResult> {
  return defer(() => {
    progress.stage = 'verify';
    return client.readRaw();
  }).pipe(
    catchError(() => throwError(() => lost)),
    concatMap(({ text, version }) =>
      isSameWrite(readFingerprint(text), written) ? of({ text, version }) : throwError(() => lost),
    ),
  );
}

/** A refused push leaves a failed transaction: deleted as well as can be, the refusal is reported either way (design D9). */
function deleteTransaction({ client, settings }: Attempt, id: string, refusal: DataPlaneError): Observable<never> {
  return client.deleteTransaction(id).pipe(
    timeout({ first: cleanUpMs, scheduler: settings.scheduler }),
    catchError(() => of(undefined)),
    concatMap(() => throwError(() => refusal)),
  );
}

/** HAProxy refuses a byte order mark and a missing final newline; nothing else is ever changed (design D5a). */
export function toPushed(text: string): string {
  const unmarked = text.startsWith('\uFEFF') ? text.slice(1) : text;
  return unmarked.endsWith('\n') ? unmarked : `${unmarked}\n`;
}
