import { sectionTitle, type ApiLine, type Finding, type LintInput } from './lintFinding.js';
import { olderThan } from './sectionKinds.js';
import { valuedServerOptions } from './serverLine.js';
import { splitWords } from './splitWords.js';

/** The lines whose options an API before 3.1 reads one by one and drops where it does not know them (facts 2.1), with the words before the options. */
const optionLines: ReadonlyMap<string, number> = new Map([
  ['backend server', 3], ['peers server', 3], ['ring server', 3],
  ['backend default-server', 1], ['defaults default-server', 1], ['peers default-server', 1],
  ['backend server-template', 4],
  ['frontend bind', 2], ['log-forward bind', 2], ['peers bind', 2],
]);

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

const server = { flags: new Set(serverFlags), valued: new Set([...valuedServerOptions].filter((option) => !serverSince30.has(option))), newer: serverSince30 };
const bind = { flags: new Set(bindFlags), valued: new Set(bindValued), newer: bindSince30 };

/** Options of servers and binds that an API before 3.1 drops, and those on which it never comes back. */
export function lintOptions({ lines, api }: LintInput): Finding[] {
  if (!olderThan(api, [3, 1])) return [];
  const newerAreUnknown = olderThan(api, [3, 0]);
  const findings: Finding[] = [];
  for (const line of lines) {
    if (line.snippet > 0) continue;
    const words = splitWords(line.text);
    const [keyword = ''] = words;
    const lead = optionLines.get(`${line.section.kind} ${keyword}`);
    if (lead === undefined || words.length < lead) continue;
    const known = keyword === 'bind' ? bind : server;
    const { dropped, cut } = readOptions(words.slice(lead), known);
    if (cut !== undefined && known === server) findings.push(endless(line, cut));
    const lost = newerAreUnknown ? dropped : dropped.filter((option) => !known.newer.has(option));
    // The value of an option that nobody knows cannot be told from an option.
    if (lost.length > 0 && (newerAreUnknown || lost.length === dropped.length)) findings.push(droppedFinding(line, keyword, lost[0] ?? ''));
  }
  return findings;
}

function readOptions(options: readonly string[], { flags, valued }: { readonly flags: ReadonlySet<string>; readonly valued: ReadonlySet<string> }): { readonly dropped: string[]; readonly cut?: string } {
  const dropped: string[] = [];
  for (let at = 0; at < options.length; at += 1) {
    const option = options[at]?.split('(', 1)[0] ?? '';
    if (valued.has(option)) {
      at += 1;
      if (at >= options.length) return { dropped, cut: option };
    } else if (!flags.has(option)) {
      dropped.push(option);
    }
  }
  return { dropped };
}

function droppedFinding({ line, section }: ApiLine, keyword: string, option: string): Finding {
  return {
    rule: 'dropped-option', severity: 'loss', line, section: sectionTitle(section),
    message: `this API does not know the ${keyword} option ${/^[\w.-]{1,40}$/.test(option) ? option : 'on this line'} and drops it`,
    mend: 'leave the option out, put the line into the snippet block of the section, or use an API of 3.1 or later',
  };
}

function endless({ line, section }: ApiLine, option: string): Finding {
  return {
    rule: 'endless-loop', severity: 'loss', line, section: sectionTitle(section),
    message: `the option ${option} has no value, and this API never comes back from such a line`,
    mend: `give ${option} its value, or leave it out`,
  };
}
