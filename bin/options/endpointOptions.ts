import type { Options } from 'yargs';

const endpoints = 'Endpoints and credentials:';

/** Which endpoints, and how to identify to those that do not say. */
export const endpointOptions = {
  endpoint: { type: 'string', array: true, default: [], requiresArg: true, group: endpoints, describe: 'URL of a Data Plane API, known from the start; repeatable' },
  endpoints: { type: 'string', requiresArg: true, group: endpoints, describe: 'YAML or JSON file with a HAProxyPodsDiscoveredEvent, the list of its endpoints, or a list of URLs' },
  username: { type: 'string', requiresArg: true, group: endpoints, describe: 'For endpoints that bring none of their own, as are the next ones' },
  'password-file': { type: 'string', requiresArg: true, group: endpoints, describe: 'File with the password; one line end is stripped' },
  'password-env': { type: 'string', requiresArg: true, group: endpoints, describe: 'Environment variable with the password' },
  'ca-file': { type: 'string', requiresArg: true, group: endpoints, describe: 'PEM file with the CA that signs the endpoints’ certificates' },
  'cert-file': { type: 'string', requiresArg: true, group: endpoints, describe: 'PEM file with a client certificate' },
  'key-file': { type: 'string', requiresArg: true, group: endpoints, describe: 'PEM file with its key' },
  'insecure-skip-verify': { type: 'boolean', default: false, group: endpoints, describe: 'Do not verify certificates: for trying only' },
} as const satisfies Record<string, Options>;
