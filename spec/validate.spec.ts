import { describe, expect, it } from '@jest/globals';
import { NEVER, VirtualTimeScheduler } from 'rxjs';
import { connectDataPlane } from '../lib/dataplane/connectDataPlane.js';
import { executeDeployments } from '../lib/deployer/executeDeployments.js';
import { driftTriggers } from '../lib/drift/driftTriggers.js';
import { createMetrics } from '../lib/metrics/createMetrics.js';
import type { MetricsOptions } from '../lib/metrics/createMetrics.js';
import { latestWins } from '../lib/operators/latestWins.js';
import { optionNames } from '../lib/optionNames.js';
import { runPipeline } from '../lib/runPipeline.js';
import type { PipelineOptions } from '../lib/runPipeline.js';
import { scheduleDeployments } from '../lib/scheduler/scheduleDeployments.js';
import { assertKnownOptions } from '../lib/validate.js';

/** Options that types do not hold back: from a host in JavaScript, or put together elsewhere. */
const misspelt = { minDeploymentInterval: 500 };
const { connect } = connectDataPlane();

describe('options that are unknown', () => {
  it.each([
    ['runPipeline', () => runPipeline(NEVER, misspelt as PipelineOptions)],
    ['scheduleDeployments', () => scheduleDeployments(misspelt as PipelineOptions)],
    ['driftTriggers', () => driftTriggers(misspelt as PipelineOptions)],
    ['executeDeployments', () => executeDeployments({ connect, ...misspelt })],
  ])('are refused by %s, with the name that was probably meant', (_, build) => {
    expect(build).toThrow(new TypeError('minDeploymentInterval is no option; did you mean minDeploymentIntervalMs?'));
  });

  it('are refused by connectDataPlane and latestWins, which have their own', () => {
    expect(() => connectDataPlane({ requestTimeout: 5 } as object)).toThrow(new TypeError('requestTimeout is no option; did you mean requestTimeoutMs?'));
    expect(() => latestWins(() => NEVER, { minInterval: 5 } as object)).toThrow(new TypeError('minInterval is no option; did you mean minIntervalMs?'));
  });

  it('are told without a guess where no name is near', () => {
    expect(() => assertKnownOptions({ colour: 'red' }, optionNames)).toThrow(new TypeError('colour is no option'));
  });
});

describe('the options of the pipeline', () => {
  it('may be given to each of its parts as a whole', async () => {
    const scheduler = new VirtualTimeScheduler();
    const options = { scheduler, driftJitter: 0, requestTimeoutMs: 5_000, canary: 1, maxParallel: 2, credentials: {}, keepRunning: true };

    expect([scheduleDeployments(options), driftTriggers(options), executeDeployments({ connect, ...options })]).toEqual(Array(3).fill(expect.any(Function)));
    expect((await createMetrics(options)).problems()).toEqual([]);
  });

  it('are listed, each one', () => {
    const all = {
      ...{ allowLockout: 1, allowLossy: 1, canary: 1, canaryWaitMs: 1, cancelGraceMs: 1, checks: 1, compare: 1, connect: 1, credentials: 1, deploymentTimeoutMs: 1, drainTimeoutMs: 1 },
      ...{ driftAdminState: 1, driftJitter: 1, driftMode: 1, driftPreventionIntervalMs: 1, fidelity: 1, instanceTimeoutMs: 1, isRuntimeOnly: 1, keepRunning: 1, leading: 1, maxFailures: 1 },
      ...{ maxParallel: 1, minDeploymentIntervalMs: 1, minRuntimeIntervalMs: 1, name: 1, nextId: 1, onUnexpectedError: 1, parkedRetryIntervalMs: 1, pollMs: 1, random: 1, rawPushThreshold: 1 },
      ...{ reload: 1, reloadTimeoutMs: 1, requestTimeoutMs: 1, retryInitialMs: 1, retryMaxMs: 1, scheduler: 1, shutdown$: 1, shutdownGraceMs: 1, takeOver: 1, version: 1 },
    } satisfies Record<keyof (PipelineOptions & MetricsOptions), 1>;

    expect([...optionNames]).toEqual(Object.keys(all));
  });
});
