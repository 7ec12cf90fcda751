import * as z from 'zod';
import { inputSchemas } from './inputSchemas.js';
import { type Assert, type SameShape } from './sameShape.js';
import type { DeploymentScheduledEvent, EndpointRef, OutputEvent } from './types.js';
import { amount, count, meta, milliseconds, text } from './wireFields.js';

/** A scheduled deployment as it leaves the process: sizes and checksums, neither contents nor credentials. */
export interface ScheduledOnWire
  extends Omit<DeploymentScheduledEvent, 'targets' | 'contents' | 'coverage' | 'rollout'> {
  /** All that it is for. */
  readonly endpoints: readonly EndpointRef[];
}

/** An output event as it is written. */
export type WireEvent = Exclude<OutputEvent, DeploymentScheduledEvent> | ScheduledOnWire;

const endpoint = z.object({ url: text, podName: text.exactOptional(), podNamespace: text.exactOptional() });
const trigger = z.enum([
  'config_validation',
  'pod_discovery',
  'drift_prevention',
  'validation_fallback',
  'retry',
  'leadership_acquired',
  'reconcile_requested',
]);
const reason = z.union([trigger, z.templateLiteral([trigger, '_timeout_retry'])]);
const code = z.enum([
  'unreachable',
  'timeout',
  'api_error',
  'conflict',
  'unauthorized',
  'incompatible',
  'rejected',
  'altered',
  'reload_failed',
  'drifted',
  'cancelled',
  'not_attempted',
  'unexpected',
]);
const stage = z.enum(['local', 'connect', 'read', 'plan', 'files', 'apply', 'reload', 'verify']);
const counts = z.record(text, count).describe('Counts by kind, such as backend_create.');
const compared = z.enum(['full', 'cached']).describe('Whether the text itself was read or written.');
const deploymentId = text.describe('The same in all events of one deployment.');
const contentChecksum = text.describe('SHA-256 in hex over the configuration and its files.');

/** The schema of every event that is written (design 6), in the form in which it is written. */
export const outputSchemas = {
  DeploymentScheduledEvent: z
    .object({
      type: z.literal('DeploymentScheduledEvent'),
      ...meta,
      deploymentId,
      reason: reason.describe('The newest of reasons.'),
      reasons: z.array(reason),
      endpoints: z.array(endpoint),
      configBytes: count,
      contentChecksum,
      force: z.boolean().describe('Everything is compared, past every cache.'),
    })
    .describe('A deployment leaves the queue.'),
  DeploymentDelayedEvent: z
    .object({
      type: z.literal('DeploymentDelayedEvent'),
      ...meta,
      reason,
      because: z.enum(['min_deployment_interval', 'deployment_in_progress', 'no_endpoints', 'no_validated_configuration', 'paused']),
      untilMs: amount.describe('Milliseconds since the epoch.').exactOptional(),
      delayMs: milliseconds.exactOptional(),
    })
    .describe('A request begins to wait.'),
  DeploymentSkippedEvent: z
    .object({
      type: z.literal('DeploymentSkippedEvent'),
      ...meta,
      reason,
      because: z.enum(['already_deployed', 'left_to_retry', 'nothing_validated', 'no_eligible_endpoint']),
    })
    .describe('A request needs no deployment.'),
  DeploymentCancelRequestEvent: inputSchemas.DeploymentCancelRequestEvent,
  DriftPreventionTriggeredEvent: inputSchemas.DriftPreventionTriggeredEvent,
  DeploymentStartedEvent: z
    .object({ type: z.literal('DeploymentStartedEvent'), ...meta, deploymentId, endpoints: z.array(endpoint) })
    .describe('A deployment begins.'),
  InstanceDeployedEvent: z
    .object({
      type: z.literal('InstanceDeployedEvent'),
      ...meta,
      deploymentId,
      endpoint,
      contentChecksum,
      durationMs: milliseconds,
      strategy: z.enum(['noop', 'runtime', 'raw']),
      reloadRequired: z.boolean(),
      reloadId: text.exactOptional(),
      operations: counts,
      version: z.number().describe('Configuration version of the endpoint afterwards.'),
      retries: count.describe('Attempts beyond the first after a version conflict.'),
      fidelity: z.enum(['equal', 'reshaped', 'altered', 'unchecked']).describe('How the API stored it.'),
      altered: z.array(text).describe('With altered: what was lost, added or moved, masked; the first 20.').exactOptional(),
      compared,
    })
    .describe('One endpoint runs the content.'),
  InstanceDeploymentFailedEvent: z
    .object({
      type: z.literal('InstanceDeploymentFailedEvent'),
      ...meta,
      deploymentId,
      endpoint,
      contentChecksum,
      durationMs: milliseconds,
      error: z.object({ code, message: text, stage, hints: z.array(text) }),
      retryable: z.boolean(),
      outcome: z.enum(['untouched', 'unknown', 'reverted']).describe('What the attempt left behind.'),
    })
    .describe('One endpoint did not get the content.'),
  RetryScheduledEvent: z
    .object({ type: z.literal('RetryScheduledEvent'), ...meta, endpoint, code, attempt: count, delayMs: milliseconds })
    .describe('A failed endpoint will be tried again.'),
  EndpointParkedEvent: z
    .object({ type: z.literal('EndpointParkedEvent'), ...meta, endpoint, code })
    .describe('An endpoint is left alone until something about it changes.'),
  DriftDetectedEvent: z
    .object({
      type: z.literal('DriftDetectedEvent'),
      ...meta,
      deploymentId,
      endpoint,
      operations: counts,
      recurring: count.describe('Corrections of the same drift in a row.').exactOptional(),
    })
    .describe('Somebody else changed an endpoint.'),
  DeploymentCompletedEvent: z
    .object({
      type: z.literal('DeploymentCompletedEvent'),
      ...meta,
      deploymentId: deploymentId.exactOptional(),
      total: count,
      succeeded: count,
      failed: count,
      cancelled: count,
      notAttempted: count,
      failedByCode: z.partialRecord(code, count),
      durationMs: milliseconds,
      reloadsTriggered: count,
      totalApiOperations: count,
      operationBreakdown: counts,
      endpoints: z.enum(['all', 'some']).describe('Whether it covered every current endpoint.'),
      compared,
    })
    .describe('A deployment has ended; total = succeeded + failed + cancelled + notAttempted.'),
  ReconciliationTriggeredEvent: z
    .object({ type: z.literal('ReconciliationTriggeredEvent'), ...meta, reason: z.literal('deployment_timeout_recovery') })
    .describe('After a timeout the wanted state is scheduled again.'),
  EventRejectedEvent: z
    .object({
      type: z.literal('EventRejectedEvent'),
      ...meta,
      line: count.describe('From 1, blank lines included.').exactOptional(),
      reason: text,
      field: text.describe('Such as endpoints[1].url.').exactOptional(),
    })
    .describe('Something read is no event; everything else goes on.'),
};

type Schemas = typeof outputSchemas;

/** Fails to compile when the schemas and `types.ts` drift apart. */
export type OutputSchemasMatchTypes = Assert<
  { [E in WireEvent as E['type']]: SameShape<z.infer<Schemas[E['type']]>, E> }[WireEvent['type']]
>;
