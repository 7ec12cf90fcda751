import type { Options } from 'yargs';
import { defaults } from '../../lib/defaults.js';
import { duration } from './duration.js';

const timing = 'When to deploy:';

/** When to deploy: the options of the scheduler. */
export const timingOptions = {
  'min-deployment-interval': { ...duration(defaults.minDeploymentIntervalMs), group: timing, describe: 'From the end of a deployment that reloaded, or may have, to the start of the next; 0 = none' },
  'min-runtime-interval': { type: 'string', requiresArg: true, group: timing, describe: 'From the end of any that wrote to the start of one that needs no reload [default: as --min-deployment-interval]' },
  'deployment-timeout': { ...duration(defaults.deploymentTimeoutMs), group: timing, describe: 'Cancel a deployment of which nothing was heard for this long' },
  'retry-initial': { ...duration(defaults.retryInitialMs), group: timing, describe: 'First back-off of an endpoint that failed for a passing reason' },
  'retry-max': { ...duration(defaults.retryMaxMs), group: timing, describe: 'Longest back-off' },
  'parked-retry-interval': { ...duration(defaults.parkedRetryIntervalMs), group: timing, describe: 'Try parked endpoints again after this long; 0 = never' },
} as const satisfies Record<string, Options>;
