import type { Observable } from 'rxjs';
import type { FileStore } from '../haproxy/fileNames.js';
import { headerOf, jsonOf, wordsOf, type Answer } from './answer.js';
import { answerToError } from './answerToError.js';
import { dataPlaneError } from './dataPlaneError.js';
import { formOf } from './formOf.js';
import { withoutQuoting, type Session, type SessionRequest, type Task } from './openSession.js';
import { readCertificate, readListing } from './readStorage.js';
import type { StorageClient, StoredFile } from './StorageClient.js';

const tasks = {
  list: { what: 'listing the stored files', stage: 'files', writes: false },
  read: { what: 'reading a stored file', stage: 'files', writes: false },
  create: { what: 'storing a file', stage: 'files', writes: true },
  remove: { what: 'removing a stored file', stage: 'files', writes: true },
} as const satisfies Record<string, Task>;

type Operation = <T>(task: Task, run: (session: Session) => Promise<T>) => Observable<T>;

/** Status of an answer that stored something, whatever the version (facts 10.21). */
const stored = [200, 201, 202, 204];

/** The storage of one Data Plane API over HTTP (facts 6). */
export function createGotStorage(operation: Operation): StorageClient {
  return {
    list: (store) => operation(tasks.list, async (session) => readListing(await session.send({ method: 'GET', path: pathOf(store) }, [200]), session.doing)),

    read: (store, name) =>
      operation(named(tasks.read, store, name), async (session) => {
        const answer = await session.send({ method: 'GET', path: pathOf(store, name) }, [200, 404]);
        return answer.status === 404 ? undefined : answer.body;
      }),

    certificate: (name) =>
      operation(named(tasks.read, 'ssl_certificates', name), async (session) => {
        const answer = await session.send({ method: 'GET', path: pathOf('ssl_certificates', name) }, [200, 404]);
        return answer.status === 404 ? undefined : readCertificate(answer, session.doing);
      }),

    create: (store, name, content) =>
      operation(named(tasks.create, store, name), async (session) => {
        const answer = await post(session, store, name, content, [409]);
        return toStored(answer.status === 409 ? await put(session, store, name, content) : answer);
      }),

    replace: (store, name, content) =>
      operation(named(tasks.create, store, name), async (session) => {
        const answer = await put(session, store, name, content, [404]);
        return toStored(answer.status === 404 ? await post(session, store, name, content) : answer);
      }),

    remove: (store, name) =>
      operation(named(tasks.remove, store, name), async (session) => {
        const answer = await remove(session, store, name, store === 'ssl_certificates' ? [500] : []);
        if (answer.status !== 500) return answer.status !== 409;
        // Some versions remove the certificate and then fail for want of a runtime socket.
        const left = await session.send({ method: 'GET', path: pathOf(store, name) }, [200, 404]);
        if (left.status === 404) return true;
        throw answerToError(answer, session.doing);
      }),
  };
}

function post(session: Session, store: FileStore, name: string, content: string, also: readonly number[] = []): Promise<Answer> {
  // Only certificates know the word; the others never reload for a new file.
  const query = store === 'ssl_certificates' ? { query: skipReload } : {};
  return send(session, store, content, { method: 'POST', path: pathOf(store), ...query, ...formOf(name, content) }, also);
}

async function put(session: Session, store: FileStore, name: string, content: string, also: readonly number[] = []): Promise<Answer> {
  const { major, minor, version } = await session.api();
  const patch = Number(/^v?\d+\.\d+\.(\d+)/.exec(version.trim())?.[1]);
  const is30 = major === 3 && minor === 0;
  if (store === 'general' && is30 && patch >= 1 && patch <= 3) return putAnew(session, name, content, also);
  const plain = { headers: { 'content-type': 'text/plain' }, body: Buffer.from(content) };
  const asForm = store === 'general' && major === 3 && !(is30 && patch === 0);
  const request = (form: boolean): SessionRequest => ({ method: 'PUT', path: pathOf(store, name), query: skipReload, ...(form ? formOf(name, content) : plain) });
  if (store !== 'general') return send(session, store, content, request(false), also);
  const answer = await send(session, store, content, request(asForm), [...also, 415]);
  // A build that does not know its version may want the other form.
  return answer.status === 415 ? send(session, store, content, request(!asForm), also) : answer;
}

/** These versions cut a file that is replaced: it is removed and created instead (facts 10.22). */
async function putAnew(session: Session, name: string, content: string, also: readonly number[]): Promise<Answer> {
  const removed = await remove(session, 'general', name);
  if (removed.status === 404 && also.includes(404)) return removed;
  if (removed.status !== 409) return post(session, 'general', name, content);
  throw dataPlaneError(session.doing, {
    code: 'incompatible',
    status: 409,
    problem: 'this version of the API cuts a general file that it replaces, and the configuration refers to this one, so it cannot be removed first',
    hints: ['Upgrade the Data Plane API to 3.0.4 or later.'],
    outcome: 'untouched',
  });
}

function remove(session: Session, store: FileStore, name: string, also: readonly number[] = []): Promise<Answer> {
  const query = store === 'ssl_certificates' ? { query: skipReload } : {};
  return session.send({ method: 'DELETE', path: pathOf(store, name), ...query }, [200, 202, 204, 404, 409, ...also]);
}

async function send(session: Session, store: FileStore, content: string, request: SessionRequest, also: readonly number[] = []): Promise<Answer> {
  const answer = await session.send({ ...request, unquotable: content }, [...stored, ...also, ...(store === 'ssl_certificates' ? [500] : [])]);
  if (answer.status !== 500) return answer;
  throw refusedCertificate(answer, session, content);
}

/** The system's words for a storage that cannot be written; any other 500 is about the certificate (facts 6). */
const storageFault = /no space|permission denied|read-only|quota|too many open files|input\/output|no such file/i;

function refusedCertificate(answer: Answer, { doing }: Session, content: string): Error {
  if (storageFault.test(wordsOf(answer))) return answerToError(answer, withoutQuoting(doing, content));
  return dataPlaneError(doing, {
    code: 'rejected',
    status: 500,
    problem: 'the API refuses it as a certificate with its private key',
    hints: ['See that the file holds the certificate first, then the chain, and the key that belongs to it, all in PEM.'],
    outcome: 'untouched',
  });
}

const skipReload = { skip_reload: 'true' };

function pathOf(store: FileStore, name?: string): string {
  return name === undefined ? `storage/${store}` : `storage/${store}/${encodeURIComponent(name)}`;
}

/** The task in words that name the file. */
function named(task: Task, store: FileStore, name: string): Task {
  return { ...task, what: `${task.what} (${store}/${name})` };
}

function toStored(answer: Answer): StoredFile {
  const json = jsonOf(answer);
  const path: unknown = typeof json === 'object' && json !== null && 'file' in json ? json.file : undefined;
  const reloadId = headerOf(answer, 'reload-id');
  return {
    ...(typeof path === 'string' && path.startsWith('/') ? { path } : {}),
    ...(reloadId === undefined || reloadId === '' ? {} : { reloadId }),
  };
}
