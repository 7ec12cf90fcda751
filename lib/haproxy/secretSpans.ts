import type { Span } from './findOccurrences.js';

// Text may be quoted in JSON: there a tab is `\t`, and a line begins after `\n`.
const gap = String.raw`(?:[ \t]|\\t)+`;
const begin = String.raw`(?:(?<![\w-])|(?<=\\[nrt]))`;
/** One word by HAProxy's rules of quoting (facts, Reading); an unclosed quote reaches to the end of the line. */
const word = String.raw`(?:(?!\\n\s?msg=)\\[^\n]|"(?:\\[^\n]|[^"\\\n])*"?|'[^'\n]*'?|[^\s"'\\])+`;
/** The lines of a validation error come as `\nmsg="…"` where the answer was not decoded. */
const restOfLine = String.raw`(?:(?!\\n\s?msg=)[^\n])*`;
/** What may follow a value; anything else is taken for more of a value that lost its quotes. */
const followed = String.raw`(?=[ \t]*(?:[\r\n]|\\n\s?msg=|$)|${gap}(?:if|unless|comment|groups|hdr|body|body-lf|table|#)(?:[ \t\r\n]|$))`;
const argument = String.raw`(?:${word}${followed}|${restOfLine})`;
const insideParentheses = String.raw`[^)\n]*`;
/** Compared values of a fetch, past its flags, up to the end of an anonymous ACL. */
const compared = String.raw`(?:(?! \})[^\n])+`;
const flags = String.raw`(?:${gap}-(?:-|[inM]|[mu]${gap}\w+|f${gap}[^\s]+)(?!\S))*`;
/** A field's value: in quotes, in quotes of JSON inside JSON, or bare up to the end of the line. */
const fieldValue = String.raw`(?:(?<=\\")(?:\\\\\\[^\n]|\\(?!")[^\n]|[^"\\\n])*|(?<=")(?:\\[^\n]|[^"\\\n])*|(?<=')[^'\n]*|(?:(?!\\r\\n|\\n\s?msg=)[^\n])*)`;

interface Rule {
  /** What stands before the value; the group `name`, where it has one, is a name that must be a secret's. */
  readonly before: string;
  readonly value: string;
  readonly caseMatters?: true;
}

const named = String.raw`(?<name>[^\s]{1,200})`;
const rules: readonly Rule[] = [
  { before: `${begin}(?:insecure-)?password${gap}`, value: argument },
  { before: `${begin}(?:stats${gap}auth|cluster-secret|dynamic-cookie-key|acme-vars)${gap}`, value: argument },
  { before: String.raw`${begin}(?:pre)?setenv${gap}[^\s]+${gap}`, value: restOfLine },
  { before: `${begin}(?:(?:set|add|replace)-(?:header|value)|set-param|hdr|set-var-fmt)${gap}${named}${gap}`, value: argument },
  { before: String.raw`${begin}set-var-fmt\((?<name>[^)\s]{1,200})\)${gap}`, value: argument },
  { before: String.raw`${begin}set-var(?:\(|${gap})(?<name>[^)\s]{1,200})\)?${gap}str\(`, value: insideParentheses },
  { before: `${begin}tcp-check${gap}send(?:-binary)?(?:-lf)?${gap}`, value: argument },
  { before: String.raw`${begin}(?:hmac|jwt_verify|jwt_decrypt_\w{1,20}|aes_\w{1,20})\(`, value: insideParentheses },
  {
    before: String.raw`(?:(?:hdr(?:_\w{1,8})?|s?cook(?:_\w{1,8})?|urlp(?:_\w{1,8})?|url_param|body_param|var)\((?<name>[^)\s]{1,200})\)|http_auth_(?:pass|bearer)(?:\([^)\s]{0,200}\))?)(?:,[^\s\]]*)?(?=[ \t]|\\t)${flags}${gap}(?!\}|-|(?:if|unless|table|len)\s)`,
    value: compared,
    caseMatters: true,
  },
  // Headers inside a check's request, and fields of JSON, YAML and query strings.
  { before: String.raw`(?:authorization|cookie|x-api-key)\\?["']?\s?:\s?\\?["']?`, value: fieldValue },
  { before: String.raw`(?:passw(?:or)?d|secret|token|api[-_]?key)\\?["']?\s?:(?=[\s"'\\])\s?\\?["']?`, value: fieldValue },
  { before: String.raw`(?:passw(?:or)?d|secret|token|api[-_]?key)=`, value: word },
  // What a program is called with.
  { before: String.raw`(?<![\w-])--(?:[\w-]{0,40}-)?(?:passw(?:or)?d|passphrase|secret|token|api[-_]?key)${gap}(?!-)`, value: word },
  // A word in small letters is prose: basic authentication.
  { before: String.raw`\b(?:[Bb]asic|[Bb]earer)(?:\\?[ \t]|%20)+(?=[a-z]*[^a-z\s])`, value: String.raw`[\w+/=.~-]{4,}`, caseMatters: true },
  // Hashes as crypt(3) writes them.
  { before: String.raw`\$(?=(?:\d|2[abxy]|y|gy|apr1|sha1|md5|argon2\w{1,2})\$)`, value: String.raw`[\w$./,+=-]{8,}` },
];

const compiled = rules.map(({ before, value, caseMatters }) => new RegExp(`${before}(?<value>${value})`, caseMatters ? 'dg' : 'dgi'));

/** Names of headers, variables and parameters whose values are to be kept. */
const secretName = /auth(?!enticate)|cookie|token|secret|passw|pwd|api[-_]?key|credential|session|signature/i;
const isSecretName = (name: string): boolean => secretName.test(name) && !/access-control-/i.test(name);

const httpCheckSend = new RegExp(`${begin}http-check${gap}send${gap}[^\\n]*`, 'gi');
const body = new RegExp(`${gap}body(?:-lf)?${gap}(?<value>${argument})`, 'dgi');
const authority = /:\/\/[^\s"'<>]*/g;

/**
 * Finds the values that HAProxy's keywords, headers and URLs mark as secret (design 6), in a
 * configuration, a line of one, or a message that quotes one. Stretches may overlap.
 *
 * Comments count too: what is commented out is still somebody's password. In doubt more is taken,
 * up to the end of the line. No pattern starts anywhere but at a literal or runs on without a
 * bound in front of its value, which keeps the time linear.
 */
export function secretSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (const pattern of compiled) {
    for (const match of text.matchAll(pattern)) {
      const name = match.groups?.['name'];
      if (name !== undefined && !isSecretName(name)) continue;
      push(spans, match.indices?.groups?.['value']);
    }
  }
  for (const { 0: line, index } of text.matchAll(httpCheckSend)) {
    for (const match of line.matchAll(body)) push(spans, match.indices?.groups?.['value'], index);
  }
  for (const { 0: url, index } of text.matchAll(authority)) {
    const end = userInfoEnd(url);
    if (end > 3) spans.push({ start: index + 3, end: index + end });
  }
  return spans;
}

function push(spans: Span[], range: readonly [number, number] | undefined, offset = 0): void {
  if (range !== undefined && range[1] > range[0]) spans.push({ start: range[0] + offset, end: range[1] + offset });
}

/** Where `user:password` ends in `://user:password@host/…`: at the last `@`, for a password may hold `@` and `/`. */
function userInfoEnd(url: string): number {
  const path = url.slice(3).search(/[/?#]/);
  const host = path < 0 ? url.slice(3) : url.slice(3, path + 3);
  const port = /^(?:[^:[\]]*|\[[^\]]*\]):?\d*$/.test(host);
  return host.includes('@') || !port ? url.lastIndexOf('@') : -1;
}
