import type { Options } from 'yargs';
import { apiVersions } from '../../lib/sandbox/ApiProfile.js';
import { jsonOptions } from './jsonOptions.js';

/** The options of `lint`. */
export const lintOptions = {
  'api-version': { type: 'string', array: true, default: [], choices: apiVersions, requiresArg: true, describe: 'Data Plane API version to judge for; repeatable [default: all]' },
  ...jsonOptions,
} as const satisfies Record<string, Options>;
