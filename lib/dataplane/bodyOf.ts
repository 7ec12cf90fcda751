import { withoutHead } from '../haproxy/fingerprint.js';
import type { StoredText } from './textPool.js';

/** A stored configuration without its head of comments and blank lines: what is compared. */
export function bodyOf({ text, body }: StoredText): string {
  return body ?? withoutHead(text);
}
