import * as z from 'zod';
import { hashIssuers } from '../haproxy/certificateTraits.js';
import type { CertificateTraits } from '../haproxy/manifest.js';
import { jsonOf, type Answer } from './answer.js';
import type { Doing } from './dataPlaneError.js';
import type { ListedFile } from './StorageClient.js';
import { unreadable } from './unreadable.js';

const file = z.object({ storage_name: z.string().optional(), file: z.string().optional() });
/** 2.x wraps its lists elsewhere; here it may send `null` for none. */
const listing = z.union([z.array(file), z.object({ data: z.array(file).nullish() }).transform(({ data }) => data ?? []), z.null().transform(() => [])]);
const certificate = z.object({ size: z.number().nullish(), serial: z.string().nullish(), issuers: z.string().nullish() });

/** The files that a storage lists. */
export function readListing(answer: Answer, doing: Doing): readonly ListedFile[] {
  const read = listing.safeParse(jsonOf(answer));
  if (!read.success) throw unreadable(answer, doing, 'the answer holds no list of files');
  return read.data.flatMap(({ storage_name, file: path = '' }) => {
    const name = storage_name ?? path.slice(path.lastIndexOf('/') + 1);
    return name === '' ? [] : [{ name, ...(path.startsWith('/') ? { path } : {}) }];
  });
}

/** What a storage tells of one certificate. */
export function readCertificate(answer: Answer, doing: Doing): CertificateTraits {
  const read = certificate.safeParse(jsonOf(answer));
  if (!read.success) throw unreadable(answer, doing, 'the answer holds no description of a certificate');
  const { size, serial, issuers } = read.data;
  return {
    ...(size === undefined || size === null ? {} : { size }),
    ...(serial === undefined || serial === null || !/^\d+$/.test(serial) ? {} : { serial }),
    ...(issuers === undefined || issuers === null || issuers === '' ? {} : { issuers: hashIssuers(issuers) }),
  };
}
