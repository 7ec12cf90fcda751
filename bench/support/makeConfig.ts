export interface ConfigSize {
  readonly backends: number;
  readonly serversPerBackend: number;
  /** How many servers have another address than usual, spread over all backends. */
  readonly moved?: number;
  /** Of the process; another one takes a reload. */
  readonly maxconn?: number;
}

/** A configuration of many backends; a line of a server has some 80 characters. */
export function makeConfig({ backends, serversPerBackend, moved = 0, maxconn = 10_000 }: ConfigSize): string {
  const servers = backends * serversPerBackend;
  const every = Math.floor(servers / moved);
  const lines = ['global', `  maxconn ${maxconn}`, '', 'defaults main', '  mode http', '  timeout connect 5s', '  timeout client 30s', '  timeout server 30s', ''];
  lines.push('frontend web from main', '  bind :8080', '  default_backend backend-0', '');
  for (let backend = 0; backend < backends; backend += 1) {
    lines.push(`backend backend-${backend} from main`, '  balance roundrobin');
    for (let server = 0; server < serversPerBackend; server += 1) {
      const index = backend * serversPerBackend + server;
      const block = moved > 0 && index % every === 0 ? 200 : 10;
      lines.push(`  server server-${index} ${block}.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}:8080 check inter 2000 rise 2 fall 3 weight 100`);
    }
    lines.push('');
  }
  return lines.join('\n');
}

/** A configuration of about so many bytes, at least 4,000. */
export function makeConfigOf(bytes: number, more: Pick<ConfigSize, 'moved' | 'maxconn'> = {}): string {
  return makeConfig({ backends: Math.max(1, Math.round(bytes / 4_080)), serversPerBackend: 50, ...more });
}
