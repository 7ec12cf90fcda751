import type { Options } from 'yargs';
import { deployingOptions } from './deployingOptions.js';
import { endpointOptions } from './endpointOptions.js';

const { 'instance-timeout': instanceTimeout, 'request-timeout': requestTimeout, 'max-parallel': maxParallel, name } = deployingOptions;
const looking = 'How to look:';

/** How to look at endpoints without writing to them. */
export const lookingOptions = {
  'instance-timeout': { ...instanceTimeout, group: looking, describe: 'All that one endpoint may take' },
  'request-timeout': { ...requestTimeout, group: looking },
  'max-parallel': { ...maxParallel, group: looking, describe: 'Endpoints looked at at a time; 0 = unlimited' },
  name: { ...name, group: looking, describe: 'Name of the fleet' },
  ...endpointOptions,
} as const satisfies Record<string, Options>;
