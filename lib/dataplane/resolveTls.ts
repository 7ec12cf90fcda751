import type { OptionsInit } from 'got';
import type { EndpointTls } from '../events/types.js';
import type { Doing } from './dataPlaneError.js';
import { readPem, type PemPart } from './readPem.js';

type HttpsOptions = NonNullable<OptionsInit['https']>;

/**
 * Reads the TLS settings for one request: the entry's, and the defaults' for what it leaves out.
 *
 * Certificate and key are taken from one of the two, together; a certificate without `keyFile` holds
 * its key itself. An entry with a CA of its own is verified unless it says otherwise itself.
 * Rejects with `unauthorized`, stage `local`, where a file cannot be read or
 * holds no PEM of its kind.
 */
export async function resolveTls(
  entry: EndpointTls,
  defaults: EndpointTls,
  doing: Doing,
  signal: AbortSignal,
): Promise<HttpsOptions> {
  const caFile = entry.caFile ?? defaults.caFile;
  const { certFile, keyFile = certFile } = entry.certFile === undefined ? defaults : entry;
  const serverName = entry.serverName ?? defaults.serverName;
  const skipVerify = entry.insecureSkipVerify ?? (entry.caFile === undefined && defaults.insecureSkipVerify === true);
  const read = (kind: string, path: string | undefined, part: PemPart) =>
    path === undefined ? undefined : readPem(kind, path, part, doing, signal);
  // In turn, so that of several problems it is always the same that is told.
  const ca = await read('CA file', caFile, 'certificate');
  const certificate = await read('certificate file', certFile, 'certificate');
  const key = await read('key file', certFile === undefined ? undefined : keyFile, 'private key');
  return {
    rejectUnauthorized: !skipVerify,
    ...(ca === undefined ? {} : { certificateAuthority: ca }),
    ...(certificate === undefined ? {} : { certificate }),
    ...(key === undefined ? {} : { key }),
    ...(serverName === undefined ? {} : { serverName }),
  };
}
