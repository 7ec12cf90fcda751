import type { Options } from 'yargs';

/** How a run can be watched. */
export const observabilityOptions = {
  listen: { type: 'string', requiresArg: true, group: 'Observability:', describe: 'Answer /metrics, /healthz, /readyz and /status over HTTP at HOST:PORT; port 0 = any free one' },
} as const satisfies Record<string, Options>;
