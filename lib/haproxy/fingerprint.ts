/**
 * The comment line on top of what is pushed (design D5a):
 * `# haproxy-deployer fp=1:<sha256> name=<fleet> at=<Unix seconds> by=reload|runtime version=<number> before=<pid> unseen`.
 *
 * It says what was written, when and for whom; never what runs, and not that nobody edited the text since.
 */
export interface Fingerprint {
  /** SHA-256 in hex of the content that was written. */
  readonly checksum: string;
  /** The fleet's name. */
  readonly name: string;
  /** The API's own clock before the write, in Unix seconds. */
  readonly at: number;
  /** How the written text gets into the running process. */
  readonly by: 'reload' | 'runtime';
  /** The configuration version that the write made: a text that bears another one was written by somebody since. */
  readonly version?: number;
  /** Pid of the worker from before the write, where one showed itself: another one has read what was written. */
  readonly before?: number;
  /** A run-time write of which the process does not show everything: its values prove nothing. */
  readonly unseen?: true;
}

const linePattern = /^# haproxy-deployer fp=1:([0-9a-f]{64}) name=([A-Za-z0-9._-]+) at=(\d{1,15}) by=(reload|runtime)(?: version=(\d{1,15}))?(?: before=(\d{1,10}))?( unseen)?[ \t]*\r?$/;
const metadataPattern = /^# (?:_md5hash=|_version=|haproxy-deployer fp=)/;
const apiLinePattern = /^# (?:_md5hash=|_version=)/;
/** The fingerprint stands among the comments on top: no need to search a whole configuration for it. */
const searchedLines = 16;

/** Names that fit into the line: letters, digits, `.`, `_` and `-`, up to 64 of them. */
export const fleetNamePattern = /^[A-Za-z0-9._-]{1,64}$/;

/** The text as it is pushed: fingerprint line, blank line, the text itself. */
export function withFingerprint(text: string, { checksum, name, at, by, version, before, unseen }: Fingerprint): string {
  const more = `${version === undefined ? '' : ` version=${version}`}${before === undefined ? '' : ` before=${before}`}${unseen ? ' unseen' : ''}`;
  return `# haproxy-deployer fp=1:${checksum} name=${name} at=${at} by=${by}${more}\n\n${text}`;
}

/**
 * Finds the fingerprint among the first lines of a text as the API stores it.
 *
 * @example Who wrote a stored configuration, and when
 * ```ts
 * import { readFingerprint } from 'haproxy-deployer';
 *
 * const stored = `# _version=7\n# haproxy-deployer fp=1:${'0'.repeat(64)} name=edge at=1700000000 by=reload\n\nglobal\n`;
 * const found = readFingerprint(stored);
 * console.log(found?.name, found?.at, readFingerprint('global\n'));
 * // → edge 1700000000 undefined
 * ```
 */
export function readFingerprint(text: string): Fingerprint | undefined {
  for (const line of headLines(text)) {
    const [, checksum, name, at, by, version, before, unseen] = linePattern.exec(line) ?? [];
    if (checksum !== undefined && name !== undefined && (by === 'reload' || by === 'runtime')) {
      return {
        checksum,
        name,
        at: Number(at),
        by,
        ...(version === undefined ? {} : { version: Number(version) }),
        ...(before === undefined ? {} : { before: Number(before) }),
        ...(unseen === undefined ? {} : { unseen: true }),
      };
    }
  }
  return undefined;
}

/** The text with its fingerprint, where that names the version `from`, naming `to`: for a text that is written as it was. */
export function withVersion(text: string, from: number, to: number): string {
  return text.replace(headLines(text).find((line) => readFingerprint(line)?.version === from) ?? '', (line) => line.replace(` version=${from}`, ` version=${to}`));
}

/**
 * The text without the lines that the API and we put on its top: `# _md5hash=`, `# _version=` and
 * fingerprints among the first lines. What is left tells whether somebody changed it.
 */
export function withoutMetadata(text: string): string {
  return withoutHeadLines(text, metadataPattern);
}

/** The text after the comments and blank lines at its very top, up to 16 of them. */
export function withoutHead(text: string): string {
  return text.slice(headLines(text).reduce((length, line) => length + line.length + 1, 0));
}

/** The text without the API's own lines among the first ones; a fingerprint stays. */
export function withoutApiLines(text: string): string {
  return withoutHeadLines(text, apiLinePattern);
}

function withoutHeadLines(text: string, pattern: RegExp): string {
  let start = 0;
  const kept: string[] = [];
  for (const line of headLines(text)) {
    if (!pattern.test(line)) kept.push(line);
    start += line.length + 1;
  }
  const rest = text.slice(start);
  if (kept.length === 0) return rest;
  return start > text.length ? kept.join('\n') : `${kept.join('\n')}\n${rest}`;
}

function headLines(text: string): readonly string[] {
  const lines: string[] = [];
  let start = 0;
  while (lines.length < searchedLines && start < text.length) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end === -1 ? text.length : end);
    // The first section ends the head: a comment further down speaks of something else.
    if (line.trim() !== '' && !line.startsWith('#')) break;
    lines.push(line);
    if (end === -1) break;
    start = end + 1;
  }
  return lines;
}
