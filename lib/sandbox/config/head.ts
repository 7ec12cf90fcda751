import { createHash } from 'node:crypto';

const md5Line = /^# _md5hash=(\S*)[^\n]*\n?/;
const versionLine = /^# _version=(\d+)[ \t\r]*$/m;

/** Puts the two lines on top that the API writes: the checksum of all that follows, then the version (facts 2.1). */
export function withHead(body: string, version: number): string {
  const rest = `# _version=${version}\n${body}`;
  return `# _md5hash=${md5(rest)}\n${rest}`;
}

/** Without checksum line on top, and without version lines wherever they stand at column 0. */
export function withoutHead(text: string): string {
  return text.replace(md5Line, '').replace(/^# _version=\d+[ \t\r]*(?:\n|$)/gm, '');
}

/** The version that a file tells; without its line 1 (facts 2). */
export function versionOf(text: string): number {
  return Number(versionLine.exec(text)?.[1] ?? 1);
}

/** Value of the checksum line; `undefined` before the API's first write. */
export function checksumOf(text: string): string | undefined {
  return md5Line.exec(text)?.[1];
}

/** Whether the checksum line fits the rest, in which case the API takes an edited file for its own (facts 2.1). */
export function checksumFits(text: string): boolean {
  return checksumOf(text) === md5(text.replace(md5Line, ''));
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
