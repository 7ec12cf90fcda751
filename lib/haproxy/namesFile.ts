import type { Content } from '../events/types.js';

/**
 * Whether a content names a file: its name stands in the configuration outside of comment lines, be
 * it behind a path, a `crt-base` or alone, or in a list of certificates. Such a file is in use,
 * though the content may not bring it along.
 */
export function namesFile({ auxiliaryFiles, haproxyConfig }: Pick<Content, 'auxiliaryFiles' | 'haproxyConfig'>, name: string): boolean {
  return [haproxyConfig, ...(auxiliaryFiles.crtListFiles ?? []).map(({ content }) => content)].some((text) => isNamedIn(text, name));
}

/** Part of a name of a file. */
const nameCharacter = /[\w.-]/;

function isNamedIn(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const isWhole = !nameCharacter.test(text.charAt(at - 1)) && !nameCharacter.test(text.charAt(at + name.length));
    if (isWhole && !text.slice(text.lastIndexOf('\n', at) + 1, at).trimStart().startsWith('#')) return true;
  }
  return false;
}
