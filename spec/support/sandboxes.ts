import type { HAProxyPodsDiscoveredEvent } from '../../lib/events/types.js';
import type { SandboxOptions } from '../../lib/sandbox/options.js';
import type { Sandbox } from '../../lib/sandbox/Sandbox.js';
import { startFleet } from '../../lib/sandbox/startFleet.js';
import { baseConfig } from './baseConfig.js';

export const user = { name: 'admin', password: 'correct horse 42' };

/** Embedded APIs that a spec has started; `closeAll` is for its `afterEach`. */
export interface Sandboxes {
  readonly start: (count: number, options?: Omit<SandboxOptions, 'users'>) => Promise<readonly [Sandbox, ...Sandbox[]]>;
  readonly closeAll: () => Promise<void>;
}

export function sandboxes(): Sandboxes {
  const open: Sandbox[] = [];
  return {
    start: async (count, options = {}) => {
      const [first, ...others] = await startFleet({ count, users: [user], ...options });
      if (first === undefined) throw new Error('at least one is needed');
      open.push(first, ...others);
      return [first, ...others];
    },
    closeAll: async () => {
      await Promise.all(open.splice(0).map((sandbox) => sandbox.close()));
    },
  };
}

/** The event that names these APIs, with the credentials that they take. */
export const discovery = (urls: readonly { readonly url: string }[]): HAProxyPodsDiscoveredEvent => ({
  type: 'HAProxyPodsDiscoveredEvent',
  endpoints: urls.map(({ url }) => ({ url, username: user.name, password: user.password })),
});

/** A whole configuration that every API takes; `mark` tells one from another. */
export const configOf = (mark: string): string => `${baseConfig}
frontend web from base
  bind 127.0.0.1:8080
  http-response set-header X-Mark ${mark}
  default_backend app

backend app from base
  server one 127.0.0.1:9001
`;

/** A render and its validation. */
export const validated = (mark: string): readonly object[] => [
  { type: 'TemplateRenderedEvent', correlationId: mark, haproxyConfig: configOf(mark) },
  { type: 'ValidationCompletedEvent', correlationId: mark },
];
