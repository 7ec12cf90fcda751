import type { ApiContext } from '../ApiContext.js';
import { ApiError } from '../http/ApiError.js';
import { readUpload } from '../http/readUpload.js';
import { services, type Route } from '../http/Route.js';
import { describeCertificate, type CertificateDescription } from '../state/describeCertificate.js';
import type { StoredFile } from '../state/FileStore.js';
import { applyStorageChange } from './applyStorageChange.js';
import { existing, newFile, refuseReferenced } from './storageRoutes.js';

const kind = 'ssl_certificates';

/** The store of certificates with their keys, which can never be read back (facts 6). */
export function certificateRoutes(context: ApiContext): readonly Route[] {
  const { files, profile, process } = context;
  const all = `${services}/storage/${kind}`;
  const one = `${all}/{name}`;
  const shown = ({ storageName, path }: StoredFile): object => ({ description: 'managed SSL file', file: path, storage_name: storageName });
  const described = (file: StoredFile): object => ({ ...shown(file), size: file.content.length, ...ofVersion(context, describeCertificate(file.content)) });
  return [
    { method: 'GET', path: all, handle: () => ({ status: 200, body: files.list(kind).filter(({ content }) => describeCertificate(content) !== undefined).map(shown) }) },
    {
      method: 'POST',
      path: all,
      consumes: ['multipart/form-data'],
      handle: (request) => {
        const { name, content } = readUpload(request);
        checkPem(content);
        const file = newFile(context, kind, name, content);
        return applyStorageChange(context, request.query, { settled: 201, body: described(file), reloadSpared: profile.certificateByRuntime, skipHeeded: profile.certificateSkipReload });
      },
    },
    { method: 'GET', path: one, handle: ({ params: { name = '' } }) => ({ status: 200, body: described(existing(context, kind, name)) }) },
    {
      method: 'PUT',
      path: one,
      consumes: ['text/plain'],
      handle: (request) => {
        const { storageName, path } = existing(context, kind, request.params.name ?? '');
        const content = request.body.toString('latin1');
        checkPem(content);
        const file = { storageName, path, content };
        files.write(file, content);
        const inUse = process.running.includes(path);
        return applyStorageChange(context, request.query, { settled: 200, body: described(file), reloadSpared: profile.certificateByRuntime && inUse });
      },
    },
    {
      method: 'DELETE',
      path: one,
      handle: ({ params: { name = '' }, query }) => {
        const file = existing(context, kind, name);
        refuseReferenced(context, file);
        files.remove(file);
        return applyStorageChange(context, query, { settled: 204 });
      },
    },
  ];
}

function checkPem(content: string): void {
  if (describeCertificate(content) === undefined) throw new ApiError(500, 'failed to parse certificate: a certificate and its private key are needed');
}

/** Old versions tell neither subject nor serial number. */
function ofVersion({ profile }: ApiContext, description: CertificateDescription | undefined): object {
  if (description === undefined || profile.certificateSerial) return description ?? {};
  return Object.fromEntries(Object.entries(description).filter(([field]) => field !== 'subject' && field !== 'serial'));
}
