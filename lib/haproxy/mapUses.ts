import { baseName } from './contentChecksum.js';
import { expansion, splitWords } from './splitWords.js';

/** What a configuration does with the map file of one name. */
export interface MapUse {
  /** How often the name stands in it. */
  readonly mentions: number;
  /** How often a key is looked up in it. */
  readonly lookups: number;
  /** Every lookup compares whole strings. */
  readonly exact: boolean;
  /** The ways in which lookups spell its path: HAProxy keeps a map for each. */
  readonly paths: ReadonlySet<string>;
}

/** Lines that can name a map, quotes and escapes not undone yet. */
const relevant = /map|acl|-f|lua-load|[\\"']/;
const rule = /^(?:http|tcp)-/;
const name = /(?<![\w.-])[\w.-]+\.map(?![\w.-])/g;
/** Converters that look a key up (`map` is short for `map_str`), and actions that change entries. */
const call = /(?<![\w.-])(set-map|del-map|add-acl|del-acl|map(?:_[a-z]+){0,2})\(([^(),]*)/g;

/**
 * Finds how a configuration uses each map, by the name of its file; `undefined` where that cannot be
 * told: a script in Lua, a variable in a path or for an action, quotes within the arguments of a call.
 */
export function mapUses(config: string): ReadonlyMap<string, MapUse> | undefined {
  const uses = new Map<string, { mentions: number; lookups: number; exact: boolean; readonly paths: Set<string> }>();
  const useOf = (file: string) => {
    const known = uses.get(file) ?? { mentions: 0, lookups: 0, exact: true, paths: new Set<string>() };
    uses.set(file, known);
    return known;
  };
  for (const line of config.split('\n')) {
    if (!relevant.test(line)) continue;
    const words = splitWords(line.trim());
    if (words.some((word, at) => isUnclear(words, word, at))) return undefined;
    for (const word of words) {
      for (const [file] of word.matchAll(name)) useOf(file).mentions += 1;
      for (const [, what = '', path = ''] of word.matchAll(call)) {
        // HAProxy undoes quotes there once more.
        if (/[$'"\\]/.test(path)) return undefined;
        const [keyword, match = 'str'] = what.split('_');
        if (keyword !== 'map') continue;
        const use = useOf(baseName(path));
        use.lookups += 1;
        use.exact &&= match === 'str';
        use.paths.add(path);
      }
    }
  }
  return uses;
}

function isUnclear(words: readonly string[], word: string, at: number): boolean {
  if (at === 0) return word.startsWith('lua-load');
  if (words[at - 1] === '-f' && word.includes('$')) return true;
  return word.includes(expansion.begin) && ((at === 1 && rule.test(words[0] ?? '')) || word.includes('map'));
}
