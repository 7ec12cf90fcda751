import { concatMap, defer, map, of, timer } from 'rxjs';
import type { Observable } from 'rxjs';
import { countFileOperations } from '../haproxy/diffAuxFiles.js';
import type { Fingerprint } from '../haproxy/fingerprint.js';
import { isSameWrite } from './attempt.js';
import type { Attempt, Comparison, RuntimeStep } from './attempt.js';
import { bodyOf } from './bodyOf.js';
import type { RawConfiguration, WorkerInfo } from './DataPlaneClient.js';
import type { Unsettled } from './endpointMemory.js';
import { DataPlaneError } from './errors.js';
import { fingerprintIn } from './fingerprintIn.js';
import { isAsWritten } from './isAsWritten.js';
import { startedAfterWrite } from './isRunning.js';
import type { Look } from './look.js';
import { lookAtFiles } from './lookAtFiles.js';
import type { FilesLook } from './lookAtFiles.js';
import { lookAtRunning, readRunningDrift } from './lookAtRunning.js';
import { isAnother } from './worker.js';

/**
 * Looks whether an endpoint runs what is wanted, with as few requests as that takes (design D4).
 *
 * A *known* endpoint, whose version is that of our last proved write, costs one small request; a
 * forced look, and one at an unknown endpoint, reads the text, the files' manifest and listings and,
 * unless memory proves it, the reloads and the worker.
 *
 * @throws DataPlaneError `rejected` where the text bears another fleet's name (design D13), or files
 * do not fit the storage (design D6).
 */
export function lookAt(attempt: Attempt): Observable<Look> {
  const { client, content, force, progress, settings, url } = attempt;
  const known = settings.memory.proved(url);
  if (force || progress.retries > 0 || known?.checksum !== content.checksum) return readAndCompare(attempt);
  progress.stage = 'read';
  return client
    .version()
    .pipe(concatMap((version) => (version === known.version ? of<Look>({ kind: 'proved', version }) : readAndCompare(attempt))));
}

const noDifference: Comparison = { same: true, operations: {} };

/** Looks past memory: reads the text, compares it and, unless memory proves it, asks for the reloads and the worker. */
export function readAndCompare(attempt: Attempt): Observable<Look> {
  const { client, content, progress, settings, url } = attempt;
  return defer(() => {
    progress.stage = 'read';
    return client.readRaw();
  }).pipe(
    concatMap((found) => {
      progress.compared = 'full';
      const fingerprint = fingerprintIn(found);
      refuseOtherFleet(attempt, fingerprint);
      const { same, operations, runtime } = settings.memory.isStoredForm(content.checksum, found)
        ? noDifference
        : settings.compare(bodyOf(found), content.haproxyConfig);
      return lookAtFiles(attempt).pipe(
        concatMap((files) => {
          const state = stateOf(attempt, found, files);
          if (same && state === 'same') return proveOrWait(attempt, found, fingerprint, files);
          const wasOurs = fingerprint?.checksum === content.checksum || settings.memory.proved(url)?.checksum === content.checksum;
          return of<Look>({
            kind: 'differs',
            found,
            operations: files ? { ...operations, ...countFileOperations(files.plan) } : operations,
            runtime: state === 'same' ? runtime : mapStep(attempt, files, same ? { header: '', actions: [] } : runtime),
            files,
            drifted: wasOurs && !(same && state === 'open'),
          });
        }),
      );
    }),
  );
}

/**
 * Whether the files are as wanted, so that HAProxy has loaded them if it has loaded the text: `open`
 * where an attempt of ours broke off before that was proved, and it was not the last write of this process.
 */
function stateOf({ content, settings, url }: Attempt, found: RawConfiguration, files: FilesLook | undefined): 'same' | 'open' | 'differs' {
  if (!files) return 'same';
  const { creates, replaces, unproved } = files.plan;
  if (creates.length > 0 || replaces.length > 0) return 'differs';
  if (unproved.length === 0) return 'same';
  const proved = settings.memory.proved(url);
  if (proved?.checksum === content.checksum && proved.version === found.version) return 'same';
  const unsettled = settings.memory.unsettled(url);
  return unsettled?.written.checksum === content.checksum && isSameWrite(fingerprintIn(found), unsettled.written) ? 'same' : 'open';
}

/** Where nothing but maps differ, of which each can follow its file in the process, they go along with what else is done there (design D5). */
function mapStep({ content, settings: { checks } }: Attempt, files: FilesLook | undefined, step: RuntimeStep | undefined): RuntimeStep | undefined {
  if (!files || !step || files.plan.creates.length > 0) return undefined;
  const changed = [...files.plan.replaces, ...files.plan.unproved];
  const maps = checks.maps(content).filter(({ entries, exact, name }) => exact && changed.some((file) => file.store === 'maps' && file.name === name) && entries());
  return maps.length === changed.length ? { ...step, maps } : undefined;
}

