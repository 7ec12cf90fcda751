import * as z from 'zod';
import { type Assert, type SameShape } from './sameShape.js';
import type { Endpoint, HAProxyPodsDiscoveredEvent, InputEvent } from './types.js';
import { endpointUrls, meta, milliseconds, nonEmpty, text, triggerReason } from './wireFields.js';

const files = z
  .array(z.object({ path: text.describe('Only the last part counts.'), content: text }))
  .exactOptional();

const endpoint = z.object({
  url: text.describe('http(s)://host[:port], with /v2, /v3 or no path; no credentials.'),
  username: text.regex(/^[^:]*$/, 'takes no colon: HTTP ends the name there').exactOptional(),
  password: text.exactOptional(),
  passwordFile: nonEmpty.describe('Read when a connection is made; one line end is stripped.').exactOptional(),
  passwordEnv: nonEmpty.describe('Name of an environment variable.').exactOptional(),
  podName: text.exactOptional(),
  podNamespace: text.exactOptional(),
  tls: z
    .object({
      caFile: nonEmpty.exactOptional(),
      certFile: nonEmpty.exactOptional(),
      keyFile: nonEmpty.exactOptional(),
      serverName: nonEmpty.exactOptional(),
      insecureSkipVerify: z.boolean().exactOptional(),
    })
    .exactOptional(),
});

/**
 * The schema of every event that comes in on the wire (design 6). Fields that a schema does not
 * know are dropped, and optional ones that are `null` are so beforehand, by `dropNulls`.
 *
 * They tell shapes only; what needs a look at a value, such as URLs, `parseEvent` checks.
 */
export const inputSchemas = {
  TemplateRenderedEvent: z
    .object({
      type: z.literal('TemplateRenderedEvent'),
      ...meta,
      haproxyConfig: text.describe('The whole haproxy.cfg.'),
      auxiliaryFiles: z
        .object({ maps: files, sslCertificates: files, sslCaFiles: files, crtListFiles: files, generalFiles: files })
        .exactOptional(),
      contentChecksum: text.describe("The sender's; passed on, never trusted.").exactOptional(),
      triggerReason,
    })
    .describe('A configuration was rendered; it is deployed once it is validated.'),
  ValidationCompletedEvent: z
    .object({
      type: z.literal('ValidationCompletedEvent'),
      ...meta,
      warnings: z.array(text).exactOptional(),
      durationMs: milliseconds.exactOptional(),
      triggerReason,
    })
    .describe('The render of the same correlationId, or the last one, is valid.'),
  ValidationFailedEvent: z
    .object({ type: z.literal('ValidationFailedEvent'), ...meta, errors: z.array(text), triggerReason })
    .describe('A render is not valid; what was wanted before stays wanted.'),
  HAProxyPodsDiscoveredEvent: z
    .object({ type: z.literal('HAProxyPodsDiscoveredEvent'), ...meta, endpoints: z.array(endpoint) })
    .describe('The whole fleet; an empty list is a fleet of none.'),
  HAProxyPodTerminatedEvent: z
    .object({ type: z.literal('HAProxyPodTerminatedEvent'), ...meta, podName: nonEmpty, podNamespace: text })
    .describe('One instance is gone.'),
  DriftPreventionTriggeredEvent: z
    .object({
      type: z.literal('DriftPreventionTriggeredEvent'),
      ...meta,
      timeSinceLastDeploymentMs: milliseconds.exactOptional(),
    })
    .describe('Compare the whole fleet with what is wanted.'),
  DeploymentCancelRequestEvent: z
    .object({
      type: z.literal('DeploymentCancelRequestEvent'),
      ...meta,
      reason: text,
      deploymentId: text.describe('Absent: the running one.').exactOptional(),
      endpoints: endpointUrls,
    })
    .describe('Abort a deployment.'),
  ReconcileRequestedEvent: z
    .object({
      type: z.literal('ReconcileRequestedEvent'),
      ...meta,
      endpoints: endpointUrls,
      force: z.boolean().describe('Compare everything, past every cache.').exactOptional(),
    })
    .describe('Deploy now, parked endpoints too.'),
  PauseRequestedEvent: z.object({ type: z.literal('PauseRequestedEvent'), ...meta }).describe('Start nothing until resumed.'),
  ResumeRequestedEvent: z.object({ type: z.literal('ResumeRequestedEvent'), ...meta }).describe('Go on after a pause.'),
  BecameLeaderEvent: z.object({ type: z.literal('BecameLeaderEvent'), ...meta }).describe('This process leads from now on.'),
  LostLeadershipEvent: z
    .object({ type: z.literal('LostLeadershipEvent'), ...meta })
    .describe('This process no longer leads: what runs is cancelled.'),
};

type Schemas = typeof inputSchemas;

/** An event as the schemas know it: endpoints have no base path of their own, it comes from the URL. */
type OnWire<E extends InputEvent> = E extends HAProxyPodsDiscoveredEvent
  ? Omit<E, 'endpoints'> & { readonly endpoints: readonly Omit<Endpoint, 'basePath'>[] }
  : E;

/** Fails to compile when the schemas and `types.ts` drift apart. */
export type InputSchemasMatchTypes = Assert<
  { [E in InputEvent as E['type']]: SameShape<z.infer<Schemas[E['type']]>, OnWire<E>> }[InputEvent['type']]
>;
