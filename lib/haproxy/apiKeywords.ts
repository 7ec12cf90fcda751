/**
 * Keywords that the API's parser takes out of their place, by section kind, as far as every version
 * from 2.9 on does: read off client-native 5.1.27, whose list only grew. `+` stands for a blank. What
 * is in no list stays in order, at the end of its section (facts 2.1).
 */
const text: Readonly<Record<string, string>> = {
  global: `set-var set-var-fmt presetenv resetenv setenv unsetenv daemon default-path localpeer chroot uid user gid group ca-base
    crt-base master-worker external-check nosplice nbthread cpu-map maxconn maxconnrate maxcomprate maxcompcpuusage maxpipes
    maxsessrate maxsslconn maxsslrate maxzlibmem fd-hard-limit pidfile stats+socket stats+timeout stats+maxconn anonkey
    httpclient.resolvers.disabled httpclient.resolvers.id httpclient.resolvers.prefer httpclient.retries httpclient.ssl.ca-file
    httpclient.timeout.connect httpclient.ssl.verify limited-quic prealloc-fd no-quic cluster-secret tune.bufsize
    tune.comp.maxlevel tune.fd.edge-triggered tune.h2.header-table-size tune.h2.initial-window-size
    tune.h2.max-concurrent-streams tune.h2.max-frame-size tune.http.cookielen tune.http.logurilen tune.http.maxhdr
    tune.idle-pool.shared tune.idletimer tune.listener.multi-queue tune.lua.forced-yield tune.lua.session-timeout
    tune.lua.task-timeout tune.lua.service-timeout tune.maxaccept tune.maxpollevents tune.maxrewrite tune.pattern.cache-size
    tune.pipesize tune.ssl.cachesize tune.ssl.keylog tune.ssl.lifetime tune.ssl.maxrecord tune.ssl.default-dh-param
    tune.ssl.ssl-ctx-cache-size tune.ssl.capture-buffer-size tune.zlib.memlevel tune.zlib.windowsize ssl-default-bind-options
    ssl-default-bind-sigalgs ssl-default-bind-ciphers ssl-default-bind-ciphersuites ssl-default-bind-curves
    ssl-default-server-options ssl-default-server-ciphers ssl-default-server-ciphersuites ssl-dh-param-file
    ssl-load-extra-del-ext ssl-load-extra-files ssl-server-verify hard-stop-after log log-send-hostname lua-prepend-path lua-load
    lua-load-per-thread server-state-file server-state-base ssl-engine ssl-mode-async h1-case-adjust-file h1-case-adjust
    busy-polling max-spread-checks close-spread-time noepoll nokqueue noevports nopoll nogetaddrinfo noreuseport profiling.tasks
    spread-checks description expose-experimental-directives grace insecure-fork-wanted insecure-setuid-wanted
    issuers-chain-path mworker-max-reloads node numa-cpu-mapping ulimit-n set-dumpable strict-limits unix-bind thread-groups
    thread-group quiet zero-warning`,
  proxy: `mode log-tag log option+httpclose option+http-buffer-request option+http-server-close option+http-keep-alive
    option+http-no-delay option+forwardfor option+splice-auto option+splice-request option+splice-response option+tcpka
    option+independent-streams option+nolinger option+originalto email-alert filter compression+algo compression+type
    compression+offload tcp-request stats http-request redirect errorfile errorfiles errorloc302 errorloc303 tcp-response
    http-response http-after-response http-error stick-table acl id description enabled disabled`,
  frontend: `maxconn backlog bind monitor-uri monitor+fail log-format log-format-sd error-log-format option+tcplog
    option+dontlognull option+contstats option+log-separate-errors option+clitcpka option+accept-invalid-http-request
    option+logasap option+http-ignore-probes option+http-use-proxy-header option+httpslog option+socket-stats
    option+tcp-smart-accept option+idle-close-on-response option+dontlog-normal option+httplog timeout+http-request
    timeout+client timeout+client-fin timeout+http-keep-alive timeout+tarpit unique-id-format unique-id-header use_backend
    default_backend declare+capture`,
  backend: `hash-type balance force-persist ignore-persist option+http-pretend-keepalive option+ssl-hello-chk option+smtpchk
    option+ldap-check option+mysql-check option+abortonclose option+pgsql-check option+redis-check option+redispatch
    option+external-check option+log-health-checks option+srvtcpka option+allbackups option+accept-invalid-http-response
    option+tcp-check option+checkcache option+persist option+prefer-last-server option+spop-check option+tcp-smart-connect
    option+transparent tcp-check option+httpchk http-check external-check+path external-check+command timeout+http-request
    timeout+queue timeout+http-keep-alive timeout+check timeout+tunnel timeout+server timeout+server-fin timeout+connect
    timeout+tarpit default-server stick http-reuse dynamic-cookie-key use-server server retries server-template
    load-server-state-from-file use-fcgi-app fullconn max-keep-alive-queue retry-on http-send-name-header source hash-balance-factor`,
  userlist: 'group user',
  peers: 'enabled disabled peer default-bind default-server log bind server table shards',
  mailers: 'timeout+mail mailer',
  resolvers: `nameserver hold+nx hold+obsolete hold+other hold+refused hold+timeout hold+valid timeout+resolve timeout+retry
    accepted_payload_size parse-resolv-conf resolve_retries`,
  program: 'command user group option+start-on-reload',
  cache: 'total-max-size max-object-size max-age max-secondary-entries process-vary',
  ring: 'description format maxlen size timeout+connect timeout+server server',
  'log-forward': 'dgram-bind bind log backlog maxconn timeout+client',
  'http-errors': 'errorfile',
  'fcgi-app': 'acl docroot index log-stderr pass-header path-info option+get-values option+keep-conn option+max-reqs option+mpxs-conns set-param',
};
/** What `defaults` does not take, of what frontends and backends do. */
const notInDefaults = `acl id description bind filter tcp-request tcp-response http-request http-response http-after-response redirect
  stick stick-table monitor+fail declare+capture use_backend use-server server server-template force-persist ignore-persist
  use-fcgi-app option+spop-check`;

function words(list: string | undefined): string[] {
  return (list ?? '').split(/\s+/).map((word) => word.replace('+', ' '));
}

const dropped = new Set(words(notInDefaults));
const proxy = words(text['proxy']);
const keywords: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...Object.keys(text).map((kind) => [kind, new Set(words(text[kind]))] as const),
  ['frontend', new Set([...proxy, ...words(text['frontend'])])] as const,
  ['backend', new Set([...proxy, ...words(text['backend'])])] as const,
  ['defaults', new Set([...proxy, ...words(text['frontend']), ...words(text['backend'])].filter((word) => !dropped.has(word)))] as const,
]);

/** The first word of every line that the API's parser knows, in any section. */
export const apiFirstWords: ReadonlySet<string> = new Set([...keywords.values()].flatMap((known) => [...known].map((word) => word.split(' ', 1)[0] ?? '')));

/** Whether the API's parser writes such a line in a place of its own, and not where unknown lines go. */
export function apiPlaces(kind: string, line: readonly string[]): boolean {
  const known = keywords.get(kind);
  if (known === undefined) return false;
  const rest = line[0] === 'no' && !known.has('no') ? line.slice(1) : line;
  return known.has(rest[0] ?? '') || known.has(`${rest[0] ?? ''} ${rest[1] ?? ''}`);
}
