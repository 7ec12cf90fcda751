import type { Content } from '../events/types.js';
import { baseName } from './contentChecksum.js';
import type { OwnedFile } from './manifest.js';
import { expansion, splitWords } from './splitWords.js';
import { wantedFiles } from './wantedFiles.js';

/** What may name a file in a content. */
interface Names {
  readonly names: ReadonlySet<string>;
  /** What stands behind a variable, which may hold the rest of a name. */
  readonly endings: ReadonlySet<string>;
  /** The configuration names a list of certificates that the content does not bring along. */
  readonly hasUnseenList: boolean;
}

const name = /[\w.-]+/g;
const firstName = /^[\w.-]+/;
const known = new WeakMap<object, Names>();

/**
 * Whether a content may name a file that it does not bring along: its name stands in the
 * configuration, be it behind a path, a `crt-base` or alone, or in a general file such as a list of
 * certificates. Such a file is in use; in doubt it is. Worked out once per content.
 */
export function namesFile(content: Pick<Content, 'auxiliaryFiles' | 'haproxyConfig'>, file: Pick<OwnedFile, 'name' | 'store'>): boolean {
  const found = known.get(content) ?? findNames(content);
  known.set(content, found);
  return found.names.has(file.name) || [...found.endings].some((ending) => file.name.endsWith(ending)) || (file.store === 'ssl_certificates' && found.hasUnseenList);
}

function findNames({ auxiliaryFiles, haproxyConfig }: Pick<Content, 'auxiliaryFiles' | 'haproxyConfig'>): Names {
  const general = wantedFiles(auxiliaryFiles).filter(({ store }) => store === 'general');
  const brought = new Set(general.map((file) => file.name));
  const names = new Set(general.flatMap(({ content }) => content.match(name) ?? []));
  const endings = new Set<string>();
  let hasUnseenList = false;
  for (const line of haproxyConfig.split('\n')) {
    const words = splitWords(line.trim());
    for (const [at, word] of words.entries()) {
      for (const [found] of word.matchAll(name)) names.add(found);
      const [behind] = firstName.exec(word.slice(word.lastIndexOf(expansion.end) + 1)) ?? [];
      if (word.includes(expansion.end) && behind !== undefined) endings.add(behind);
      if (words[at - 1] === 'crt-list' && !brought.has(baseName(word))) hasUnseenList = true;
    }
  }
  return { names, endings, hasUnseenList };
}
