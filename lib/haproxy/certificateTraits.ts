import { createHash, X509Certificate } from 'node:crypto';
import type { CertificateTraits } from './manifest.js';

/** Hashes issuers in a form that does not depend on their order, which the API gives at random (facts 6). */
export function hashIssuers(issuers: string): string {
  const sorted = issuers.split(', ').toSorted().join('\n');
  return createHash('sha256').update(sorted).digest('hex').slice(0, 16);
}

/** Whether nothing that both know tells two certificates apart. */
export function sameTraits(one: CertificateTraits, other: CertificateTraits): boolean {
  const same = <V>(left: V | undefined, right: V | undefined): boolean => left === undefined || right === undefined || left === right;
  return same(one.size, other.size) && same(one.serial, other.serial) && same(one.issuers, other.issuers);
}

const first = /-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----[^-]+-----END (?:X509 |TRUSTED )?CERTIFICATE-----/;

/**
 * What an API will tell of a PEM file, as far as it can be foreseen: its size and the first
 * certificate's serial. How the issuers of a chain are named is left to the API's own word.
 */
export function traitsOf(pem: string): CertificateTraits {
  const serial = serialOf(first.exec(pem)?.[0]);
  return { size: Buffer.byteLength(pem), ...(serial === undefined ? {} : { serial }) };
}

function serialOf(certificate: string | undefined): string | undefined {
  if (certificate === undefined) return undefined;
  try {
    return BigInt(`0x${new X509Certificate(certificate).serialNumber}`).toString();
  } catch {
    return undefined; // What cannot be read here is left to the API.
  }
}
