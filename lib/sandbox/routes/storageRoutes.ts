import type { ApiContext } from '../ApiContext.js';
import { ApiError } from '../http/ApiError.js';
import { invalid } from '../http/Query.js';
import { readUpload } from '../http/readUpload.js';
import { services, type ApiRequest, type Reply, type Route } from '../http/Route.js';
import type { FileKind, StoredFile } from '../state/FileStore.js';
import { applyStorageChange } from './applyStorageChange.js';

/** Stores whose files can be read back: maps, general files and, from 3.2, crt-lists (facts 6). */
export function storageRoutes(context: ApiContext): readonly Route[] {
  const { profile } = context;
  return [
    ...readableStore(context, { kind: 'maps', description: 'managed map file', putMultipart: false }),
    ...readableStore(context, { kind: 'general', description: 'managed general use file', putMultipart: profile.putGeneral === 'multipart' }),
    ...(profile.crtLists ? readableStore(context, { kind: 'ssl_crt_lists', description: 'managed certificate list', putMultipart: false }) : []),
  ];
}

interface StoreShape {
  readonly kind: FileKind;
  readonly description: string;
  /** A replacement comes as multipart, not as plain text. */
  readonly putMultipart: boolean;
}

function readableStore(context: ApiContext, shape: StoreShape): readonly Route[] {
  const { files } = context;
  const { kind, description } = shape;
  const all = `${services}/storage/${kind}`;
  const one = `${all}/{name}`;
  const isCrtList = kind === 'ssl_crt_lists';
  const shown = ({ storageName, path }: StoredFile): object => ({ description, file: path, storage_name: storageName });
  return [
    {
      method: 'GET',
      path: all,
      handle: () => ({ status: 200, body: files.list(kind).filter(({ storageName }) => !isCrtList || storageName.endsWith('.txt')).map(shown) }),
    },
    {
      method: 'POST',
      path: all,
      consumes: ['multipart/form-data'],
      handle: (request): Reply | Promise<Reply> => {
        const { name, content } = readUpload(request);
        if (isCrtList && content === '') throw new ApiError(500, 'runtime error: index out of range [-1]');
        const file = newFile(context, kind, name, isCrtList ? withFinalNewline(content) : content);
        const body = { ...shown(file), size: file.content.length };
        return isCrtList ? applyStorageChange(context, request.query, { settled: 201, body, skipHeeded: false }) : { status: 201, body };
      },
    },
    { method: 'GET', path: one, produces: 'application/octet-stream', handle: ({ params: { name = '' } }) => ({ status: 200, body: existing(context, kind, name).content }) },
    {
      method: 'PUT',
      path: one,
      consumes: [shape.putMultipart ? 'multipart/form-data' : 'text/plain'],
      handle: (request) => {
        const file = existing(context, kind, request.params.name ?? '');
        const content = replacement(context, shape, request);
        files.write(file, isCrtList ? withFinalNewline(content) : content);
        return applyStorageChange(context, request.query, isCrtList ? { settled: 200, body: shown(file) } : { settled: 204 });
      },
    },
    {
      method: 'DELETE',
      path: one,
      handle: ({ params: { name = '' }, query }): Reply | Promise<Reply> => {
        const file = existing(context, kind, name);
        refuseReferenced(context, file);
        files.remove(file);
        return isCrtList ? applyStorageChange(context, query, { settled: 204 }) : { status: 204 };
      },
    },
  ];
}

function replacement({ profile }: ApiContext, { putMultipart }: StoreShape, request: ApiRequest): string {
  const content = putMultipart ? readUpload(request).content : request.body.toString('latin1');
  if (content === '') throw invalid(profile.router, 602, 'data in body is required');
  return content;
}

/** Writes a file of a name that is not taken; else 409. */
export function newFile({ files }: ApiContext, kind: FileKind, name: string, content: string): StoredFile {
  const file = files.newFile(kind, name, content);
  if (files.has(file.path)) throw new ApiError(409, `file ${file.path} already exists`);
  files.write(file, content);
  return file;
}

/** Throws 404 for a file that is not there: replacing never creates. */
export function existing({ files }: ApiContext, kind: FileKind, name: string): StoredFile {
  const file = files.find(kind, name);
  if (file === undefined) throw new ApiError(404, `file ${name} doesn't exist`);
  return file;
}

/** Throws 409 while the file's absolute path stands in a line of the configuration in memory that is no comment. */
export function refuseReferenced({ store }: ApiContext, { path, storageName }: StoredFile): void {
  const used = store.memoryText.split('\n').some((line) => !line.trimStart().startsWith('#') && line.includes(path));
  if (used) throw new ApiError(409, `file ${storageName} cannot be deleted, it is referenced in the configuration`);
}

function withFinalNewline(content: string): string {
  return content.endsWith('\n') ? content : `${content}\n`;
}
