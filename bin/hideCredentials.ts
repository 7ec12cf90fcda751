/**
 * A URL, or what is meant as one without a scheme, without what may be secret in it: all that may be
 * credentials, which a password with `/`, `@` or `"` in it makes longer than URLs have them, and its query.
 */
export function hideCredentials(url: string): string {
  return url.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, '$1***@').replace(/([?#]).*/s, '$1***');
}

/** Whether a word looks like a URL, or like credentials before a host. */
export function looksLikeUrl(word: string): boolean {
  return /:\/\/|^[^/]*:.*@/s.test(word);
}

/**
 * A message without the credentials of whatever URLs it quotes.
 *
 * @param words Of the command line: a URL among them, with blanks too, is known as a whole.
 */
export function hideCredentialsIn(message: string, words: readonly string[]): string {
  const urls = words.map((word) => word.replace(/^--[\w-]+=/, '')).filter(looksLikeUrl);
  const forms = urls.flatMap((url) => [url, JSON.stringify(url).slice(1, -1)]);
  return forms.reduce((text, form) => text.replaceAll(form, () => hideCredentials(form)), message).replace(/:\/\/[^\s"]*@/g, '://***@');
}
