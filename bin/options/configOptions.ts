import type { Options } from 'yargs';

/** Where the options of any command may come from, and what they came to; by flag and, the file, by environment alone. */
export const configOptions = {
  config: { type: 'string', requiresArg: true, describe: 'YAML or JSON file with options, named alike' },
  'print-config': { type: 'boolean', default: false, describe: 'Print what all options came to, and from where, and end' },
} as const satisfies Record<string, Options>;
