import { joinWords, plainForm } from './readLines.js';
import { isPlain, splitWords } from './splitWords.js';

/** A keyword whose options may stand in any order, and how many values each option takes. */
interface FreeOrder {
  /** How many words lead before the options begin. */
  readonly lead: number;
  readonly values: Readonly<Record<string, number>>;
}

const redirect = { code: 1, location: 1, prefix: 1, scheme: 1, 'set-cookie': 1, 'clear-cookie': 1, 'drop-query': 0, 'append-slash': 0, 'ignore-empty': 0 };
/** Those that the API writes in an order of its own. */
const freeOrder = new Map<string, FreeOrder>([
  ['cookie', { lead: 2, values: { domain: 1, maxidle: 1, maxlife: 1, attr: 1 } }],
  ['redirect', { lead: 1, values: redirect }],
  ['http-request redirect', { lead: 2, values: redirect }],
  ['http-response redirect', { lead: 2, values: redirect }],
  ['stick-table', { lead: 1, values: { type: 1, len: 1, size: 1, expire: 1, store: 1, peers: 1, 'write-to': 1, srvkey: 1, nopurge: 0, 'recv-only': 0 } }],
  ['option forwardfor', { lead: 2, values: { except: 1, header: 1, 'if-none': 0 } }],
  ['option originalto', { lead: 2, values: { except: 1, header: 1 } }],
  ['http-check send', { lead: 2, values: { meth: 1, uri: 1, 'uri-lf': 1, ver: 1, hdr: 2, body: 1, 'body-lf': 1 } }],
]);
const firstWords = new Set([...freeOrder.keys()].map((key) => key.split(' ', 1)[0]));

/**
 * One string for a line, equal for lines of equal meaning: words decoded, options sorted where their
 * order has none.
 */
export function canonicalLine(text: string): string {
  const blank = text.indexOf(' ');
  if (isPlain(text) && !firstWords.has(blank < 0 ? text : text.slice(0, blank))) return text;
  const words = splitWords(text);
  const found = freeOrder.get(words[0] ?? '') ?? freeOrder.get(`${words[0] ?? ''} ${words[1] ?? ''}`);
  return found === undefined ? plainForm(text) : joinWords(sortOptions(words, found));
}

function sortOptions(words: readonly string[], { lead, values }: FreeOrder): string[] {
  const conditionAt = words.findIndex((word, index) => index >= lead && (word === 'if' || word === 'unless'));
  const end = conditionAt < 0 ? words.length : conditionAt;
  const options: string[][] = [];
  for (let at = lead; at < end; ) {
    const size = 1 + (values[words[at] ?? ''] ?? 0);
    options.push(words.slice(at, Math.min(at + size, end)));
    at += size;
  }
  // Stable, by the option's name: one that is written twice keeps its order.
  options.sort(([a = ''], [b = '']) => (a < b ? -1 : a > b ? 1 : 0));
  return [...words.slice(0, lead), ...options.flat(), ...words.slice(end)];
}
