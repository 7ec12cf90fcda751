import type { InferredOptionTypes } from 'yargs';
import type { PipelineOptions } from '../lib/runPipeline.js';
import { credentialsOf } from './credentialsOf.js';
import type { deployingOptions } from './options/deployingOptions.js';
import type { endpointOptions } from './options/endpointOptions.js';
import { parseDuration } from './parseDuration.js';

export type DeployingArguments = InferredOptionTypes<typeof deployingOptions> & InferredOptionTypes<typeof endpointOptions>;

type DeployingSettings = Pick<
  Required<PipelineOptions>,
  | 'instanceTimeoutMs' | 'requestTimeoutMs' | 'reload' | 'reloadTimeoutMs' | 'maxParallel' | 'rawPushThreshold'
  | 'name' | 'takeOver' | 'allowLossy' | 'allowLockout' | 'fidelity' | 'credentials'
>;

/** How to deploy and with which credentials, as the command line gives it. Throws a `RangeError` for a duration that is none. */
export function deployingSettings(args: DeployingArguments): DeployingSettings {
  return {
    instanceTimeoutMs: parseDuration('instance-timeout', args['instance-timeout']),
    requestTimeoutMs: parseDuration('request-timeout', args['request-timeout']),
    reload: args.reload,
    reloadTimeoutMs: parseDuration('reload-timeout', args['reload-timeout']),
    maxParallel: args['max-parallel'],
    rawPushThreshold: args['raw-push-threshold'],
    name: args.name,
    takeOver: args['take-over'],
    allowLossy: args['allow-lossy'],
    allowLockout: args['allow-lockout'],
    fidelity: args.fidelity,
    credentials: credentialsOf(args),
  };
}
