import { readFingerprint } from '../haproxy/fingerprint.js';
import type { Fingerprint } from '../haproxy/fingerprint.js';
import type { StoredText } from './textPool.js';

/** The fingerprint of a stored configuration, from its head alone where that is known. */
export function fingerprintIn({ text, head }: StoredText): Fingerprint | undefined {
  return readFingerprint(head ?? text);
}