/** The text on disk is what is wanted; whether HAProxy runs it is another question (design D8). */
function proveOrWait(attempt: Attempt, found: RawConfiguration, fingerprint: Fingerprint | undefined, files: FilesLook | undefined): Observable<Look> {
  const { client, content, progress, settings, url } = attempt;
  const { memory, pollMs, scheduler } = settings;
  const known = memory.proved(url);
  const remembered = known?.checksum === content.checksum ? known : undefined;
  const proof: Extract<Look, { kind: 'proved' }> = { kind: 'proved', version: found.version, text: found.text, ...(files && isUntidy(files) ? { files } : {}) };
  if (remembered?.version === found.version) return lookAtRunning(attempt, found, proof);
  progress.stage = 'verify';
  return client.reloads().pipe(
    concatMap((reloads) => {
      // Somebody's reload is still to come, perhaps of this very text: its end decides, and may change the text.
      if (reloads.some(({ status }) => status === 'in_progress')) return timer(pollMs, scheduler).pipe(concatMap(() => readAndCompare(attempt)));
      return client.worker().pipe(
        concatMap((worker): Observable<Look> => {
          const proved = isProvedBy(attempt, { worker, provedPid: remembered?.pid, found, fingerprint }) || isSettledBy(worker, memory.unsettled(url), fingerprint);
          return (proved ? of(true) : isReadBack(attempt, found, fingerprint)).pipe(
            concatMap((runs): Observable<Look> => {
              if (!runs) return of({ kind: 'differs', found, operations: {}, runtime: undefined, files, drifted: false });
              memory.remember(url, { checksum: content.checksum, version: found.version, pid: worker?.pid });
              memory.rememberStoredForm(content.checksum, found);
              return lookAtRunning(attempt, found, proof);
            }),
          );
        }),
      );
    }),
  );
}

/** A run-time write of which nobody remembers the proof is proved by what the process shows (design D8). */
function isReadBack(attempt: Attempt, found: RawConfiguration, fingerprint: Fingerprint | undefined): Observable<boolean> {
  if (fingerprint?.by !== 'runtime' || fingerprint.unseen || !tellsOf(attempt, found, fingerprint)) return of(false);
  return readRunningDrift(attempt).pipe(map((drift) => drift?.values.length === 0 && drift.states.length === 0));
}

function isUntidy({ plan: { removes, unproved } }: FilesLook): boolean {
  return removes.length > 0 || unproved.length > 0;
}

interface Evidence {
  readonly worker: WorkerInfo | undefined;
  /** Of the worker that was proved to run the wanted content before. */
  readonly provedPid: number | undefined;
  readonly found: RawConfiguration;
  readonly fingerprint: Fingerprint | undefined;
}

/**
 * Whether a worker runs the text on disk: it is the worker that was proved to run it before, or it
 * started after the text was written. A text without fingerprint tells no time; with no reload to
 * come it is taken as what runs, for nothing is written for the fingerprint's sake (design D4).
 */
function isProvedBy(attempt: Attempt, { worker, provedPid, found, fingerprint }: Evidence): boolean {
  if (!fingerprint) return true;
  if (!worker) return false;
  if (worker.pid === provedPid) return true;
  return tellsOf(attempt, found, fingerprint) && startedAfterWrite(worker, fingerprint);
}

/** Whether a fingerprint tells of the text that it stands in: that of another content does only where nobody has touched the text since. */
function tellsOf({ content, settings: { memory } }: Attempt, found: RawConfiguration, fingerprint: Fingerprint): boolean {
  return fingerprint.checksum === content.checksum || memory.isStoredForm(fingerprint.checksum, found) || isAsWritten(found, fingerprint);
}

/** Whether a write of ours that ended unclear has had its reload: its text is there, and another worker than before it. */
function isSettledBy(worker: WorkerInfo | undefined, unsettled: Unsettled | undefined, fingerprint: Fingerprint | undefined): boolean {
  return worker !== undefined && unsettled !== undefined && isSameWrite(fingerprint, unsettled.written) && isAnother(unsettled.before, worker);
}

function refuseOtherFleet({ settings, url }: Attempt, fingerprint: Fingerprint | undefined): void {
  if (!fingerprint || fingerprint.name === settings.name || settings.takeOver) return;
  throw new DataPlaneError(`${url} belongs to the fleet "${fingerprint.name}", this one is "${settings.name}"`, {
    code: 'rejected',
    endpoint: url,
    stage: 'plan',
    retryable: false,
    outcome: 'untouched',
    hints: ['Remove it from one of the two fleets, or take it over with --take-over (library: takeOver).'],
  });
}
