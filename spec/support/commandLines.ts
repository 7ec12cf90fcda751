/** Something in a document that a reader would type. */
export interface Typed {
  readonly title: string;
  /** For bash. */
  readonly script: string;
}

/**
 * The command lines of a document: those of blocks marked `sh`, and what follows `$ ` in other
 * blocks; comments are left out. A line that ends in `|` or `\` goes on in the next one.
 */
export function commandLines(path: string, markdown: string): readonly Typed[] {
  return [...markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .flatMap(([, language, text = '']) => [...text.matchAll(language === 'sh' ? /^(?:.*[|\\]\n)*.+$/gm : /(?<=^\$ )(?:.*[|\\]\n)*.+$/gm)].map(([line]) => line))
    .map((line) => line.replace(/ {2,}# .*$/gm, '').trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((script) => ({ title: `${path}: ${script.split('\n')[0] ?? ''}`, script }));
}
