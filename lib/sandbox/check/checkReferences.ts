import type { FileSet } from '../state/FileStore.js';
import type { Alert } from './Validator.js';

/** One section as the check needs it, with all words unquoted. */
export interface NamedSection {
  readonly type: string;
  readonly name: string;
  readonly line: number;
  readonly words: readonly string[];
  readonly lines: { readonly line: number; readonly words: readonly string[] }[];
}

/** Sections that share their names: a frontend and a backend may be called alike, two backends may not. */
const nameSpaces: readonly (readonly string[])[] = [['frontend', 'listen'], ['backend', 'listen'], ['peers'], ['resolvers'], ['cache'], ['mailers'], ['ring']];

/** Names used twice, and names and files that are meant and do not exist. */
export function checkReferences(sections: readonly NamedSection[], files: FileSet): readonly Alert[] {
  return [
    ...nameSpaces.flatMap((types) => repeated(sections.filter(({ type }) => types.includes(type)))),
    ...sections.flatMap((section) => [...checkServers(section), ...checkDefaults(section, sections), ...checkBackends(section, sections), ...checkFiles(section, files)]),
  ];
}

function repeated(sections: readonly NamedSection[]): readonly Alert[] {
  const firsts = new Map<string, NamedSection>();
  return sections.flatMap((section) => {
    const { type, name, line } = section;
    const first = firsts.get(name);
    if (first === undefined) firsts.set(name, section);
    return first === undefined ? [] : [{ line, text: `: ${type} '${name}' has the same name as ${first.type} '${name}' declared at line ${first.line}.` }];
  });
}

function checkServers({ type, name, lines }: NamedSection): readonly Alert[] {
  if (type !== 'backend' && type !== 'listen') return [];
  const firstLines = new Map<string, number>();
  return lines.flatMap(({ line, words: [keyword, server = '', address] }) => {
    if (keyword !== 'server') return [];
    if (address === undefined) return [{ line, text: ": 'server' expects <name> and <addr>[:<port>] as arguments." }];
    const first = firstLines.get(server);
    if (first === undefined) firstLines.set(server, line);
    return first === undefined ? [] : [{ line, text: `: in proxy '${name}', server '${server}' : another server named '${server}' was already defined at line ${first}, please use distinct names.` }];
  });
}

function checkDefaults({ line, words, type }: NamedSection, sections: readonly NamedSection[]): readonly Alert[] {
  const from = words.indexOf('from');
  const parent = words[from + 1];
  if (from < 1 || parent === undefined) return [];
  const known = sections.some((other) => other.type === 'defaults' && other.name === parent);
  return known ? [] : [{ line, text: `: defaults section '${parent}' not found for ${type} '${words[1] ?? ''}'.` }];
}

function checkBackends({ type, name, lines }: NamedSection, sections: readonly NamedSection[]): readonly Alert[] {
  if (type !== 'frontend' && type !== 'listen') return [];
  const backends = new Set(sections.filter((section) => section.type === 'backend' || section.type === 'listen').map((section) => section.name));
  return lines.flatMap(({ words: [keyword = '', target] }) => {
    if ((keyword !== 'use_backend' && keyword !== 'default_backend') || target === undefined || target.includes('%[') || backends.has(target)) return [];
    return [{ text: `: proxy '${name}': unable to find required ${keyword}: '${target}'.` }];
  });
}

function checkFiles({ lines }: NamedSection, { directories, contents }: FileSet): readonly Alert[] {
  return lines.flatMap(({ line, words }) =>
    words
      .flatMap((word) => directories.flatMap((directory) => {
        const at = word.indexOf(`${directory}/`);
        return at < 0 ? [] : [/^[^\s,)]*/.exec(word.slice(at))?.[0] ?? ''];
      }))
      .filter((path) => !path.endsWith('/') && !contents.has(path))
      .map((path) => ({ line, text: `: unable to open file '${path}': No such file or directory.` })),
  );
}
