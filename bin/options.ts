import type { Options } from 'yargs';
import { defaults } from '../lib/defaults.js';
import { formatDuration } from './parseDuration.js';

const timing = 'When to deploy:';
const deploying = 'How to deploy:';
const drift = 'Drift prevention:';
const endpoints = 'Endpoints and credentials:';
const life = 'Input, output, end:';

const duration = (milliseconds: number): { readonly type: 'string'; readonly default: string; readonly requiresArg: true } => ({
  type: 'string',
  default: formatDuration(milliseconds),
  requiresArg: true,
});

/** The options of `run` (design 8), with their defaults from `lib/defaults.ts`. */
export const runOptions = {
  'min-deployment-interval': { ...duration(defaults.minDeploymentIntervalMs), group: timing, describe: 'From the end of one deployment to the start of the next; 0 = none' },
  'min-runtime-interval': { type: 'string', requiresArg: true, group: timing, describe: 'The same for deployments that need no reload [default: as --min-deployment-interval]' },
  'deployment-timeout': { ...duration(defaults.deploymentTimeoutMs), group: timing, describe: 'Cancel a deployment of which nothing was heard for this long' },
  'retry-initial': { ...duration(defaults.retryInitialMs), group: timing, describe: 'First back-off of an endpoint that failed for a passing reason' },
  'retry-max': { ...duration(defaults.retryMaxMs), group: timing, describe: 'Longest back-off' },
  'parked-retry-interval': { ...duration(defaults.parkedRetryIntervalMs), group: timing, describe: 'Try parked endpoints again; 0 = never' },
  'instance-timeout': { ...duration(defaults.instanceTimeoutMs), group: deploying, describe: 'All that one endpoint may take, reload included' },
  'request-timeout': { ...duration(defaults.requestTimeoutMs), group: deploying, describe: 'Connect, first byte, and between bytes of one request' },
  reload: { choices: ['forced', 'scheduled'] as const, default: 'forced' as const, requiresArg: true, group: deploying, describe: 'forced: the answer tells the outcome; scheduled: the API gathers reloads in its delay' },
  'reload-timeout': { ...duration(defaults.reloadTimeoutMs), group: deploying, describe: 'How long a reload may be invisible in the worker' },
  'max-parallel': { type: 'number', default: defaults.maxParallel, requiresArg: true, group: deploying, describe: 'Endpoints worked on at a time; 0 = unlimited' },
  'raw-push-threshold': { type: 'number', default: 0, requiresArg: true, group: deploying, describe: 'Most run-time changes made instead of a reload; 0 = what one request can hold' },
  name: { type: 'string', default: defaults.name, requiresArg: true, group: deploying, describe: 'Name of the fleet, in the fingerprint of each configuration' },
  'take-over': { type: 'boolean', default: false, group: deploying, describe: "Write to endpoints that bear another fleet's name" },
  canary: { type: 'string', requiresArg: true, group: deploying, describe: 'Try new content on so many endpoints first: a count, or a share such as 10%' },
  'canary-wait': { type: 'string', default: '0', requiresArg: true, group: deploying, describe: 'From the end of the canaries to the start of the rest' },
  'max-failures': { type: 'number', requiresArg: true, group: deploying, describe: 'Failures after the canaries that are borne; one more stops [default: any number]' },
  'allow-lossy': { type: 'boolean', default: false, group: deploying, describe: 'Send a configuration of which the API is known to lose something' },
  'allow-lockout': { type: 'boolean', default: false, group: deploying, describe: "Send a configuration that takes away the API's own users or socket" },
  fidelity: { choices: ['warn', 'strict'] as const, default: 'warn' as const, requiresArg: true, group: deploying, describe: 'strict: put back what the API stored with another meaning' },
  'drift-prevention-interval': { ...duration(defaults.driftPreventionIntervalMs), group: drift, describe: 'Check when the fleet was not compared for this long; 0 = never' },
  'drift-mode': { choices: ['correct', 'warn', 'off'] as const, default: 'correct' as const, requiresArg: true, group: drift, describe: 'Put a drift right, only report it, or do not check' },
  'drift-admin-state': { choices: ['leave', 'correct'] as const, default: 'leave' as const, requiresArg: true, group: drift, describe: 'Leave alone, or undo, a drain or maintenance that somebody set at run time' },
  endpoint: { type: 'string', array: true, default: [], requiresArg: true, group: endpoints, describe: 'URL of a Data Plane API, known from the start; repeatable' },
  endpoints: { type: 'string', requiresArg: true, group: endpoints, describe: 'File with a HAProxyPodsDiscoveredEvent, or a list of its endpoints' },
  username: { type: 'string', requiresArg: true, group: endpoints, describe: 'For endpoints that bring none of their own, as are the next ones' },
  'password-file': { type: 'string', requiresArg: true, group: endpoints, describe: 'File with the password; one line end is stripped' },
  'password-env': { type: 'string', requiresArg: true, group: endpoints, describe: 'Environment variable with the password' },
  'ca-file': { type: 'string', requiresArg: true, group: endpoints, describe: 'PEM file with the CA that signs the endpoints’ certificates' },
  'cert-file': { type: 'string', requiresArg: true, group: endpoints, describe: 'PEM file with our client certificate' },
  'key-file': { type: 'string', requiresArg: true, group: endpoints, describe: 'PEM file with its key' },
  'insecure-skip-verify': { type: 'boolean', default: false, group: endpoints, describe: 'Do not verify certificates: for trying only' },
  'wait-for-leadership': { type: 'boolean', default: false, group: life, describe: 'Do nothing before a BecameLeaderEvent' },
  'keep-running': { type: 'boolean', default: false, group: life, describe: 'Stay after the end of input, for drift prevention' },
  'drain-timeout': { ...duration(defaults.drainTimeoutMs), group: life, describe: 'After the end of input, retry failed endpoints for this long; 0 = no retries' },
  'shutdown-grace': { ...duration(defaults.shutdownGraceMs), group: life, describe: 'After a signal, what runs may go on for this long' },
  strict: { type: 'boolean', default: false, group: life, describe: 'End with code 2 when any event was rejected' },
  'max-line-bytes': { type: 'number', default: defaults.maxLineBytes, requiresArg: true, group: life, describe: 'Longest line of input, in bytes' },
  events: { choices: ['all', 'results'] as const, default: 'all' as const, requiresArg: true, group: life, describe: 'Which events to write; results: what became of endpoints and deployments, and rejections' },
  'log-level': { choices: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const, default: 'info' as const, requiresArg: true, group: life, describe: 'Least level of what is logged on stderr' },
  'log-format': { choices: ['auto', 'json', 'pretty'] as const, default: 'auto' as const, requiresArg: true, group: life, describe: 'auto: pretty on a terminal, JSON elsewhere' },
} as const satisfies Record<string, Options>;
