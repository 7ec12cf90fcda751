import { isAscii } from 'node:buffer';

/** Most texts are ASCII, which is copied: decoding takes many times as long. */
export function decode(bytes: Buffer): string {
  return bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
}
