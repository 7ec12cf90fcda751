import type { Endpoint, InputEvent } from '../../../lib/events/types.js';
import { baseConfig } from '../../support/baseConfig.js';

export const users = [{ name: 'admin', password: 'fault-spec' }];
export const credentials = { username: 'admin', password: 'fault-spec' };

export interface Configuration {
  /** Comes with another one only by a reload. */
  readonly revision: number;
  /** The port of the one server: changed in the running process. */
  readonly port: number;
}

export const textOf = ({ revision, port }: Configuration): string => `${baseConfig}
frontend web from base
  bind 127.0.0.1:8080
  http-response set-header X-Revision ${revision}
  default_backend app

backend app from base
  server s1 10.0.0.1:${port}
`;

export const validated = (configuration: Configuration): readonly InputEvent[] => {
  const correlationId = `${configuration.revision}-${configuration.port}`;
  return [
    { type: 'TemplateRenderedEvent', correlationId, haproxyConfig: textOf(configuration) },
    { type: 'ValidationCompletedEvent', correlationId },
  ];
};

export const discovered = (fleet: readonly Pick<Endpoint, 'url'>[]): InputEvent => ({
  type: 'HAProxyPodsDiscoveredEvent',
  endpoints: fleet.map(({ url }) => ({ url })),
});
