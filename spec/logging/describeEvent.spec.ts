import { describe, expect, it } from '@jest/globals';
import type { Endpoint, PipelineEvent } from '../../lib/events/types.js';
import { describeEvent } from '../../lib/logging/describeEvent.js';

const secret = 'hunter42';
const endpoint: Endpoint = { url: 'http://a:80', username: 'u', password: secret };
const files = { maps: [{ path: 'm', content: secret }] };
const deployed = {
  type: 'InstanceDeployedEvent',
  deploymentId: 'd1',
  endpoint,
  contentChecksum: 'x',
  durationMs: 1,
  strategy: 'raw',
  reloadRequired: true,
  operations: {},
  version: 3,
  retries: 0,
  fidelity: 'equal',
  compared: 'full',
} as const satisfies PipelineEvent;
const failed = {
  type: 'InstanceDeploymentFailedEvent',
  deploymentId: 'd1',
  endpoint,
  contentChecksum: 'x',
  durationMs: 1,
  error: { code: 'rejected', message: 'http://a:80 refused it', stage: 'apply', hints: [] },
  retryable: false,
  outcome: 'untouched',
} as const satisfies PipelineEvent;
const completed = {
  type: 'DeploymentCompletedEvent',
  deploymentId: 'd1',
  total: 2,
  succeeded: 2,
  failed: 0,
  cancelled: 0,
  notAttempted: 0,
  failedByCode: {},
  durationMs: 1,
  reloadsTriggered: 1,
  totalApiOperations: 3,
  operationBreakdown: {},
  endpoints: 'all',
  compared: 'full',
} as const satisfies PipelineEvent;

const cases: readonly (readonly [PipelineEvent, level: string, message: RegExp])[] = [
  [{ type: 'TemplateRenderedEvent', haproxyConfig: `${secret}\n`, auxiliaryFiles: files }, 'debug', /rendered/],
  [{ type: 'TemplateRenderedEvent', haproxyConfig: secret }, 'warn', /without a final newline/],
  [{ type: 'TemplateRenderedEvent', haproxyConfig: `\uFEFF${secret}\n` }, 'warn', /byte order mark/],
  [{ type: 'ValidationCompletedEvent', warnings: [secret] }, 'debug', /validated/],
  [{ type: 'ValidationFailedEvent', errors: [`'user a insecure-password ${secret}'`] }, 'warn', /not valid/],
  [{ type: 'HAProxyPodsDiscoveredEvent', endpoints: [endpoint] }, 'debug', /discovered/],
  [{ type: 'HAProxyPodTerminatedEvent', podName: 'p', podNamespace: 'n' }, 'info', /terminated/],
  [{ type: 'DriftPreventionTriggeredEvent' }, 'debug', /drift check/],
  [{ type: 'DeploymentCancelRequestEvent', reason: `see http://u:${secret}@a` }, 'warn', /cancelling/],
  [{ type: 'ReconcileRequestedEvent', force: true }, 'info', /reconciliation/],
  [{ type: 'PauseRequestedEvent' }, 'info', /paused/],
  [{ type: 'ResumeRequestedEvent' }, 'info', /resumed/],
  [{ type: 'BecameLeaderEvent' }, 'info', /became/],
  [{ type: 'LostLeadershipEvent' }, 'info', /lost/],
  [
    {
      type: 'DeploymentScheduledEvent',
      deploymentId: 'd1',
      reason: 'retry',
      reasons: ['retry'],
      targets: [{ endpoint, contentChecksum: 'x' }],
      contents: { x: { haproxyConfig: secret, auxiliaryFiles: files, checksum: 'x', configBytes: 8 } },
      contentChecksum: 'x',
      configBytes: 8,
      force: false,
      coverage: 'all',
    },
    'info',
    /scheduled/,
  ],
  [{ type: 'DeploymentDelayedEvent', reason: 'retry', because: 'min_deployment_interval', delayMs: 5 }, 'debug', /min deployment interval/],
  [{ type: 'DeploymentSkippedEvent', reason: 'config_validation', because: 'already_deployed' }, 'debug', /already deployed/],
  [{ type: 'DeploymentStartedEvent', deploymentId: 'd1', endpoints: [endpoint] }, 'debug', /started/],
  [deployed, 'info', /deployed/],
  [{ ...deployed, strategy: 'noop' }, 'debug', /up to date/],
  [{ ...deployed, fidelity: 'altered' }, 'warn', /another meaning/],
  [failed, 'error', /refused it/],
  [{ ...failed, retryable: true }, 'warn', /refused it/],
  [{ ...failed, error: { ...failed.error, code: 'cancelled' } }, 'info', /cancelled/],
  [{ type: 'RetryScheduledEvent', endpoint, code: 'timeout', attempt: 1, delayMs: 5 }, 'info', /again/],
  [{ type: 'EndpointParkedEvent', endpoint, code: 'unauthorized' }, 'error', /parked/],
  [{ type: 'DriftDetectedEvent', deploymentId: 'd1', endpoint, operations: { server_update: 1 } }, 'warn', /drift detected/],
  [{ type: 'DriftDetectedEvent', deploymentId: 'd1', endpoint, operations: {}, recurring: 3 }, 'warn', /somebody else/],
  [completed, 'info', /completed$/],
  [{ ...completed, succeeded: 1, failed: 1, failedByCode: { timeout: 1 } }, 'warn', /1 of 2/],
  [{ type: 'ReconciliationTriggeredEvent', reason: 'deployment_timeout_recovery' }, 'warn', /too long/],
  [{ type: 'SchedulingCompletedEvent', total: 2, confirmed: 2, validated: true, fleetNamed: true, leading: true }, 'info', /2 of 2/],
  [{ type: 'SchedulingCompletedEvent', total: 2, confirmed: 1, validated: true, fleetNamed: true, leading: true }, 'warn', /1 of 2/],
  [{ type: 'EventRejectedEvent', line: 3, field: 'endpoints[1].url', reason: 'takes no query' }, 'warn', /endpoints\[1\]\.url takes no query/],
];

describe('describeEvent', () => {
  it.each(cases)('describes %j', (event, level, message) => {
    expect(describeEvent(event)).toEqual({ level, message: expect.stringMatching(message), fields: expect.objectContaining({ event: event.type }) });
  });

  it.each(cases)('design 6: lets no secret out of %j', (event) => {
    expect(JSON.stringify(describeEvent(event))).not.toContain(secret);
  });

  it('S8 tells as an error that a validation failed before anything was ever validated', () => {
    expect(describeEvent({ type: 'DeploymentSkippedEvent', reason: 'validation_fallback', because: 'nothing_validated' })).toMatchObject({
      level: 'error',
      message: expect.stringContaining('nothing to deploy'),
    });
  });

  it('passes the correlation id on', () => {
    expect(describeEvent({ type: 'PauseRequestedEvent', correlationId: 'c1' })).toMatchObject({ fields: { correlationId: 'c1' } });
  });

  it('shows the first errors of a long list and their number', () => {
    const errors = Array.from({ length: 1000 }, (_, index) => `error ${index}`);

    expect(describeEvent({ type: 'ValidationFailedEvent', errors })?.fields).toMatchObject({ errors: errors.slice(0, 5), errorCount: 1000 });
  });

  it('has nothing to say of the end of the input', () => {
    expect(describeEvent({ type: 'InputEndedEvent' })).toBeUndefined();
  });
});
