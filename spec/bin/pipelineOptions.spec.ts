import { describe, expect, it } from '@jest/globals';
import { defaults } from '../../lib/defaults.js';
import { pipelineOptions } from '../../bin/pipelineOptions.js';
import { runArguments } from '../support/runInProcess.js';

describe('pipelineOptions', () => {
  it('design 8: has the defaults of the library, and for the run-time interval none of its own', () => {
    const options = pipelineOptions(runArguments([]));

    expect(options).toMatchObject({
      minDeploymentIntervalMs: defaults.minDeploymentIntervalMs,
      deploymentTimeoutMs: defaults.deploymentTimeoutMs,
      instanceTimeoutMs: defaults.instanceTimeoutMs,
      requestTimeoutMs: defaults.requestTimeoutMs,
      reloadTimeoutMs: defaults.reloadTimeoutMs,
      driftPreventionIntervalMs: defaults.driftPreventionIntervalMs,
      driftMode: 'correct',
      maxParallel: defaults.maxParallel,
      retryInitialMs: defaults.retryInitialMs,
      retryMaxMs: defaults.retryMaxMs,
      parkedRetryIntervalMs: defaults.parkedRetryIntervalMs,
      drainTimeoutMs: defaults.drainTimeoutMs,
      shutdownGraceMs: defaults.shutdownGraceMs,
      name: defaults.name,
      leading: true,
      keepRunning: false,
      reload: 'forced',
    });
    expect(options).not.toHaveProperty('minRuntimeIntervalMs');
    expect(options.credentials).toEqual({ tls: { insecureSkipVerify: false } });
  });

  it('design 8: passes on what was given', () => {
    const words = '--min-runtime-interval 0 --drift-mode warn --wait-for-leadership --username u --password-file /p --password-env E --ca-file ca --cert-file c --key-file k --insecure-skip-verify';

    expect(pipelineOptions(runArguments(words.split(' ')))).toMatchObject({
      minRuntimeIntervalMs: 0,
      driftMode: 'warn',
      leading: false,
      credentials: { username: 'u', passwordFile: '/p', passwordEnv: 'E', tls: { caFile: 'ca', certFile: 'c', keyFile: 'k', insecureSkipVerify: true } },
    });
  });

  it('R5 --drift-mode off checks nothing, whatever the interval', () => {
    expect(pipelineOptions(runArguments(['--drift-mode', 'off', '--drift-prevention-interval', '5s']))).toMatchObject({ driftPreventionIntervalMs: 0 });
  });
});
