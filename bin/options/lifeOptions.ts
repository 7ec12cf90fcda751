import type { Options } from 'yargs';
import { defaults } from '../../lib/defaults.js';
import { duration } from './duration.js';
import { groups } from './groups.js';

/** What is read and written, and when it ends. */
export const lifeOptions = {
  'wait-for-leadership': { type: 'boolean', default: false, group: groups.life, describe: 'Start as a follower, until a BecameLeaderEvent' },
  'keep-running': { type: 'boolean', default: false, group: groups.life, describe: 'Stay after the end of input, for drift prevention' },
  'drain-timeout': { ...duration(defaults.drainTimeoutMs), group: groups.life, describe: 'After the end of input, retry failed endpoints for this long; 0 = no retries' },
  'shutdown-grace': { ...duration(defaults.shutdownGraceMs), group: groups.life, describe: 'After a signal, what runs may go on for this long' },
  strict: { type: 'boolean', default: false, group: groups.life, describe: 'End with code 2 when any event was rejected' },
  'max-line-bytes': { type: 'number', default: defaults.maxLineBytes, requiresArg: true, group: groups.life, describe: 'Longest line of input, in bytes' },
  events: { choices: ['all', 'results'] as const, default: 'all' as const, requiresArg: true, group: groups.life, describe: 'Which events to write; results: what became of endpoints and deployments, and rejections' },
} as const satisfies Record<string, Options>;
