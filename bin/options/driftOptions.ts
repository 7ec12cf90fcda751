import type { Options } from 'yargs';
import { defaults } from '../../lib/defaults.js';
import { duration } from './duration.js';

const drift = 'Drift prevention:';

/** When to look for drift, and what to do about it. */
export const driftOptions = {
  'drift-prevention-interval': { ...duration(defaults.driftPreventionIntervalMs), group: drift, describe: 'Check when the fleet was not compared for this long; 0 = never' },
  'drift-mode': { choices: ['correct', 'warn', 'off'] as const, default: defaults.driftMode, requiresArg: true, group: drift, describe: 'Put a drift right, only report it, or do not check' },
  'drift-admin-state': { choices: ['leave', 'correct'] as const, default: defaults.driftAdminState, requiresArg: true, group: drift, describe: 'Leave alone, or undo, a drain or maintenance that somebody set at run time' },
} as const satisfies Record<string, Options>;
