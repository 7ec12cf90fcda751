import type { InferredOptionTypes } from 'yargs';
import type { PipelineOptions } from '../lib/runPipeline.js';
import type { runOptions } from './options.js';
import { parseDuration } from './parseDuration.js';

export type RunArguments = InferredOptionTypes<typeof runOptions>;

/** Those whose default is a duration. */
type DurationOption = { [K in keyof typeof runOptions]: (typeof runOptions)[K] extends { readonly type: 'string'; readonly default: string } ? K : never }[keyof typeof runOptions];

/** The pipeline's options as the command line gives them. Throws a `RangeError` for a duration that is none. */
export function pipelineOptions(args: RunArguments): PipelineOptions {
  const ms = (option: DurationOption): number => parseDuration(option, args[option]);
  const { username, 'password-file': passwordFile, 'password-env': passwordEnv } = args;
  const { 'ca-file': caFile, 'cert-file': certFile, 'key-file': keyFile } = args;
  const runtimeInterval = args['min-runtime-interval'];
  return {
    minDeploymentIntervalMs: ms('min-deployment-interval'),
    ...(runtimeInterval !== undefined && { minRuntimeIntervalMs: parseDuration('min-runtime-interval', runtimeInterval) }),
    deploymentTimeoutMs: ms('deployment-timeout'),
    instanceTimeoutMs: ms('instance-timeout'),
    requestTimeoutMs: ms('request-timeout'),
    reload: args.reload,
    reloadTimeoutMs: ms('reload-timeout'),
    retryInitialMs: ms('retry-initial'),
    retryMaxMs: ms('retry-max'),
    parkedRetryIntervalMs: ms('parked-retry-interval'),
    driftPreventionIntervalMs: args['drift-mode'] === 'off' ? 0 : ms('drift-prevention-interval'),
    driftMode: args['drift-mode'] === 'warn' ? 'warn' : 'correct',
    rawPushThreshold: args['raw-push-threshold'],
    driftAdminState: args['drift-admin-state'],
    maxParallel: args['max-parallel'],
    name: args.name,
    takeOver: args['take-over'],
    ...(args.canary !== undefined && { canary: args.canary }),
    canaryWaitMs: ms('canary-wait'),
    ...(args['max-failures'] !== undefined && { maxFailures: args['max-failures'] }),
    allowLossy: args['allow-lossy'],
    allowLockout: args['allow-lockout'],
    fidelity: args.fidelity,
    leading: !args['wait-for-leadership'],
    keepRunning: args['keep-running'],
    drainTimeoutMs: ms('drain-timeout'),
    shutdownGraceMs: ms('shutdown-grace'),
    credentials: {
      ...(username !== undefined && { username }),
      ...(passwordFile !== undefined && { passwordFile }),
      ...(passwordEnv !== undefined && { passwordEnv }),
      tls: {
        ...(caFile !== undefined && { caFile }),
        ...(certFile !== undefined && { certFile }),
        ...(keyFile !== undefined && { keyFile }),
        insecureSkipVerify: args['insecure-skip-verify'],
      },
    },
  };
}
