import type { Options } from 'yargs';
import { contentOptions } from './contentOptions.js';
import { jsonOptions } from './jsonOptions.js';
import { lookingOptions } from './lookingOptions.js';

/** The options of `status`. */
export const statusOptions = { ...lookingOptions, ...contentOptions, ...jsonOptions } as const satisfies Record<string, Options>;
