import type { Options } from 'yargs';
import { defaults } from '../../lib/defaults.js';
import { duration } from './duration.js';
import { groups } from './groups.js';

/** In which steps to deploy (design D11). */
export const rolloutOptions = {
  canary: { type: 'string', requiresArg: true, group: groups.deploying, describe: 'Try new content on so many endpoints first: a count, or a share such as 10%, rounded up' },
  'canary-wait': { ...duration(defaults.canaryWaitMs), group: groups.deploying, describe: 'From the end of the canaries of --canary to the start of the rest' },
  'max-failures': { type: 'number', requiresArg: true, group: groups.deploying, describe: 'Failures after the canaries that are borne; one more stops [default: any number]' },
} as const satisfies Record<string, Options>;
