import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { defer, map, of, Subject } from 'rxjs';
import type { Observable } from 'rxjs';
import { passwordChanges } from '../../lib/dataplane/passwordChanges.js';
import type { EndpointParkedEvent, PipelineEvent } from '../../lib/events/types.js';
import { discovered, endpoint, endpointParked, errorInfo, instanceDeployed, instanceFailed, url } from '../support/events.js';
import { marbles } from '../support/marbles.js';

const folder = mkdtempSync(join(tmpdir(), 'password-changes-spec-'));
afterAll(() => rmSync(folder, { recursive: true }));

const parked = (host: string, code: EndpointParkedEvent['code']): EndpointParkedEvent => endpointParked({ endpoint: { url: url(host) }, code });
const withFile = endpoint('h1', { passwordFile: '/secret' });
const events: Record<string, PipelineEvent> = {
  L: discovered({ endpoints: [withFile, endpoint('h2')] }),
  M: discovered({ endpoints: [endpoint('h2'), endpoint('h1', { passwordFile: '/other' })] }),
  N: discovered({ endpoints: [endpoint('h1'), endpoint('h2')] }),
  u: parked('h1', 'unauthorized'),
  i: parked('h1', 'incompatible'),
  v: parked('h2', 'unauthorized'),
  d: instanceDeployed(),
  f: instanceFailed({ error: errorInfo('unauthorized') }),
  g: instanceFailed({ error: errorInfo('rejected') }),
  c: { type: 'CredentialsChangedEvent', endpoints: [withFile.url] },
};

/** Writes one content after another: the first look may come after the first of them, and none need fall between two. */
async function changeUntil(path: string, isTold: () => boolean): Promise<void> {
  for (let content = 0; !isTold(); content += 1) {
    writeFileSync(path, String(content));
    await new Promise(setImmediate);
  }
}

describe('passwordChanges', () => {
  it.each([
    ['S9 tells of another content of the file of a parked endpoint, each time', '  Lu--------f------', 'aaaaaabbbbbbbcccc', '-------c-----c---'],
    ['S9 tells nothing while the file stays the same', '                       Lu---------------', 'aaaaaaaaaaaaaaaaa', '-----------------'],
    ['S9 tells nothing of an endpoint that is parked for another cause', '     Li---------------', 'aaaaaabbbbbbbcccc', '-----------------'],
    ['S9 tells nothing of an endpoint with a password of its own', '           Lv---------------', 'aaaaaabbbbbbbcccc', '-----------------'],
    ['S9 ends its watch when the endpoint was let in', '                       Lu--d------------', 'aaaaaabbbbbbbcccc', '-----------------'],
    ['S9 ends its watch when the endpoint ends in another way', '              Lu--g------------', 'aaaaaabbbbbbbcccc', '-----------------'],
    ['S9 ends its watch when the entry names another file', '                   Lu--M------------', 'aaaaaabbbbbbbcccc', '-----------------'],
    ['S9 ends its watch when the entry names no file any more',              'Lu--N------------', 'aaaaaabbbbbbbcccc', '-----------------'],
    ['S9 sees the file that a list names after others without any',          'NNLu-------------', 'aaaaaabbbbbbbcccc', '-------c-----c---'],
    ['S9 goes on when the list comes again', '                                  Lu--L------------', 'aaaaaabbbbbbbcccc', '-------c-----c---'],
    ['S9 ends with the source', '                                               Lu--|            ', 'aaaaaabbbbbbbcccc', '----|            '],
  ])('%s', (_title, input, content, expected) => marbles(({ hot, scheduler, expectObservable }) => {
    const source = hot(input, events);
    const subs = '^----------------!';
    const digest = (): Observable<string> => defer(() => of(content[scheduler.now()] ?? ''));

    expectObservable(source.pipe(passwordChanges({ digest, pollMs: 2, scheduler })), subs).toBe(expected, events);
  })());

  it('S9 watches the file that the defaults name for an endpoint without credentials of its own', marbles(({ hot, scheduler, expectObservable }) => {
    const source = hot('  Lu---------', { ...events, L: discovered({ endpoints: [endpoint('h1')] }) });
    const digest = (path: string): Observable<string> => defer(() => of(`${path}${scheduler.now() > 4}`));
    const expected = '    -----c-----';

    expectObservable(source.pipe(passwordChanges({ credentials: { passwordFile: '/common' }, digest, pollMs: 2, scheduler }), map(({ type }) => type)), '^----------!').toBe(expected, { c: 'CredentialsChangedEvent' });
  }));

  it('reads a real file, and takes one that appears for a change', async () => {
    const path = join(folder, 'password');
    const source = new Subject<PipelineEvent>();
    const told: unknown[] = [];
    const watching = source.pipe(passwordChanges({ credentials: { passwordFile: path }, pollMs: 1 })).subscribe((event) => told.push(event));
    source.next(discovered({ endpoints: [{ url: withFile.url }] }));
    source.next(endpointParked());
    await changeUntil(path, () => told.length > 0);
    watching.unsubscribe();

    expect(told[0]).toEqual(events['c']);
  });

  it('waits for no pipe: more of them than there are threads for files keep no other file from being read', async () => {
    const pipe = join(folder, 'pipe');
    const path = join(folder, 'beside');
    execFileSync('mkfifo', [pipe]);
    const source = new Subject<PipelineEvent>();
    const told: unknown[] = [];
    const pipes = Array.from({ length: 8 }, (_, i) => endpoint(`p${i}`, { passwordFile: pipe }));
    const watching = source.pipe(passwordChanges({ credentials: { passwordFile: path }, pollMs: 1 })).subscribe((event) => told.push(event));
    source.next(discovered({ endpoints: [...pipes, { url: withFile.url }] }));
    for (const each of pipes) source.next(endpointParked({ endpoint: { url: each.url } }));
    source.next(endpointParked());
    await changeUntil(path, () => told.length > 0);
    watching.unsubscribe();

    expect(told[0]).toEqual(events['c']);
  });
});
