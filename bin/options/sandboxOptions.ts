import type { Options } from 'yargs';
import { apiVersions } from '../../lib/sandbox/ApiProfile.js';

/** The options of `sandbox`. */
export const sandboxOptions = {
  instances: { alias: 'count', type: 'number', default: 1, describe: 'How many to start' },
  port: { type: 'number', default: 0, describe: 'Port of the first one, the others take those after it; 0 = any free' },
  host: { type: 'string', default: '127.0.0.1', describe: 'Address to listen on; loopback only' },
  'api-version': { type: 'string', choices: apiVersions, default: '3.2' as const, describe: 'Data Plane API version to play' },
  username: { type: 'string', default: 'admin', describe: 'User of the API' },
  'password-file': { type: 'string', requiresArg: true, conflicts: 'password-env', describe: 'File with the password; one line end is stripped' },
  'password-env': { type: 'string', requiresArg: true, describe: 'Environment variable with the password' },
  'reload-delay': { type: 'string', default: '5s', describe: 'Period in which scheduled reloads are gathered, e.g. 500ms or 5s' },
  haproxy: { type: 'string', requiresArg: true, describe: 'haproxy program that judges configurations (haproxy -c)' },
  'run-haproxy': { type: 'boolean', default: false, describe: 'Also run that program behind each instance, on the ports that configurations bind' },
  'initial-config': { type: 'string', requiresArg: true, describe: 'Configuration to start with' },
} as const satisfies Record<string, Options>;
