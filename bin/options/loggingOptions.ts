import type { Options } from 'yargs';
import { groups } from './groups.js';

/** What is logged, and how. */
export const loggingOptions = {
  'log-level': { choices: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const, default: 'info' as const, requiresArg: true, group: groups.life, describe: 'Least level of what is logged on stderr' },
  'log-format': { choices: ['auto', 'json', 'pretty'] as const, default: 'auto' as const, requiresArg: true, group: groups.life, describe: 'auto: pretty on a terminal, JSON elsewhere' },
} as const satisfies Record<string, Options>;
