import type { ParsedConfig, Section } from './parseConfig.js';
import { readLines } from './readLines.js';
import { splitWords } from './splitWords.js';

/** What a section takes over from the `defaults` sections that reach it. */
export interface Inheritance {
  /** Words of the last `balance` and `hash-type` lines, without the keyword. */
  readonly balance?: readonly string[];
  readonly hashType?: readonly string[];
  /** Options of the `default-server` lines, outermost section first. */
  readonly defaultServers: readonly (readonly string[])[];
}

/** The longest chain of `from` that is followed; HAProxy refuses circles. */
const maxChain = 32;

/** Reads what a `defaults` section hands down, with what it takes over itself. */
export function readInheritance(config: ParsedConfig, key: string, depth = 0): Inheritance {
  const section = config.byKey.get(key);
  if (section?.kind !== 'defaults' || depth > maxChain) return { defaultServers: [] };
  const { balance, hashType, defaultServers } = readInheritance(config, section.parent, depth + 1);
  const own = linesOf(config, section);
  const inherited = own.get('balance')?.at(-1) ?? balance;
  const hash = own.get('hash-type')?.at(-1) ?? hashType;
  return {
    ...(inherited === undefined ? {} : { balance: inherited }),
    ...(hash === undefined ? {} : { hashType: hash }),
    defaultServers: [...defaultServers, ...(own.get('default-server') ?? [])],
  };
}

/**
 * Whether a backend's balancing takes weights at run time: all but `static-rr` and map-based hashing
 * (facts "At run time"). Under a condition nobody can tell, so it does not.
 */
export function takesWeights(config: ParsedConfig, section: Section): boolean {
  const inherited = readInheritance(config, section.parent);
  const own = linesOf(config, section);
  if (own.has('conditional')) return false;
  const [algorithm = 'roundrobin'] = own.get('balance')?.at(-1) ?? inherited.balance ?? [];
  if (/^(?:roundrobin|leastconn|first|random(?:\(.*)?)$/.test(algorithm)) return true;
  const [hash] = own.get('hash-type')?.at(-1) ?? inherited.hashType ?? [];
  return hash === 'consistent' && /^(?:source|uri|url_param|hdr(?:\(.*)?|rdp-cookie(?:\(.*)?|hash)$/.test(algorithm);
}

/** The lines of balancing and of default servers, by keyword; `conditional` when one of them stands in an `.if` block. */
function linesOf(config: ParsedConfig, section: Section): ReadonlyMap<string, string[][]> {
  const found = new Map<string, string[][]>();
  for (const { text, condition } of readLines(config, section)) {
    if (!/^(?:balance|hash-type|default-server)\b/.test(text)) continue;
    const [keyword = '', ...words] = splitWords(text);
    const key = condition === '' || keyword === 'default-server' ? keyword : 'conditional';
    const known = found.get(key);
    if (known === undefined) found.set(key, [words]);
    else known.push(words);
  }
  return found;
}
