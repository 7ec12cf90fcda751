import { createHash } from 'node:crypto';
import type { Fingerprint } from '../haproxy/fingerprint.js';
import type { RawConfiguration } from './DataPlaneClient.js';

const checksumLine = /^# _md5hash=([0-9a-f]{32})[ \t]*\r?\n/;
const versionLine = /^# _version=(\d{1,15})[ \t]*\r?$/m;

/**
 * Whether a text that bears a fingerprint of ours is, byte for byte, what the API made of that write.
 *
 * The version tells that nobody has written through the API since, the API's own checksum of all
 * that follows its line that nobody has edited the file (facts 2.1).
 */
export function isAsWritten({ text, version, encoding }: RawConfiguration, fingerprint: Fingerprint): boolean {
  const [line = '', checksum] = checksumLine.exec(text) ?? [];
  if (checksum === undefined || fingerprint.version !== version || Number(versionLine.exec(text)?.[1]) !== version) return false;
  return md5(text.slice(line.length), encoding ?? 'utf8') === checksum;
}

/** Systems that are held to approved algorithms have none. */
function md5(text: string, encoding: BufferEncoding): string | undefined {
  try {
    return createHash('md5').update(text, encoding).digest('hex');
  } catch {
    return undefined;
  }
}
