/**
 * The words of the command line without `--`, behind which yargs overlooks a FILE that it demands.
 * What begins with a dash there becomes a path that does not, so that it stays a FILE.
 */
export function plainWords(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--');
  if (end === -1) return words;
  return [...words.slice(0, end), ...words.slice(end + 1).map((word) => (/^-./.test(word) ? `./${word}` : word))];
}
