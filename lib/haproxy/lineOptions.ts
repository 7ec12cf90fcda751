import { valuedServerOptions } from './serverLine.js';

function list(words: string): string[] {
  return words.split(/\s+/);
}

/** Flags of a server that API 2.9 knows. */
const serverFlags = list(`agent-check allow-0rtt backup check check-send-proxy check-ssl check-via-socks4 disabled enabled force-sslv3
  force-tlsv10 force-tlsv11 force-tlsv12 force-tlsv13 no-agent-check no-backup no-check no-check-send-proxy no-check-ssl no-send-proxy
  no-send-proxy-v2 no-send-proxy-v2-ssl no-send-proxy-v2-ssl-cn no-ssl no-ssl-reuse no-sslv3 no-tfo no-tls-tickets no-tlsv10
  no-tlsv11 no-tlsv12 no-tlsv13 no-verifyhost non-stick send-proxy send-proxy-v2 send-proxy-v2-ssl send-proxy-v2-ssl-cn ssl
  ssl-reuse stick tfo tls-tickets`);
/** Options that came with HAProxy 3.0 or later: API 2.9 drops them; what API 3.0 does with each is not known. */
const serverSince30 = new Set(list('guid hash-key init-state pool-conn-name tcp-md5sig'));
const bindFlags = list(`accept-proxy allow-0rtt defer-accept force-sslv3 force-tlsv10 force-tlsv11 force-tlsv12 force-tlsv13
  generate-certificates no-alpn no-ca-names no-sslv3 no-tls-tickets no-tlsv10 no-tlsv11 no-tlsv12 no-tlsv13 prefer-client-ciphers ssl
  strict-sni tfo transparent v4v6 v6only quic-force-retry`);
const bindValued = list(`accept-netscaler-cip alpn backlog curves ecdhe ca-file ca-ignore-err ca-sign-file ca-sign-pass ca-verify-file
  ciphers ciphersuites client-sigalgs crl-file crt crt-ignore-err crt-list gid group id interface level severity-output maxconn mode
  mss name namespace nice npn ocsp-update process proto shards sigalgs ssl-max-ver ssl-min-ver tcp-ut thread tls-ticket-keys uid user
  verify quic-cc-algo quic-socket nbconn expose-fd`);
const bindSince30 = new Set(list('guid-prefix force-strict-sni no-strict-sni default-crt idle-ping label cc ktls'));

/** What may follow the name and address of a line, by whether a value belongs to it. */
export interface LineOptions {
  /** Those that stand alone, as far as API 2.9 knows them. */
  readonly flags: ReadonlySet<string>;
  /** Those that take one value, as far as API 2.9 knows them. */
  readonly valued: ReadonlySet<string>;
  /** Those of HAProxy 3.0 or later. */
  readonly newer: ReadonlySet<string>;
}

/** Options of `server` and its like. */
export const serverOptions: LineOptions = { flags: new Set(serverFlags), valued: new Set([...valuedServerOptions].filter((option) => !serverSince30.has(option))), newer: serverSince30 };
/** Options of `bind`. */
export const bindOptions: LineOptions = { flags: new Set(bindFlags), valued: new Set(bindValued), newer: bindSince30 };

/** Server options of any version that the lists above leave out, and what `readServerOptions` calls what it reads. */
const others = new Set(list('check-pool-conn-name check-reuse-pool idle-ping ktls no-renegotiate renegotiate state strict-maxconn'));

/** The option's name where HAProxy is known to have one of it; any other word is one of somebody's text (design 6, "Secrets"). */
export function optionName({ flags, valued, newer }: LineOptions, option: string): string | undefined {
  const isKnown = [flags, valued, newer, others].some((names) => names.has(option) || names.has(`no-${option}`));
  return isKnown ? option : undefined;
}
