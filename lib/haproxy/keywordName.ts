import { apiFirstWords } from './apiKeywords.js';

/**
 * First words of lines that HAProxy has known from 1.8 to 3.4, besides those of the API's parser and
 * those in a namespace: the output of `haproxy -dKcfg`, and the keywords of its manual that it leaves out.
 */
const more = `.alert .diag .notice .warning 51degrees-cache-size 51degrees-data-file 51degrees-property-name-list
  51degrees-property-separator account-key acme-vars acme.scheduler appsession args bind-process bits block capture
  challenge challenge-ready cliexp clitcpka-cnt clitcpka-idle clitcpka-intvl clitimeout contact contimeout cookie cpu-policy
  cpu-set curves debug deviceatlas-json-file deviceatlas-log-level deviceatlas-properties-cookie deviceatlas-separator
  directory dispatch dns-accept-family errorloc event expose-deprecated-directives fdhard force-cfg-parser-pause groups guid
  h1-accept-payload-with-any-method harden.reject-privileged-ports.quic harden.reject-privileged-ports.tcp
  hash-preserve-affinity key-base keytype load log-profile log-steps map max-session-srv-conns messages monitor-net nbproc
  no-memory-trimming noktls ocsp-update.disable ocsp-update.httpproxy ocsp-update.maxdelay ocsp-update.mindelay
  ocsp-update.mode on persist pp2-never-send-local provider-name quic-initial rate-limit redisp redispatch reqadd reqallow
  reqdel reqdeny reqiallow reqidel reqideny reqipass reqirep reqitarpit reqpass reqrep reqtarpit reuse-key rspadd rspdel
  rspdeny rspidel rspideny rspirep rsprep server-state-file-name setcap shm-stats-file shm-stats-file-max-objects spoe-agent
  spoe-group spoe-message srvexp srvtcpka-cnt srvtcpka-idle srvtcpka-intvl srvtimeout ssl-default-bind-client-sigalgs
  ssl-default-server-client-sigalgs ssl-default-server-curves ssl-default-server-sigalgs ssl-passphrase-cmd ssl-propquery
  ssl-provider ssl-provider-path ssl-security-level ssl-skip-self-issued-ca stats-file stress-level thread-hard-limit trace
  type use-backend warn-blocked-traffic-after wurfl-cache-size wurfl-data-file wurfl-information-list
  wurfl-information-list-separator wurfl-patch-file`;

const known: ReadonlySet<string> = new Set([...apiFirstWords, ...more.split(/\s+/)]);
/** Keywords of these namespaces are many, and new with every version. */
const namespaced = /^(?:tune|httpclient|profiling)(?:\.[a-z][a-z0-9-]{0,30}){1,4}$/;

/**
 * The name that a line with this keyword goes by in counts, events and metrics: the keyword, or
 * `line` where HAProxy is not known to have one.
 *
 * Any other first word is a word of somebody's text: a line of a key, where a file is no
 * configuration (design 6, "Secrets"). That also keeps the names few, as labels of metrics must be.
 */
export function keywordName(keyword: string): string {
  return known.has(keyword) || namespaced.test(keyword) ? keyword : 'line';
}
