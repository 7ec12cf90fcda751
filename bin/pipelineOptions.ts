import type { InferredOptionTypes } from 'yargs';
import type { PipelineOptions } from '../lib/runPipeline.js';
import { deployingSettings } from './deployingSettings.js';
import type { runOptions } from './options/runOptions.js';
import { parseDuration } from './parseDuration.js';

export type RunArguments = InferredOptionTypes<typeof runOptions>;

/** The pipeline's options as the command line gives them. Throws a `RangeError` for a duration that is none. */
export function pipelineOptions(args: RunArguments): PipelineOptions {
  const runtimeInterval = args['min-runtime-interval'];
  return {
    ...deployingSettings(args),
    minDeploymentIntervalMs: parseDuration('min-deployment-interval', args['min-deployment-interval']),
    ...(runtimeInterval !== undefined && { minRuntimeIntervalMs: parseDuration('min-runtime-interval', runtimeInterval) }),
    deploymentTimeoutMs: parseDuration('deployment-timeout', args['deployment-timeout']),
    retryInitialMs: parseDuration('retry-initial', args['retry-initial']),
    retryMaxMs: parseDuration('retry-max', args['retry-max']),
    parkedRetryIntervalMs: parseDuration('parked-retry-interval', args['parked-retry-interval']),
    driftPreventionIntervalMs: args['drift-mode'] === 'off' ? 0 : parseDuration('drift-prevention-interval', args['drift-prevention-interval']),
    driftMode: args['drift-mode'] === 'warn' ? 'warn' : 'correct',
    driftAdminState: args['drift-admin-state'],
    ...(args.canary !== undefined && { canary: args.canary }),
    canaryWaitMs: parseDuration('canary-wait', args['canary-wait']),
    ...(args['max-failures'] !== undefined && { maxFailures: args['max-failures'] }),
    leading: !args['wait-for-leadership'],
    keepRunning: args['keep-running'],
    drainTimeoutMs: parseDuration('drain-timeout', args['drain-timeout']),
    shutdownGraceMs: parseDuration('shutdown-grace', args['shutdown-grace']),
  };
}
