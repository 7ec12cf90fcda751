import { apiPlaces } from './apiKeywords.js';
import { sectionTitle, type ApiLine, type Finding, type LintInput } from './lintFinding.js';
import { lineRole, type GroupRule } from './lineRole.js';
import { plainForm } from './readLines.js';
import { olderThan } from './sectionKinds.js';
import { splitWords } from './splitWords.js';

/** Keywords whose order has meaning among each other and that the API writes in one sequence, whatever they stood in. */
interface Sequence {
  readonly kinds: readonly string[];
  readonly group: string;
  readonly keywords: readonly string[];
  /** Read off 2.9; a newer API may have another sequence. */
  readonly only29?: boolean;
}

const checks = ['ssl-hello-chk', 'smtpchk', 'ldap-check', 'mysql-check', 'pgsql-check', 'redis-check', 'external-check', 'tcp-check', 'spop-check', 'httpchk'];
const sequences: readonly Sequence[] = [
  { kinds: ['backend', 'peers'], group: 'server', keywords: ['default-server', 'server', 'server-template'] },
  { kinds: ['frontend'], group: 'log format', keywords: ['log-format', 'option tcplog', 'option httpslog', 'option httplog'] },
  { kinds: ['defaults'], group: 'log format', keywords: ['option httplog', 'log-format', 'option tcplog', 'option httpslog'], only29: true },
  { kinds: ['frontend', 'backend', 'defaults'], group: 'connection mode', keywords: ['httpclose', 'forceclose', 'http-server-close', 'http-keep-alive'].map(option), only29: true },
  { kinds: ['backend', 'defaults'], group: 'check type', keywords: checks.map(option), only29: true },
  { kinds: ['backend'], group: 'persist', keywords: ['force-persist', 'ignore-persist'], only29: true },
  { kinds: ['global'], group: 'environment', keywords: ['presetenv', 'resetenv', 'setenv', 'unsetenv'], only29: true },
  { kinds: ['global'], group: 'lua', keywords: ['lua-prepend-path', 'lua-load', 'lua-load-per-thread'], only29: true },
];

function option(name: string): string {
  return `option ${name}`;
}

/** Keywords that the API writes behind the snippet block of their section; the others it knows stand before. */
const behindSnippet: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['frontend', new Set('use_backend default_backend stick-table tcp-response http-response http-after-response http-error declare rate-limit'.split(' '))],
  [
    'backend',
    new Set(
      `errorfile errorfiles errorloc302 errorloc303 server retries tcp-response http-response http-after-response http-error server-template
      load-server-state-from-file use-fcgi-app fullconn max-keep-alive-queue retry-on http-send-name-header source persist hash-balance-factor`.split(/\s+/),
    ),
  ],
]);
/** Places in a section: known lines before the snippet block, its own lines, known lines behind it, and unknown lines. */
const places = { before: 0, snippet: 100, behind: 200, unknown: 300 } as const;

interface Ranked {
  readonly rank: number;
  readonly at: ApiLine;
}

/** Lines whose order the API changes although it has meaning. */
export function lintOrder({ lines, api }: LintInput): Finding[] {
  const newer = !olderThan(api, [3, 0]);
  const groups = new Map<string, { readonly rule: GroupRule; readonly sequence: Sequence | undefined; readonly found: Ranked[] }>();
  for (const at of lines) {
    const { kind, key } = at.section;
    if (at.text.startsWith('.') || !sorted.has(kind)) continue;
    const words = splitWords(at.text);
    const { group, rule } = lineRole(kind, words);
    if (rule === 'set') continue;
    const sequence = sequences.find((candidate) => candidate.group === group && candidate.kinds.includes(kind) && !(newer && candidate.only29 === true));
    const known = at.snippet > 0 || apiPlaces(kind, words);
    if (newer && !known) continue;
    const rank = at.snippet > 0 ? places.snippet : known ? placeOf(kind, words) + rankOf(sequence, words) : places.unknown;
    const id = `${key}\n${group}`;
    const entry = groups.get(id);
    if (entry === undefined) groups.set(id, { rule, sequence, found: [{ rank, at }] });
    else entry.found.push({ rank, at });
  }
  return [...groups.values()].flatMap(({ rule, sequence, found }) => {
    const stored = [...found].sort((a, b) => a.rank - b.rank);
    const lastCounts = rule === 'last' || rule === 'rivals';
    const moved = lastCounts ? (sameText(stored.at(-1), found.at(-1)) ? undefined : stored.at(-1)) : found.find((line, index) => !sameText(stored[index], line));
    return moved === undefined ? [] : [finding(sequence, lastCounts, moved.at)];
  });
}

/** Sections in which the API moves lines and whose order is known here. */
const sorted = new Set(['global', 'defaults', 'frontend', 'backend', 'peers']);

function sameText(a: Ranked | undefined, b: Ranked | undefined): boolean {
  return a === b || plainForm(a?.at.text ?? '') === plainForm(b?.at.text ?? '');
}

function placeOf(kind: string, words: readonly string[]): number {
  return behindSnippet.get(kind)?.has((words[0] === 'no' ? words[1] : words[0]) ?? '') === true ? places.behind : places.before;
}

function rankOf(sequence: Sequence | undefined, words: readonly string[]): number {
  const rest = words[0] === 'no' ? words.slice(1) : words;
  return Math.max(0, sequence?.keywords.findIndex((keyword) => keyword === rest[0] || keyword === `${rest[0] ?? ''} ${rest[1] ?? ''}`) ?? 0);
}

function finding(sequence: Sequence | undefined, lastCounts: boolean, { line, section }: ApiLine): Finding {
  return {
    rule: 'moved-line', severity: 'loss', line, section: sectionTitle(section),
    message: lastCounts
      ? 'the API writes these lines in an order of its own: this one would be the last, which counts'
      : `the API writes these lines in another order, which has a meaning${sequence === undefined ? '' : `: ${sequence.keywords.join(', then ')}`}`,
    mend: lastCounts ? 'keep only the line that shall count' : 'write them in the order in which the API does, and all inside the snippet block or all outside',
  };
}
