import { findOccurrences, type Span } from './findOccurrences.js';
import { isTelling, pemLines, pemSpans } from './pemSpans.js';
import { possiblePatterns } from './possiblePatterns.js';
import { secretSpans } from './secretSpans.js';

const mask = '***';
/** Shorter values are masked where they were found only: elsewhere they would hit ordinary words. */
const minLength = 8;

/**
 * Replaces every secret in a text by `***` (design 6, "Secrets").
 *
 * Masked are the values of HAProxy's secret-bearing keywords, authorization headers, crypt hashes,
 * credentials in URLs, everything between PEM markers, every given secret, and every other
 * occurrence of a value so found that has 8 characters or more. The text may be a configuration, a
 * single line, or an answer of the API that quotes lines of one, decoded or still in JSON. Takes
 * time in proportion to the text and the secrets.
 *
 * @example A message that quotes a configuration
 * ```ts
 * import { maskText } from 'haproxy-deployer';
 *
 * console.log(maskText('parsing [haproxy.cfg:3]: stats auth admin:example'));
 * // → parsing [haproxy.cfg:3]: stats auth ***
 * ```
 *
 * @param secrets Passwords and the like that the text may quote, of any length, and what
 * {@link collectSecrets} found in the configuration that it is about.
 */
export function maskText(text: string, secrets: readonly string[] = []): string {
  return maskWith(text, secrets);
}

/** {@link maskText} with a say in what is masked: `adjust` gets the stretches found, and every value looked for as it may be spelled. */
export function maskWith(
  text: string,
  secrets: readonly string[],
  adjust: (found: readonly Span[], wanted: readonly string[]) => readonly Span[] = (found) => found,
): string {
  const { spans, values } = find(text);
  const wanted = possiblePatterns(text, [...secrets, ...values], isSpelledAlike).flatMap(spellings);
  return replace(text, adjust([...spans, ...findOccurrences(text, wanted)], wanted));
}

/**
 * Lists the secret values of a configuration or file that have 8 characters or more, and the lines
 * between its PEM markers, for masking texts that may quote them bare, such as the API's answers about it.
 *
 * @example Mask the answer about a configuration, too
 * ```ts
 * import { collectSecrets, maskText } from 'haproxy-deployer';
 *
 * const secrets = collectSecrets('userlist ops\n  user ann insecure-password for-example\n');
 * console.log(maskText('unexpected word for-example', secrets));
 * // → unexpected word ***
 * ```
 */
export function collectSecrets(text: string): string[] {
  return find(text).values;
}

function find(text: string): { readonly spans: readonly Span[]; readonly values: string[] } {
  const marked = secretSpans(text);
  const values = new Set<string>();
  for (const { start, end } of marked) {
    for (const form of forms(text.slice(start, end))) if (form.length >= minLength) values.add(form);
  }
  for (const line of pemLines(text)) if (isTelling(line)) values.add(line);
  return { spans: [...pemSpans(text), ...marked], values: [...values] };
}

/** The value as written, as HAProxy reads it, its words (`Bearer …`), up to a quote that may be the message's own, and each without `user:`. */
function forms(written: string): string[] {
  const value = written.trim();
  const bare = value.replace(/^(["'])(.*)\1$/s, '$2');
  const cut = bare.split(/["'\\\s]/, 1)[0] ?? '';
  const decoded = decode(value);
  return [value, bare, cut, decoded, ...decoded.split(/\s+/)].flatMap((form) => {
    const colon = form.indexOf(':');
    return colon < 0 ? [form] : [form, form.slice(colon + 1)];
  });
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** Takes the quotes away and decodes the escapes as HAProxy does (facts, Reading). */
function decode(written: string): string {
  return written.replace(/'([^']*)'|"|\\x([0-9a-fA-F]{2})|\\(.)/gs, (_, single?: string, hex?: string, escaped?: string) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    if (escaped !== undefined) return escapes[escaped] ?? escaped;
    return single ?? '';
  });
}

/** Whether a part of a secret is the same in all of its spellings. */
const isSpelledAlike = (part: string): boolean => /^[A-Za-z0-9]+$/.test(part);

/** A secret as it stands in a plain text, in JSON and in a URL. */
function spellings(secret: string): string[] {
  return [secret, JSON.stringify(secret).slice(1, -1), percentEncoded(secret)];
}

function percentEncoded(secret: string): string {
  try {
    return encodeURIComponent(secret);
  } catch {
    return secret; // Half of a surrogate pair has no such form.
  }
}

function replace(text: string, spans: readonly Span[]): string {
  const parts: string[] = [];
  let done = 0;
  let masked = -1;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (end <= done && masked >= start) continue;
    if (start > masked) parts.push(text.slice(done, start), mask);
    done = Math.max(done, end);
    masked = done;
  }
  parts.push(text.slice(done));
  return parts.join('');
}
