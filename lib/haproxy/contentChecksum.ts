import { createHash } from 'node:crypto';
import type { AuxiliaryFile, AuxiliaryFiles } from '../events/types.js';
import { withoutMetadata } from './fingerprint.js';

const kinds = ['maps', 'sslCertificates', 'sslCaFiles', 'crtListFiles', 'generalFiles'] as const;

/**
 * The checksum of a content (design D5a): SHA-256 in hex over the normalised text and each file's
 * kind, name and content, sorted.
 *
 * Two texts that differ only in a byte order mark, line ends, trailing blanks, the final newline or
 * the metadata lines on top have one checksum.
 *
 * @example Blanks at line ends do not count, files do
 * ```ts
 * import { contentChecksum } from 'haproxy-deployer';
 *
 * const checksum = contentChecksum('global\n  maxconn 100\n', {});
 * console.log(checksum === contentChecksum('global\r\n  maxconn 100  ', {}));
 * // → true
 * console.log(checksum === contentChecksum('global\n  maxconn 100\n', { maps: [{ path: 'hosts.map', content: '' }] }));
 * // → false
 * ```
 */
export function contentChecksum(haproxyConfig: string, auxiliaryFiles: AuxiliaryFiles): string {
  const hash = createHash('sha256').update(normaliseText(haproxyConfig));
  for (const kind of kinds) {
    for (const file of sortedByName(auxiliaryFiles[kind] ?? [])) {
      // Lengths keep one file's end apart from the next one's beginning.
      hash.update(`\0${kind}\0${baseName(file.path)}\0${Buffer.byteLength(file.content)}\0`).update(file.content);
    }
  }
  return hash.digest('hex');
}

/** The last part of a path, the only one that counts (design D6). */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function normaliseText(text: string): string {
  const unmarked = text.startsWith('\uFEFF') ? text.slice(1) : text;
  return `${withoutMetadata(unmarked).split('\n').map(trimEnd).join('\n').replace(/^\n+/, '').trimEnd()}\n`;
}

/** By hand: a regular expression for blanks at line ends takes quadratic time on a long run of blanks inside a line. */
function trimEnd(line: string): string {
  let end = line.length;
  while (end > 0 && ' \t\r'.includes(line.charAt(end - 1))) end -= 1;
  return end === line.length ? line : line.slice(0, end);
}

function sortedByName(files: readonly AuxiliaryFile[]): readonly AuxiliaryFile[] {
  return files.toSorted((a, b) => compare(baseName(a.path), baseName(b.path)) || compare(a.content, b.content));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
