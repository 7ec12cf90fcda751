import type { Options } from 'yargs';
import { contentOptions } from './contentOptions.js';
import { lookingOptions } from './lookingOptions.js';
import { planOptions } from './planOptions.js';

/** The options of `drift`. */
export const driftCheckOptions = { ...lookingOptions, ...contentOptions, full: planOptions.full, json: planOptions.json } as const satisfies Record<string, Options>;
