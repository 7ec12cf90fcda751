/** What a `server` line says, with what `default-server` lines before it say. */
export interface ServerSettings {
  /** As written, decoded: `192.0.2.1:80`, `www.example.com:443`, `unix@/run/s.sock`. */
  readonly address: string;
  /**
   * Options by name; a flag has its own word as value, and `no-check` is the value of `check`.
   * `disabled` and `enabled` are the values of `state`.
   */
  readonly options: ReadonlyMap<string, string>;
}

/** Server options that take one value. */
export const valuedServerOptions: ReadonlySet<string> = new Set(
  `addr agent-addr agent-inter agent-port agent-send alpn ca-file check-alpn check-proto check-sni ciphers ciphersuites
  client-sigalgs cookie crl-file crt curves downinter error-limit fall fastinter guid hash-key id init-addr init-state inter
  interface log-bufsize log-proto max-reuse maxconn maxqueue minconn namespace npn observe on-error on-marked-down on-marked-up
  pool-conn-name pool-low-conn pool-max-conn pool-purge-delay port proto proxy-v2-options redir resolve-net resolve-opts
  resolve-prefer resolvers rise set-proxy-v2-tlv-fmt shard sigalgs slowstart sni socks4 source ssl-max-ver ssl-min-ver tcp-md5sig
  tcp-ut track usesrc verify verifyhost weight ws`.split(/\s+/),
);

/**
 * Reads server options on top of given ones; a later option replaces an earlier one of its name.
 * `weight 50%` means 50 in a file (facts "Values").
 *
 * @param words The options only, without keyword, name and address.
 */
export function readServerOptions(words: readonly string[], base: ReadonlyMap<string, string> = new Map()): Map<string, string> {
  const options = new Map(base);
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === 'disabled' || word === 'enabled') {
      options.set('state', word);
    } else if (valuedServerOptions.has(word.split('(', 1)[0] ?? '')) {
      at += 1;
      const value = words[at] ?? '';
      options.set(word, word === 'weight' ? leadingNumber(value) : value);
    } else {
      options.set(word.startsWith('no-') ? word.slice(3) : word, word);
    }
  }
  return options;
}

function leadingNumber(value: string): string {
  const digits = /^\d{1,9}/.exec(value)?.[0];
  return digits === undefined ? value : String(Number(digits));
}

/** A server's address where the running process can be given another one: a literal IP, with a plain port or none. */
export interface LiteralAddress {
  readonly ip: string;
  readonly port?: number;
}

/** Reads a literal IP address; `undefined` for names, sockets, variables, port offsets and the any-addresses. */
export function literalAddress(address: string): LiteralAddress | undefined {
  const bare = address.replace(/^ipv[46]@/, '');
  const match = /^(\d{1,3}(?:\.\d{1,3}){3})(?::(\d{1,5}))?$/.exec(bare) ?? /^\[([0-9a-fA-F:.]{2,45})\](?::(\d{1,5}))?$/.exec(bare) ?? /^([0-9a-fA-F:.]{2,45}):(\d{1,5})$/.exec(bare);
  const ip = match?.[1];
  if (ip === undefined || !(isIpv4(ip) || isIpv6(ip)) || /^[0:.]*$/.test(ip)) return undefined;
  if (match?.[2] === undefined) return { ip };
  const port = Number(match[2]);
  return port >= 1 && port <= 65535 ? { ip, port } : undefined;
}

function isIpv4(ip: string): boolean {
  return /^\d+\.\d+\.\d+\.\d+$/.test(ip) && ip.split('.').every((part) => Number(part) <= 255);
}

function isIpv6(ip: string): boolean {
  const halves = ip.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1) ?? '';
  const mapped = last.includes('.');
  const count = groups.length + (mapped ? 1 : 0);
  const hex = mapped ? groups.slice(0, -1) : groups;
  return hex.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group)) && (!mapped || isIpv4(last)) && (halves.length === 2 ? count < 8 : count === 8);
}
