/**
 * Keywords by the kind of section they may stand in, in the order in which the API writes them back
 * (facts 2.1). An entry that ends in `*` stands for all that begin so.
 */
const rules = ['http-request', 'redirect', 'unique-id-format', 'unique-id-header', 'errorfile', 'errorfiles', 'errorloc', 'errorloc302', 'errorloc303', 'http-error'];
const responses = ['tcp-response', 'http-response', 'http-after-response', 'declare'];
const common = ['option', 'timeout', 'clitcpka-*', 'srvtcpka-*', 'filter', 'compression', 'tcp-request', 'stats'];

const keywordOrder: Readonly<Record<string, readonly string[]>> = {
  global: [
    'set-var', 'set-var-fmt', 'setenv', 'presetenv', 'resetenv', 'unsetenv', 'daemon', 'master-worker', 'chroot', 'user', 'group', 'uid', 'gid', 'nbthread', 'thread-groups',
    'cpu-map', 'maxconn', 'pidfile', 'stats', 'tune.*', 'ssl-*', 'ca-base', 'crt-base', 'log', 'log-send-hostname', 'log-tag', 'lua-*', 'hard-stop-after', 'grace',
    'localpeer', 'description', 'node', 'spread-checks', 'default-path', 'server-state-base', 'server-state-file', 'ulimit-n', 'nosplice',
  ],
  defaults: ['description', 'mode', 'balance', 'hash-type', 'maxconn', 'backlog', 'log', 'log-format', 'log-format-sd', 'error-log-format', 'log-tag', ...common, 'retries', 'retry-on', 'default-server', 'cookie', 'http-reuse', 'http-check', 'http-send-name-header', 'load-server-state-from-file', 'default_backend', ...rules, ...responses],
  frontend: ['description', 'mode', 'maxconn', 'backlog', 'bind', 'acl', 'log-format', 'log-format-sd', 'error-log-format', 'log', 'log-tag', ...common, ...rules, 'use_backend', 'default_backend', 'stick-table', ...responses, 'monitor', 'monitor-uri', 'capture'],
  backend: [
    'description', 'mode', 'hash-type', 'balance', 'acl', 'option', 'http-check', 'tcp-check', 'log', 'log-tag', 'timeout', 'default-server', 'stick', 'filter', 'compression', 'tcp-request', 'stats',
    'http-reuse', 'http-request', 'redirect', 'cookie', 'use-server', 'stick-table', 'errorfile', 'errorfiles', 'errorloc', 'errorloc302', 'errorloc303', 'http-error', 'server', 'retries', 'retry-on', ...responses,
    'server-template', 'load-server-state-from-file', 'http-send-name-header', 'fullconn', 'max-keep-alive-queue', 'dynamic-cookie-key', 'email-alert', 'use-fcgi-app', 'srvtcpka-*',
  ],
};

/** Proxy keywords that the API does not know by class; they go to the end of their section. */
const otherProxyKeywords: readonly string[] = [
  'bind-process', 'disabled', 'enabled', 'force-persist', 'ignore-persist', 'id', 'persist', 'transparent', 'dispatch', 'source', 'external-check', 'email-alert', 'guid', 'hash-balance-factor',
  'hash-preserve-affinity', 'rate-limit', 'log-steps', 'server-state-file-name', 'grace', 'http-connection', 'http-after-request', 'quic-initial', 'load-server-state-from-file', 'max-session-srv-conns', 'appsession',
];

/** Of these the last line alone counts (facts 2.1). */
export const singleValued: readonly string[] = [
  'mode', 'balance', 'maxconn', 'retries', 'default_backend', 'hash-type', 'nbthread', 'description', 'daemon', 'pidfile', 'user', 'group', 'chroot', 'cookie', 'http-reuse', 'log-format', 'backlog', 'fullconn',
];

/** Place of a line in its section: a smaller one comes first; `Infinity` for what the API does not know. */
export function keywordRank(sectionType: string, keyword: string): number {
  const order = orderOf(sectionType);
  if (order === undefined) return 0;
  const rank = order.findIndex((entry) => matches(entry, keyword));
  return rank < 0 ? Infinity : rank;
}

/** Rank of the lines before which a snippet block is put: rules' end in a frontend, servers in a backend, else the end. */
export function snippetRank(sectionType: string): number {
  if (sectionType === 'frontend') return keywordRank('frontend', 'use_backend') - 0.5;
  if (sectionType === 'backend') return keywordRank('backend', 'server') - 0.5;
  return Number.MAX_SAFE_INTEGER;
}

/** Whether HAProxy may take `keyword` in a proxy section; told to be lenient between the kinds of proxy. */
export function isProxyKeyword(keyword: string): boolean {
  return keyword.startsWith('.') || keyword === 'no' || otherProxyKeywords.includes(keyword)
    || ['defaults', 'frontend', 'backend'].some((type) => (keywordOrder[type] ?? []).some((entry) => matches(entry, keyword)));
}

const listenOrder = [...new Set([...(keywordOrder.frontend ?? []).filter((entry) => !responses.includes(entry)), ...(keywordOrder.backend ?? [])])];

/** Whether the lines of such a section have an order of their own; else they stay as given. */
export function isOrdered(sectionType: string): boolean {
  return orderOf(sectionType) !== undefined;
}

function orderOf(sectionType: string): readonly string[] | undefined {
  return sectionType === 'listen' ? listenOrder : keywordOrder[sectionType];
}

function matches(entry: string, keyword: string): boolean {
  return entry.endsWith('*') ? keyword.startsWith(entry.slice(0, -1)) : entry === keyword;
}
