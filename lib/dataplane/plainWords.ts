/** OpenSSL's: a code, a library, a function and the reason, then its own source file and line. */
const openSsl = /(?:\b[a-z]+ [A-Z]+ )?(?:[0-9A-F]+:)?error:[0-9A-F]+:[^:\n]*:[^:\n]*:([^:\n]*)[^\n]*/g;

/** What a failed connection says, in one line and without what only OpenSSL's authors understand. */
export function plainWords(message: string): string {
  return message
    .replace(openSsl, (_, reason: string) => reason)
    .replace(/\s+/g, ' ')
    .trim();
}
