import { maskText } from './mask.js';
import { parseConfig, type ParsedConfig } from './parseConfig.js';
import { readLines, type ConfigLine } from './readLines.js';
import { splitWords } from './splitWords.js';

/** Something that the API lives on and that the wanted configuration takes away (design D13). */
export interface LostAccess {
  /** What is lost. */
  readonly what: 'stats socket' | 'userlist';
  /** Where it stands in the current text, from 1. */
  readonly line: number;
  /** What would happen, and what to do instead; quotes the line of a socket, and nothing of a user list. */
  readonly message: string;
}

/** Where the API finds what it lives on. */
export interface AccessOptions {
  /**
   * The user list that the API authenticates from.
   *
   * @defaultValue `controller`
   */
  readonly userlist?: string;
}

/**
 * Tells what the API would lose with the wanted configuration: every `stats socket` of `global`, or
 * its user list with the last user in it. What the current configuration has not got cannot be lost.
 *
 * @example Before the API loses its socket
 * ```ts
 * import { takesAwayAccess } from 'haproxy-deployer';
 *
 * const lost = takesAwayAccess('global\n  stats socket /run/haproxy.sock\n', 'global\n  maxconn 100\n');
 * console.log(lost.map(({ what, line }) => `${what} of line ${line}`));
 * // → [ 'stats socket of line 2' ]
 * ```
 */
export function takesAwayAccess(current: string, wanted: string, { userlist = 'controller' }: AccessOptions = {}): LostAccess[] {
  const [now, next] = [parseConfig(current), parseConfig(wanted)];
  const lost: LostAccess[] = [];
  const socket = firstLine(now, 'global', ['stats', 'socket']);
  if (socket !== undefined && firstLine(next, 'global', ['stats', 'socket']) === undefined) {
    const kept = maskText(splitWords(socket.text).join(' '));
    lost.push({ what: 'stats socket', line: socket.line, message: `the API reaches the running process over the stats socket of global, and the wanted configuration has none; keep the line "${kept}" there` });
  }
  const user = firstLine(now, `userlist ${userlist}`, ['user']);
  if (user !== undefined && firstLine(next, `userlist ${userlist}`, ['user']) === undefined) {
    lost.push({ what: 'userlist', line: user.line, message: `the API may take its own users from userlist ${userlist}, and the wanted configuration has none there; keep the section` });
  }
  return lost;
}

/** The first line that starts with these words. */
function firstLine(config: ParsedConfig, key: string, start: readonly string[]): ConfigLine | undefined {
  const section = config.byKey.get(key);
  if (section === undefined) return undefined;
  return readLines(config, section).find(({ text }) => {
    const words = splitWords(text);
    return start.every((word, index) => words[index] === word);
  });
}
