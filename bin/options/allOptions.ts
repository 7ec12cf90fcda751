import type { Options } from 'yargs';
import { contentOptions } from './contentOptions.js';
import { jsonOptions } from './jsonOptions.js';
import { lintOptions } from './lintOptions.js';
import { planOptions } from './planOptions.js';
import { runOptions } from './runOptions.js';
import { sandboxOptions } from './sandboxOptions.js';

/** The options of all commands but `sandbox`, by name. */
export const operatingOptions: Readonly<Record<string, Options>> = { ...lintOptions, ...planOptions, ...runOptions, ...contentOptions, ...jsonOptions };

/** The keys that a `--config` file may have: one file serves every command. */
export const allOptions: Readonly<Record<string, Options>> = { ...sandboxOptions, ...operatingOptions };
