import type { WireEvent } from './outputSchemas.js';
import { toRef } from './toRef.js';
import type { DeploymentScheduledEvent, ErrorInfo, EventMeta, OutputEvent } from './types.js';

/**
 * Turns an event into what is written of it (design 6): no configuration, no file, no credential.
 *
 * Endpoints and errors are picked field by field: an `Endpoint` with its password, or an `Error`,
 * passes for an `EndpointRef` or `ErrorInfo` as far as types go.
 *
 * @example Credentials stay here
 * ```ts
 * import { toWire } from 'haproxy-deployer';
 *
 * const endpoint = { url: 'http://a.example:5555', username: 'admin', password: 'example' };
 * console.log(JSON.stringify(toWire({ type: 'EndpointParkedEvent', endpoint, code: 'unauthorized' })));
 * // → {"type":"EndpointParkedEvent","endpoint":{"url":"http://a.example:5555"},"code":"unauthorized"}
 * ```
 */
export function toWire(event: OutputEvent): WireEvent {
  switch (event.type) {
    case 'DeploymentScheduledEvent':
      return scheduledToWire(event);
    case 'DeploymentStartedEvent':
      return { ...event, endpoints: event.endpoints.map(toRef) };
    case 'InstanceDeployedEvent':
    case 'RetryScheduledEvent':
    case 'EndpointParkedEvent':
    case 'DriftDetectedEvent':
      return { ...event, endpoint: toRef(event.endpoint) };
    case 'InstanceDeploymentFailedEvent':
      return { ...event, endpoint: toRef(event.endpoint), error: toInfo(event.error) };
    default:
      return event;
  }
}

/**
 * One line of NDJSON, its newline included. Events that were read in are not for this: they are not echoed.
 *
 * @example What the command line writes, without the newline
 * ```ts
 * import { formatEvent } from 'haproxy-deployer';
 *
 * console.log(formatEvent({ type: 'EventRejectedEvent', line: 7, reason: 'is no JSON' }).trimEnd());
 * // → {"type":"EventRejectedEvent","line":7,"reason":"is no JSON"}
 * ```
 */
export function formatEvent(event: OutputEvent): string {
  return `${JSON.stringify(toWire(event))}\n`;
}

function scheduledToWire(event: DeploymentScheduledEvent): WireEvent {
  const { type, deploymentId, reason, reasons, targets, configBytes, contentChecksum, force } = event;
  const endpoints = targets.map(({ endpoint }) => toRef(endpoint));
  return { type, ...metaOf(event), deploymentId, reason, reasons, endpoints, configBytes, contentChecksum, force };
}

function metaOf({ timestamp, correlationId, coalescible }: EventMeta): EventMeta {
  return {
    ...(timestamp !== undefined && { timestamp }),
    ...(correlationId !== undefined && { correlationId }),
    ...(coalescible !== undefined && { coalescible }),
  };
}

function toInfo({ code, message, stage, hints }: ErrorInfo): ErrorInfo {
  return { code, message, stage, hints };
}
