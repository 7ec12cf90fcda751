import type { Content, InputEvent } from '../../lib/events/types.js';

/** One configuration of the soak, told by its numbers. */
export interface Wanted {
  /** Comes only by a reload; grows with every configuration. */
  readonly revision: number;
  /** Port of the one server: can be changed in the running process. */
  readonly port: number;
  /** What the map file says: can be changed in the running process. */
  readonly entry: number;
}

export const mapPath = '/etc/haproxy/maps/soak.map';
/** Stands in every configuration; must stand in no output. */
export const configurationSecret = 'soak-userlist-secret';

export const textOf = ({ revision, port }: Wanted): string => `global
  stats socket /var/run/haproxy.sock mode 600 level admin

defaults base
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s

userlist visitors
  user guest insecure-password ${configurationSecret}

frontend web from base
  bind 127.0.0.1:8080
  http-request set-header X-Host %[hdr(host),map(${mapPath},none)]
  http-response set-header X-Revision ${revision}
  default_backend app

backend app from base
  server s1 10.0.0.1:${port}
`;

export const mapOf = ({ entry }: Wanted): string => `example.org ${entry}\n`;

/** Whether a step from one of these contents to another needs no reload: nothing differs but the server's port and the map's entry. */
export function isRuntimeStep(from: Content, to: Content): boolean {
  const rest = ({ haproxyConfig }: Content): string => haproxyConfig.replace(/^ {2}server .*$/m, '');
  return rest(from) === rest(to);
}

/** The events that make it a candidate. */
export function validated(wanted: Wanted): readonly InputEvent[] {
  const correlationId = JSON.stringify(wanted);
  return [rendered(wanted), { type: 'ValidationCompletedEvent', correlationId }];
}

export function rendered(wanted: Wanted): InputEvent {
  return {
    type: 'TemplateRenderedEvent',
    correlationId: JSON.stringify(wanted),
    haproxyConfig: textOf(wanted),
    auxiliaryFiles: { maps: [{ path: mapPath, content: mapOf(wanted) }] },
  };
}
