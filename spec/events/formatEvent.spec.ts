import { describe, expect, it } from '@jest/globals';
import { formatEvent, toWire } from '../../lib/events/formatEvent.js';
import { outputSchemas } from '../../lib/events/outputSchemas.js';
import type { Endpoint, OutputEvent } from '../../lib/events/types.js';

const secret = 'hunter42';
const endpoint: Endpoint = { url: 'http://a:80', basePath: 'v3', username: 'u', password: secret, passwordFile: secret, podName: 'p', podNamespace: 'n' };
const error = Object.assign(new Error('refused'), { code: 'rejected', stage: 'apply', hints: ['h'], answer: secret } as const);
const common = { deploymentId: 'd1', endpoint };

const events: readonly OutputEvent[] = [
  {
    type: 'DeploymentScheduledEvent',
    correlationId: 'c',
    deploymentId: 'd1',
    reason: 'retry_timeout_retry',
    reasons: ['pod_discovery', 'retry_timeout_retry'],
    targets: [{ endpoint, contentChecksum: 'x' }, { endpoint: { url: 'http://b:80' }, contentChecksum: 'x' }],
    contents: { x: { haproxyConfig: secret, auxiliaryFiles: { maps: [{ path: 'm', content: secret }] }, checksum: 'x', configBytes: 8 } },
    contentChecksum: 'x',
    configBytes: 8,
    force: false,
    coverage: 'all',
  },
  { type: 'DeploymentDelayedEvent', reason: 'retry', because: 'paused', untilMs: 1, delayMs: 1 },
  { type: 'DeploymentSkippedEvent', reason: 'retry', because: 'nothing_validated' },
  { type: 'DeploymentCancelRequestEvent', reason: 'r', deploymentId: 'd1', endpoints: ['http://a:80'] },
  { type: 'DriftPreventionTriggeredEvent', timeSinceLastDeploymentMs: 3 },
  { type: 'DeploymentStartedEvent', deploymentId: 'd1', endpoints: [endpoint] },
  {
    type: 'InstanceDeployedEvent',
    ...common,
    contentChecksum: 'x',
    durationMs: 1,
    strategy: 'raw',
    reloadRequired: true,
    reloadId: 'r',
    operations: { backend_create: 1 },
    version: 3,
    retries: 0,
    fidelity: 'equal',
    compared: 'full',
  },
  { type: 'InstanceDeploymentFailedEvent', ...common, contentChecksum: 'x', durationMs: 1, error, retryable: false, outcome: 'untouched' },
  { type: 'RetryScheduledEvent', endpoint, code: 'timeout', attempt: 1, delayMs: 5 },
  { type: 'EndpointParkedEvent', endpoint, code: 'unauthorized' },
  { type: 'DriftDetectedEvent', ...common, operations: { server_update: 2 }, recurring: 3 },
  {
    type: 'DeploymentCompletedEvent',
    deploymentId: 'd1',
    total: 2,
    succeeded: 1,
    failed: 1,
    cancelled: 0,
    notAttempted: 0,
    failedByCode: { timeout: 1 },
    durationMs: 1,
    reloadsTriggered: 1,
    totalApiOperations: 3,
    operationBreakdown: { backend_create: 1 },
    endpoints: 'all',
    compared: 'full',
  },
  { type: 'ReconciliationTriggeredEvent', reason: 'deployment_timeout_recovery' },
  { type: 'EventRejectedEvent', line: 3, reason: 'r', field: 'type' },
];

describe('formatEvent', () => {
  it.each(events)('design 6: writes $type as its schema says, with nothing else', (event) => {
    const line = formatEvent(event);
    const written: unknown = JSON.parse(line);

    expect(line.endsWith('\n')).toBe(true);
    expect(line.indexOf('\n')).toBe(line.length - 1);
    expect(outputSchemas[event.type].strict().parse(written)).toEqual(written);
  });

  it.each(events)('design 6: lets no secret out of $type', (event) => {
    expect(formatEvent(event)).not.toContain(secret);
  });

  it('covers every type', () => {
    expect(events.map(({ type }) => type).toSorted()).toEqual(Object.keys(outputSchemas).toSorted());
  });

  it('shows sizes and checksums of what is scheduled', () => {
    expect(toWire(events[0]!)).toEqual({
      type: 'DeploymentScheduledEvent',
      correlationId: 'c',
      deploymentId: 'd1',
      reason: 'retry_timeout_retry',
      reasons: ['pod_discovery', 'retry_timeout_retry'],
      endpoints: [{ url: 'http://a:80', podName: 'p', podNamespace: 'n' }, { url: 'http://b:80' }],
      configBytes: 8,
      contentChecksum: 'x',
      force: false,
    });
  });
});
