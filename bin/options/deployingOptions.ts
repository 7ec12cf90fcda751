import type { Options } from 'yargs';
import { defaults } from '../../lib/defaults.js';
import { duration } from './duration.js';
import { groups } from './groups.js';

/** How to deploy to one endpoint, and to how many at a time. */
export const deployingOptions = {
  'instance-timeout': { ...duration(defaults.instanceTimeoutMs), group: groups.deploying, describe: 'All that one endpoint may take, reload included' },
  'request-timeout': { ...duration(defaults.requestTimeoutMs), group: groups.deploying, describe: 'Connect, first byte, and between bytes of one request' },
  reload: { choices: ['forced', 'scheduled'] as const, default: defaults.reload, requiresArg: true, group: groups.deploying, describe: 'forced: the answer tells the outcome; scheduled: the API gathers reloads in its delay' },
  'reload-timeout': { ...duration(defaults.reloadTimeoutMs), group: groups.deploying, describe: 'How long no other worker may be seen after a reload' },
  'max-parallel': { type: 'number', default: defaults.maxParallel, requiresArg: true, group: groups.deploying, describe: 'Endpoints worked on at a time; 0 = unlimited' },
  'raw-push-threshold': { type: 'number', default: defaults.rawPushThreshold, requiresArg: true, group: groups.deploying, describe: 'Most run-time changes made instead of a reload, entries of maps among them; 0 = what one request can hold, and 100 entries' },
  name: { type: 'string', default: defaults.name, requiresArg: true, group: groups.deploying, describe: 'Name of the fleet, in the fingerprint of each configuration' },
  'take-over': { type: 'boolean', default: false, group: groups.deploying, describe: "Write to endpoints that bear another fleet's name" },
  'allow-lossy': { type: 'boolean', default: false, group: groups.deploying, describe: 'Send a configuration of which the API is known to lose something' },
  'allow-lockout': { type: 'boolean', default: false, group: groups.deploying, describe: "Send a configuration that takes away the API's own users or socket" },
  fidelity: { choices: ['warn', 'strict'] as const, default: defaults.fidelity, requiresArg: true, group: groups.deploying, describe: 'Of a configuration stored with another meaning: warn tells, strict puts the old one back' },
} as const satisfies Record<string, Options>;
