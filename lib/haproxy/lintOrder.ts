import { sectionTitle, type ApiLine, type Finding, type LintInput } from './lintFinding.js';
import { lineRole } from './lineRole.js';
import { olderThan } from './sectionKinds.js';
import { splitWords } from './splitWords.js';

/** Keywords whose order has meaning among each other and that the API writes in one sequence, whatever they stood in. */
interface Sequence {
  readonly kinds: readonly string[];
  readonly group: string;
  readonly keywords: readonly string[];
  /** Only the last line counts. */
  readonly lastCounts?: boolean;
  /** Read off 2.9; a newer API may have another sequence. */
  readonly only29?: boolean;
}

const checks = ['ssl-hello-chk', 'smtpchk', 'ldap-check', 'mysql-check', 'pgsql-check', 'redis-check', 'external-check', 'tcp-check', 'spop-check', 'httpchk'];
const sequences: readonly Sequence[] = [
  { kinds: ['backend', 'peers'], group: 'server', keywords: ['default-server', 'server', 'server-template'] },
  { kinds: ['frontend'], group: 'log format', keywords: ['log-format', 'option tcplog', 'option httpslog', 'option httplog'], lastCounts: true },
  { kinds: ['defaults'], group: 'log format', keywords: ['option httplog', 'log-format', 'option tcplog', 'option httpslog'], lastCounts: true, only29: true },
  { kinds: ['frontend', 'backend', 'defaults'], group: 'connection mode', keywords: ['httpclose', 'forceclose', 'http-server-close', 'http-keep-alive'].map(option), lastCounts: true, only29: true },
  { kinds: ['backend', 'defaults'], group: 'check type', keywords: checks.map(option), lastCounts: true, only29: true },
  { kinds: ['backend'], group: 'persist', keywords: ['force-persist', 'ignore-persist'], only29: true },
  { kinds: ['global'], group: 'environment', keywords: ['presetenv', 'resetenv', 'setenv', 'unsetenv'], only29: true },
  { kinds: ['global'], group: 'lua', keywords: ['lua-prepend-path', 'lua-load', 'lua-load-per-thread'], only29: true },
];

function option(name: string): string {
  return `option ${name}`;
}

/** Lines whose order the API changes although it has meaning. */
export function lintOrder({ lines, api }: LintInput): Finding[] {
  const usable = sequences.filter(({ only29 }) => only29 !== true || olderThan(api, [3, 0]));
  const groups = new Map<string, { readonly sequence: Sequence; readonly lines: { readonly rank: number; readonly at: ApiLine }[] }>();
  for (const at of lines) {
    if (at.snippet > 0 || at.text.startsWith('.')) continue;
    const words = splitWords(at.text);
    const { group } = lineRole(at.section.kind, words);
    const sequence = usable.find(({ kinds, group: name }) => name === group && kinds.includes(at.section.kind));
    if (sequence === undefined) continue;
    const rank = rankOf(sequence, words);
    if (rank < 0) continue;
    const key = `${at.section.key}\n${group}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { sequence, lines: [{ rank, at }] });
    else known.lines.push({ rank, at });
  }
  return [...groups.values()].flatMap(({ sequence, lines: found }) => {
    const sorted = [...found].sort((a, b) => a.rank - b.rank);
    const moved = sequence.lastCounts === true ? (sorted.at(-1) === found.at(-1) ? undefined : sorted.at(-1)) : found.find((line, index) => sorted[index] !== line);
    return moved === undefined ? [] : [finding(sequence, moved.at)];
  });
}

function rankOf({ keywords }: Sequence, words: readonly string[]): number {
  const rest = words[0] === 'no' ? words.slice(1) : words;
  return keywords.findIndex((keyword) => keyword === rest[0] || keyword === `${rest[0] ?? ''} ${rest[1] ?? ''}`);
}

function finding({ keywords, lastCounts }: Sequence, { line, section }: ApiLine): Finding {
  return {
    rule: 'moved-line', severity: 'loss', line, section: sectionTitle(section),
    message: lastCounts === true
      ? 'the API writes these lines in an order of its own, and another one would be the last, which counts'
      : `the API writes these lines in another order, which has a meaning: ${keywords.join(', then ')}`,
    mend: lastCounts === true ? 'keep only the line that shall count' : `write them in the order ${keywords.join(', ')}, or in sections of their own`,
  };
}
