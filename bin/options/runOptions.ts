import type { Options } from 'yargs';
import { deployingOptions } from './deployingOptions.js';
import { driftOptions } from './driftOptions.js';
import { endpointOptions } from './endpointOptions.js';
import { lifeOptions } from './lifeOptions.js';
import { loggingOptions } from './loggingOptions.js';
import { observabilityOptions } from './observabilityOptions.js';
import { rolloutOptions } from './rolloutOptions.js';
import { timingOptions } from './timingOptions.js';

/** The options of `run` (design 8), with their defaults from `lib/defaults.ts`. */
export const runOptions = {
  ...timingOptions,
  ...deployingOptions,
  ...rolloutOptions,
  ...driftOptions,
  ...endpointOptions,
  ...lifeOptions,
  ...loggingOptions,
  ...observabilityOptions,
} as const satisfies Record<string, Options>;
