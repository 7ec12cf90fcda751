import { keywordName } from './keywordName.js';

/** How lines of one group count together. */
export type GroupRule =
  /** Their order has meaning. */
  | 'ordered'
  /** The last one replaces the others. */
  | 'last'
  /** Each replaces those before it, and one that is written again counts at its last place. */
  | 'rivals'
  /** Alternatives: neither order nor repetition has meaning. */
  | 'set'
  /** `server` lines and what changes them. */
  | 'servers';

/** What a line is compared with: the lines of its section with the same group. */
export interface LineRole {
  readonly group: string;
  readonly rule: GroupRule;
  /** The word that operations are counted under: the keyword, without `no`; `line` where it is none that HAProxy is known to have. */
  readonly term: string;
}

/** Of several such lines only the last counts, in proxies and `defaults`. */
const lastWins = new Set(
  `mode maxconn balance hash-type retries fullconn backlog description default_backend unique-id-format unique-id-header log-tag
  error-log-format log-format-sd http-reuse monitor-uri server-state-file-name load-server-state-from-file hash-balance-factor
  max-keep-alive-queue retry-on dynamic-cookie-key clitcpka-cnt clitcpka-idle clitcpka-intvl srvtcpka-cnt srvtcpka-idle
  srvtcpka-intvl`.split(/\s+/),
);
/** Keywords with a list of lines for each second word. */
const bySecondWord = new Set(['stats', 'tcp-request', 'tcp-response', 'compression', 'email-alert', 'monitor', 'hold', 'rate-limit']);
const servers = new Set(['server', 'default-server', 'server-template']);
const environment = new Set(['setenv', 'presetenv', 'resetenv', 'unsetenv']);
const errorFiles = new Set(['errorfile', 'errorloc', 'errorloc302', 'errorloc303', 'errorfiles']);
/** Options of which one switches the others off, and the settings that do the same: their order among each other has meaning. */
const rivals: ReadonlyMap<string, string> = new Map([
  ...['httplog', 'tcplog', 'httpslog'].map((name) => [name, 'log format'] as const),
  ...['httpclose', 'forceclose', 'http-server-close', 'http-keep-alive', 'http-tunnel'].map((name) => [name, 'connection mode'] as const),
  ...['httpchk', 'tcp-check', 'ssl-hello-chk', 'smtpchk', 'ldap-check', 'mysql-check', 'pgsql-check', 'redis-check', 'spop-check', 'external-check'].map(
    (name) => [name, 'check type'] as const,
  ),
]);
/** Sections of plain settings, and the keywords in them that make lists. */
const settings: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['cache', new Set<string>()],
  ['program', new Set<string>()],
  ['resolvers', new Set(['nameserver'])],
  ['mailers', new Set(['mailer'])],
  ['ring', new Set(['log'])],
]);
const argumentOptions = new Set(['forwardfor', 'originalto', 'redispatch']);

/**
 * Tells which lines of a section belong together and whether their order has meaning (facts "Order
 * with meaning"). What is not known counts as ordered under its keyword: a difference too many
 * costs a reload, one too few would leave a wrong configuration in place.
 *
 * @param kind The section's kind.
 * @param words The decoded words of the line, at least one.
 */
export function lineRole(kind: string, words: readonly string[]): LineRole {
  const negated = words[0] === 'no' || words[0] === 'default';
  const keyword = (negated ? words[1] : words[0]) ?? '';
  const second = (negated ? words[2] : words[1]) ?? '';
  const role = (group: string, rule: GroupRule = 'ordered'): LineRole => ({ group, rule, term: keywordName(keyword) });
  if (servers.has(keyword)) return role('server', 'servers');
  if (keyword === 'acl') return role(`acl ${second}`, 'set');
  if (kind === 'userlist') return role(keyword, 'set');
  if (keyword === 'timeout') return role(`timeout ${second}`, 'last');
  if (keyword === 'option') return { ...optionRole(second), term: 'option' };
  if (keyword === 'log-format') return role('log format', 'rivals');
  if (errorFiles.has(keyword)) return role(keyword === 'errorfiles' ? 'errors' : `error ${second}`, keyword === 'errorfiles' ? 'ordered' : 'last');
  if (environment.has(keyword)) return role('environment');
  if (keyword.startsWith('lua-')) return role('lua');
  if (keyword === 'force-persist' || keyword === 'ignore-persist') return role('persist');
  if (keyword === 'capture') return role(`capture ${second}`);
  if (keyword === 'declare') return role(`capture ${words[2] ?? ''}`);
  if (/^(?:req|rsp)[a-z]+$/.test(keyword)) return role(keyword.slice(0, 3));
  if (keyword === 'enabled' || keyword === 'disabled') return role('enabled', 'last');
  const lists = settings.get(kind);
  const rule = lists !== undefined && !lists.has(keyword) ? 'last' : 'ordered';
  if (bySecondWord.has(keyword)) return role(`${keyword} ${second}`, rule);
  if (rule === 'last') return role(keyword, rule);
  return role(keyword, kind !== 'global' && lastWins.has(keyword) ? 'last' : 'ordered');
}

function optionRole(option: string): Omit<LineRole, 'term'> {
  const rival = rivals.get(option);
  if (rival !== undefined) return { group: rival, rule: 'rivals' };
  return { group: `option ${option}`, rule: argumentOptions.has(option) ? 'ordered' : 'last' };
}
