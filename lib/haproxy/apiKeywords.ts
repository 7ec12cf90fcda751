/**
 * Keywords that the API's parser takes out of their place, by section kind, as far as every version
 * from 2.9 on does: read off client-native 5.1.27, whose list only grew. `_` stands for a blank. What
 * is in no list stays in order, at the end of its section (facts 2.1).
 */
const text: Readonly<Record<string, string>> = {
  global: `set-var set-var-fmt presetenv resetenv setenv unsetenv daemon default-path localpeer chroot uid user gid group ca-base
    crt-base master-worker external-check nosplice nbthread cpu-map maxconn maxconnrate maxcomprate maxcompcpuusage maxpipes
    maxsessrate maxsslconn maxsslrate maxzlibmem fd-hard-limit pidfile stats_socket stats_timeout stats_maxconn anonkey
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
  proxy: `mode log-tag log option_httpclose option_http-buffer-request option_http-server-close option_http-keep-alive
    option_http-no-delay option_forwardfor option_splice-auto option_splice-request option_splice-response option_tcpka
    option_independent-streams option_nolinger option_originalto email-alert filter compression_algo compression_type
    compression_offload tcp-request stats http-request redirect errorfile errorfiles errorloc302 errorloc303 tcp-response
    http-response http-after-response http-error stick-table acl id description enabled disabled`,
  frontend: `maxconn backlog bind monitor-uri monitor_fail log-format log-format-sd error-log-format option_tcplog
    option_dontlognull option_contstats option_log-separate-errors option_clitcpka option_accept-invalid-http-request
    option_logasap option_http-ignore-probes option_http-use-proxy-header option_httpslog option_socket-stats
    option_tcp-smart-accept option_idle-close-on-response option_dontlog-normal option_httplog timeout_http-request
    timeout_client timeout_client-fin timeout_http-keep-alive timeout_tarpit unique-id-format unique-id-header use_backend
    default_backend declare_capture rate-limit_sessions`,
  backend: `hash-type balance force-persist ignore-persist option_http-pretend-keepalive option_ssl-hello-chk option_smtpchk
    option_ldap-check option_mysql-check option_abortonclose option_pgsql-check option_redis-check option_redispatch
    option_external-check option_log-health-checks option_srvtcpka option_allbackups option_accept-invalid-http-response
    option_tcp-check option_checkcache option_persist option_prefer-last-server option_spop-check option_tcp-smart-connect
    option_transparent tcp-check option_httpchk http-check external-check_path external-check_command timeout_http-request
    timeout_queue timeout_http-keep-alive timeout_check timeout_tunnel timeout_server timeout_server-fin timeout_connect
    timeout_tarpit default-server stick http-reuse dynamic-cookie-key use-server server retries server-template
    load-server-state-from-file use-fcgi-app fullconn max-keep-alive-queue retry-on http-send-name-header source hash-balance-factor`,
  userlist: 'group user',
  peers: 'enabled disabled peer default-bind default-server log bind server table shards',
  mailers: 'timeout_mail mailer',
  resolvers: `nameserver hold_nx hold_obsolete hold_other hold_refused hold_timeout hold_valid timeout_resolve timeout_retry
    accepted_payload_size parse-resolv-conf resolve_retries`,
  cache: 'total-max-size max-object-size max-age max-secondary-entries process-vary',
  ring: 'description format maxlen size timeout_connect timeout_server server',
  'log-forward': 'dgram-bind bind log backlog maxconn timeout_client',
  'http-errors': 'errorfile',
  'fcgi-app': 'acl docroot index log-stderr pass-header path-info option_get-values option_keep-conn option_max-reqs option_mpxs-conns set-param',
};
/** What `defaults` does not take, of what frontends and backends do. */
const notInDefaults = `acl id description bind filter tcp-request tcp-response http-request http-response http-after-response redirect
  stick stick-table monitor_fail declare_capture use_backend use-server server server-template force-persist ignore-persist
  use-fcgi-app option_spop-check`;

function words(list: string | undefined): string[] {
  return (list ?? '').split(/\s+/).map((word) => word.replace('_', ' '));
}

const dropped = new Set(words(notInDefaults));
const proxy = words(text['proxy']);
const keywords: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...Object.keys(text).map((kind) => [kind, new Set(words(text[kind]))] as const),
  ['frontend', new Set([...proxy, ...words(text['frontend'])])] as const,
  ['backend', new Set([...proxy, ...words(text['backend'])])] as const,
  ['defaults', new Set([...proxy, ...words(text['frontend']), ...words(text['backend'])].filter((word) => !dropped.has(word)))] as const,
]);

/** Whether the API's parser writes such a line in a place of its own, and not where unknown lines go. */
export function apiPlaces(kind: string, line: readonly string[]): boolean {
  const known = keywords.get(kind);
  if (known === undefined) return false;
  const rest = line[0] === 'no' && !known.has('no') ? line.slice(1) : line;
  return known.has(rest[0] ?? '') || known.has(`${rest[0] ?? ''} ${rest[1] ?? ''}`);
}
