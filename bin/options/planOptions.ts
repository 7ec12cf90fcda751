import type { Options } from 'yargs';
import { contentOptions } from './contentOptions.js';
import { deployingOptions } from './deployingOptions.js';
import { jsonOptions } from './jsonOptions.js';
import { lookingOptions } from './lookingOptions.js';

const { 'raw-push-threshold': rawPushThreshold, 'take-over': takeOver, 'allow-lossy': allowLossy, 'allow-lockout': allowLockout } = deployingOptions;
const showing = 'What to show:';

/** The options of `plan`: where to look, and what bears on the way to deploy. */
export const planOptions = {
  ...contentOptions,
  ...lookingOptions,
  'raw-push-threshold': rawPushThreshold,
  'take-over': takeOver,
  'allow-lossy': allowLossy,
  'allow-lockout': allowLockout,
  full: { type: 'boolean', default: false, group: showing, describe: 'Show every operation, however many a section has' },
  json: { ...jsonOptions.json, group: showing },
  'exit-code': { type: 'boolean', default: false, group: showing, describe: 'End with code 3 where some endpoint differs' },
} as const satisfies Record<string, Options>;
