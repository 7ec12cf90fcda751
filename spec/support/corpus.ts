import { existsSync, readFileSync, readdirSync } from 'node:fs';

/** One configuration, or a pair of them, that other people wrote; read in place. */
export interface CorpusFile {
  readonly name: string;
  readonly text: string;
}

const folder = new URL('../../../shared/corpus/', import.meta.url);

/** Whether the corpus is there; in CI its absence is an error, elsewhere its specs are skipped. */
export const hasCorpus = ((): boolean => {
  if (existsSync(folder)) return true;
  if (process.env['CI'] !== undefined) throw new Error('the corpus of configurations is missing');
  return false;
})();

/** All configurations, as UTF-8; those in another encoding once more byte by byte. */
export function corpusFiles(): CorpusFile[] {
  if (!hasCorpus) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.cfg'))
    .flatMap((name) => {
      const bytes = readFileSync(new URL(name, folder));
      const text = bytes.toString('utf8');
      return text.includes('\uFFFD') ? [{ name, text }, { name: `${name} (bytes)`, text: bytes.toString('latin1') }] : [{ name, text }];
    });
}

/** The text before and after a change, by the pair's name. */
export function corpusPair(name: string): { readonly before: string; readonly after: string } {
  const read = (file: string): string => readFileSync(new URL(`pairs/${name}/${file}.cfg`, folder), 'utf8');
  return { before: read('before'), after: read('after') };
}
