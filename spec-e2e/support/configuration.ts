/** What the specs vary in the one small configuration that they deploy. */
export interface Variation {
  /** Folder of the stats socket. */
  readonly folder: string;
  /** Loopback ports that the frontend binds. */
  readonly ports: readonly number[];
  /** Ports of the servers s1, s2, … on loopback. Default: one server at 18081. */
  readonly servers?: readonly number[];
  /** Lines put into the backend, before its servers. */
  readonly backend?: readonly string[];
  /** Lines put before everything. */
  readonly top?: readonly string[];
}

/** The configuration of the specs, in the form in which the API writes it: section order, blank lines and indentation. */
export function configuration({ folder, ports, servers = [18081], backend = [], top = [] }: Variation): string {
  return [
    ...(top.length > 0 ? [...top, ''] : []),
    'global',
    '  maxconn 2000',
    `  stats socket ${folder}/stats.sock mode 600 level admin expose-fd listeners`,
    '',
    'defaults base',
    '  mode http',
    '  timeout connect 2s',
    '  timeout client 5s',
    '  timeout server 5s',
    '',
    'frontend fe from base',
    ...ports.map((port) => `  bind 127.0.0.1:${port}`),
    '  default_backend be',
    '',
    'backend be from base',
    '  balance roundrobin',
    ...backend.map((line) => `  ${line}`),
    ...servers.map((port, index) => `  server s${index + 1} 127.0.0.1:${port} weight 10`),
    '',
  ].join('\n');
}

/** A fingerprint line as the deployer writes it (design D5a), with a checksum of `digit` only. */
export const fingerprint = (digit: string, name = 'x'): string => `# haproxy-deployer fp=1:${digit.repeat(64)} name=${name} at=1 by=reload`;
