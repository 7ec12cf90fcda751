import { X509Certificate, createPrivateKey } from 'node:crypto';

/** What the API tells of a stored certificate; the certificate itself can never be read back (facts 6). */
export interface CertificateDescription {
  readonly not_after: string;
  readonly not_before: string;
  /** Joined by `, `. */
  readonly issuers: string;
  readonly domains: string;
  readonly ip_addresses: string;
  readonly subject: string;
  /** Decimal. */
  readonly serial: string;
}

const certificates = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]+-----END [A-Z ]*PRIVATE KEY-----/;

/** `undefined` unless the text holds a certificate and a private key that fits the first one. */
export function describeCertificate(pem: string): CertificateDescription | undefined {
  try {
    const chain = [...pem.matchAll(certificates)].map(([text]) => new X509Certificate(text));
    const key = privateKey.exec(pem)?.[0];
    const leaf = chain[0];
    if (leaf === undefined || key === undefined || !leaf.checkPrivateKey(createPrivateKey(key))) return undefined;
    const names = (leaf.subjectAltName ?? '').split(', ');
    const alternatives = (prefix: string): readonly string[] => names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
    const subject = commonName(leaf.subject);
    const times = (dates: readonly string[]): readonly number[] => dates.map((date) => new Date(date).getTime());
    return {
      not_after: new Date(Math.min(...times(chain.map(({ validTo }) => validTo)))).toISOString(),
      not_before: new Date(Math.max(...times(chain.map(({ validFrom }) => validFrom)))).toISOString(),
      issuers: [...new Set(chain.map(({ issuer }) => commonName(issuer)))].join(', '),
      domains: [...new Set([subject, ...alternatives('DNS:')])].filter((name) => name !== '').join(', '),
      ip_addresses: alternatives('IP Address:').join(', '),
      subject,
      serial: BigInt(`0x${leaf.serialNumber}`).toString(),
    };
  } catch {
    return undefined;
  }
}

function commonName(name: string): string {
  return /^CN=(.*)$/m.exec(name)?.[1] ?? '';
}
