import { splitWords } from './splitWords.js';

/** A place in a text that names a file. */
export interface FileReference {
  readonly path: string;
  /** From 1. */
  readonly line: number;
}

/** Words after which HAProxy takes the name of a file; the others name URLs and the like just as often. */
const fileWords: ReadonlySet<string> = new Set([
  'ca-file', 'ca-sign-file', 'ca-verify-file', 'crl-file', 'config', 'crt', 'crt-list', 'default-crt', 'ecdhe-key', 'file', 'issuer',
  'key', 'lf-file', 'lua-load', 'lua-load-per-thread', 'ocsp', 'sctl', 'server-state-file', 'ssl-dh-param-file', 'tls-ticket-keys',
]);
/** The file is the second word behind it. */
const numbered: ReadonlySet<string> = new Set(['errorfile']);
/** Converters and actions with a file in their parentheses: `map_beg(/etc/haproxy/maps/hosts.map,none)`. */
const inParentheses = /(?<![\w-])(?:(?:set-|del-)?map(?:_\w+)?|(?:add|del)-acl)\(([^(),]+)/g;

/** Finds the files that a configuration names, where HAProxy reads the name of a file. */
export function fileReferences(config: string): FileReference[] {
  return config.split('\n').flatMap((text, index) => {
    if (!text.includes('/')) return [];
    const words = splitWords(text.trim());
    return words
      .flatMap((word, at) => [
        ...(isNamed(words, at) ? [word] : []),
        ...[...word.matchAll(inParentheses)].map(([, path = '']) => path),
      ])
      .map((path) => ({ path: path.replace(/^(?:virt|opt|file)@/, ''), line: index + 1 }));
  });
}

/** Finds the certificates that a list of certificates names: the first word of each line. */
export function certificateReferences(crtList: string): FileReference[] {
  return crtList.split('\n').flatMap((text, index) => {
    const [path = ''] = text.trim().split(/\s/, 1);
    return path === '' || path.startsWith('#') ? [] : [{ path, line: index + 1 }];
  });
}

function isNamed(words: readonly string[], at: number): boolean {
  const before = words[at - 1] ?? '';
  return at > 0 && (before === '-f' || fileWords.has(before) || numbered.has(words[at - 2] ?? ''));
}
