import type { Options } from 'yargs';
import { contentOptions } from './contentOptions.js';
import { deployingOptions } from './deployingOptions.js';
import { endpointOptions } from './endpointOptions.js';
import { jsonOptions } from './jsonOptions.js';
import { lifeOptions } from './lifeOptions.js';
import { rolloutOptions } from './rolloutOptions.js';

/** The options of `push`. */
export const pushOptions = {
  ...deployingOptions,
  ...rolloutOptions,
  ...endpointOptions,
  ...contentOptions,
  'shutdown-grace': lifeOptions['shutdown-grace'],
  ...jsonOptions,
} as const satisfies Record<string, Options>;
