import { describe, expect, it } from '@jest/globals';
import { asyncScheduler } from 'rxjs';
import { defaults } from '../../lib/defaults.js';
import { resolveSchedulerOptions } from '../../lib/scheduler/options.js';
import type { SchedulerOptions } from '../../lib/scheduler/options.js';
import { scheduleDeployments } from '../../lib/scheduler/scheduleDeployments.js';

describe('resolveSchedulerOptions', () => {
  it('fills in the defaults', () => {
    expect(resolveSchedulerOptions()).toMatchObject({
      minDeploymentIntervalMs: defaults.minDeploymentIntervalMs,
      minRuntimeIntervalMs: defaults.minDeploymentIntervalMs,
      deploymentTimeoutMs: defaults.deploymentTimeoutMs,
      cancelGraceMs: defaults.cancelGraceMs,
      retryInitialMs: defaults.retryInitialMs,
      retryMaxMs: defaults.retryMaxMs,
      parkedRetryIntervalMs: defaults.parkedRetryIntervalMs,
      drainTimeoutMs: defaults.drainTimeoutMs,
      leading: true,
      scheduler: asyncScheduler,
    });
  });

  it('S13 takes the short interval from the long one', () => {
    expect(resolveSchedulerOptions({ minDeploymentIntervalMs: 7 }).minRuntimeIntervalMs).toBe(7);
  });

  it('S9 lets the longest back-off be at least the first', () => {
    expect(resolveSchedulerOptions({ retryInitialMs: 60_000 }).retryMaxMs).toBe(60_000);
  });

  it('S13 takes every step for one that needs a reload', () => {
    const content = { haproxyConfig: '', auxiliaryFiles: {}, checksum: '', configBytes: 0 };

    expect(resolveSchedulerOptions().isRuntimeOnly(content, content)).toBe(false);
  });

  it('S5 makes ids that differ', () => {
    const { nextId } = resolveSchedulerOptions();

    expect(new Set([nextId(), nextId(), nextId()]).size).toBe(3);
  });

  it.each<[SchedulerOptions, string]>([
    [{ minDeploymentIntervalMs: -1 }, 'minDeploymentIntervalMs takes milliseconds from 0 to 2147483647, got -1'],
    [{ minRuntimeIntervalMs: Number.NaN }, 'minRuntimeIntervalMs takes milliseconds from 0 to 2147483647, got NaN'],
    [{ deploymentTimeoutMs: 0 }, 'deploymentTimeoutMs takes milliseconds from 1 to 2147483647, got 0'],
    [{ cancelGraceMs: 2 ** 31 }, 'cancelGraceMs takes milliseconds from 0 to 2147483647, got 2147483648'],
    [{ retryInitialMs: 0 }, 'retryInitialMs takes milliseconds from 1 to 2147483647, got 0'],
    [{ retryInitialMs: 5, retryMaxMs: 4 }, 'retryMaxMs takes milliseconds from 5 to 2147483647, got 4'],
    [{ parkedRetryIntervalMs: -1 }, 'parkedRetryIntervalMs takes milliseconds from 0 to 2147483647, got -1'],
    [{ drainTimeoutMs: Infinity }, 'drainTimeoutMs takes milliseconds from 0 to 2147483647, got Infinity'],
  ])('refuses %j when it is built', (options, message) => {
    expect(() => scheduleDeployments(options)).toThrow(new RangeError(message));
  });
});
