import { execFile } from 'node:child_process';
import { watch } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { catchError, concat, debounceTime, distinctUntilChanged, EMPTY, fromEvent, map, Observable, of, startWith, switchMap, tap } from 'rxjs';
import { fromAbortable, runPipeline } from '../lib/index.js';
import type { InputEvent } from '../lib/index.js';

// node watchFile.js FILE URL [HAPROXY]: deploys the file whenever it changes, once `HAPROXY -c` takes it, until SIGINT.
const [file = 'haproxy.cfg', url = 'http://127.0.0.1:5555', program] = process.argv.slice(2);

/** Of the folder, not of the file: editors put another file in its place, which a watch of the old one would never tell. */
const change$ = new Observable<void>((subscriber) => {
  const watcher = watch(dirname(file), () => subscriber.next());
  watcher.on('error', (error) => subscriber.error(error));
  return () => watcher.close();
});

/**
 * What HAProxy has against a configuration; nothing: it is valid. A copy is checked, for the file may
 * change meanwhile. Rejects where the program cannot be run.
 */
async function check(text: string, signal: AbortSignal): Promise<readonly string[]> {
  if (program === undefined) return [];
  const folder = await mkdtemp(join(tmpdir(), 'haproxy-check-'));
  try {
    await writeFile(join(folder, 'haproxy.cfg'), text, { mode: 0o600, signal });
    await promisify(execFile)(program, ['-c', '-f', join(folder, 'haproxy.cfg')], { signal });
    return [];
  } catch (error) {
    // A number is what the program ended with; it ran, and found something.
    if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'number' && 'stderr' in error) return String(error.stderr).trim().split('\n');
    throw error;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A render and what its validation came to; `revision` pairs them. */
const judge = (haproxyConfig: string, revision: number): Observable<InputEvent> => {
  const correlationId = `${file} ${revision}`;
  const verdict$ = fromAbortable((signal) => check(haproxyConfig, signal)).pipe(
    map((errors): InputEvent => (errors.length === 0 ? { type: 'ValidationCompletedEvent', correlationId } : { type: 'ValidationFailedEvent', correlationId, errors })),
  );
  return concat(of<InputEvent[]>({ type: 'TemplateRenderedEvent', correlationId, haproxyConfig }), verdict$);
};

const configuration$ = change$.pipe(
  startWith(undefined),
  // One save is several changes.
  debounceTime(100),
  switchMap(() => fromAbortable((signal) => readFile(file, { encoding: 'utf8', signal })).pipe(catchError(() => EMPTY))),
  distinctUntilChanged(),
  // A newer text ends the check of the one before.
  switchMap(judge),
  tap((event) => {
    if (event.type === 'ValidationFailedEvent') console.log(`not valid: ${event.errors.join(' ')}`);
  }),
);

const fleet: InputEvent = { type: 'HAProxyPodsDiscoveredEvent', endpoints: [{ url, username: 'admin', passwordEnv: 'DATAPLANE_PASSWORD' }] };

await runPipeline(concat(of(fleet), configuration$), { shutdown$: fromEvent(process, 'SIGINT') }).forEach((event) => {
  if (event.type === 'InstanceDeployedEvent') console.log(`deployed: ${event.strategy}, version ${event.version}`);
  if (event.type === 'InstanceDeploymentFailedEvent') console.log(`failed: ${event.error.message}`);
  if (event.type === 'SchedulingCompletedEvent') console.log(`${event.confirmed} of ${event.total} endpoints run it`);
});
