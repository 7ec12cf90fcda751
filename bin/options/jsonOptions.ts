import type { Options } from 'yargs';

/** For programs that read the result. */
export const jsonOptions = {
  json: { type: 'boolean', default: false, describe: 'Write the result as JSON' },
} as const satisfies Record<string, Options>;
