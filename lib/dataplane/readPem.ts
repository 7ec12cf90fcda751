import { X509Certificate } from 'node:crypto';
import { dataPlaneError, type Doing } from './dataPlaneError.js';
import { readLocalFile } from './readLocalFile.js';

/** What a PEM file is to hold. */
export type PemPart = 'certificate' | 'private key';

const parts: Readonly<Record<PemPart, { readonly block: RegExp; readonly marker: string }>> = {
  certificate: { block: /-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----[^-]+-----END (?:X509 |TRUSTED )?CERTIFICATE-----/, marker: '-----BEGIN CERTIFICATE-----' },
  // Old forms of encrypted keys have header lines, dashes included.
  'private key': { block: /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----[^]+?-----END (?:[A-Z0-9]+ )*PRIVATE KEY-----/, marker: '-----BEGIN PRIVATE KEY-----' },
};

/**
 * Reads a TLS file that an endpoint's entry names. Rejects with `unauthorized`, stage `local`, where
 * it cannot be read or holds no such part: a CA that cannot be understood would pass for none at all.
 *
 * @param kind As messages call it, e.g. `CA file`.
 */
export async function readPem(kind: string, path: string, part: PemPart, doing: Doing, signal: AbortSignal): Promise<string> {
  const text = await readLocalFile(kind, path, doing, signal);
  const { block, marker } = parts[part];
  const found = block.exec(text)?.[0];
  if (found !== undefined && (part !== 'certificate' || isReadable(found))) return text;
  throw dataPlaneError(doing, {
    code: 'unauthorized',
    stage: 'local',
    problem: `the ${kind} ${path} holds no ${part} in PEM`,
    hints: [`Give a PEM file: it has a line ${marker}. One in DER (binary) must be converted first.`],
    ...(doing.writes ? { outcome: 'untouched' as const } : {}),
  });
}

function isReadable(certificate: string): boolean {
  try {
    return new X509Certificate(certificate).raw.length > 0;
  } catch {
    return false;
  }
}
