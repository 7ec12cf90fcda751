import * as z from 'zod';

/** Fields that the schemas of several events share. Descriptions end up in the JSON Schema. */

/** A finite number of at least 0; a JSON number too large for a double is read as infinite and refused. */
export const amount = z.number().min(0).max(Number.MAX_SAFE_INTEGER);
export const count = z.int().min(0);
export const text = z.string();
export const nonEmpty = z.string().min(1);
export const milliseconds = amount.describe('Milliseconds.');

/** Characters. */
export const maxCorrelationId = 1_024;

export const meta = {
  timestamp: z.iso.datetime({ offset: true, local: true }).describe('ISO 8601.').exactOptional(),
  correlationId: z.string().max(maxCorrelationId).describe('For tracing; a render is paired with its validation by it.').exactOptional(),
  coalescible: z.boolean().describe('Accepted and passed on; it changes nothing here.').exactOptional(),
};

export const triggerReason = text.describe('Passed on.').exactOptional();
export const endpointUrls = z.array(text).describe('URLs of endpoints; absent: all.').exactOptional();
