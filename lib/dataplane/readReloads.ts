import * as z from 'zod';
import { jsonOf, type Answer } from './answer.js';
import type { ReloadStatus } from './DataPlaneClient.js';
import type { Doing } from './dataPlaneError.js';
import { unreadable } from './unreadable.js';

/** Empty fields are left out by the API, and a pending reload read by its id has none (facts 4). */
const reloadSchema = z.object({
  id: z.string().optional(),
  status: z.enum(['in_progress', 'succeeded', 'failed']),
  response: z.string().optional(),
});

/** The answer of `reloads/{id}`; throws `api_error` where it is unreadable. */
export function readReload(answer: Answer, doing: Doing): ReloadStatus {
  const reload = reloadOf(jsonOf(answer));
  if (reload === undefined) {
    throw unreadable(answer, doing, 'the state of the reload is unreadable');
  }
  return reload;
}

/** The answer of `reloads`; throws `api_error` where it is unreadable. An entry without a known status is left out. */
export function readReloads(answer: Answer, doing: Doing): readonly ReloadStatus[] {
  const json = jsonOf(answer);
  if (!Array.isArray(json)) {
    throw unreadable(answer, doing, 'the state of the reload is unreadable');
  }
  const entries: readonly unknown[] = json;
  return entries.flatMap((entry) => reloadOf(entry) ?? []);
}

function reloadOf(json: unknown): ReloadStatus | undefined {
  const parsed = reloadSchema.safeParse(json);
  if (!parsed.success) {
    return undefined;
  }
  const { id, status, response } = parsed.data;
  return { status, ...(id === undefined ? {} : { id }), ...(response === undefined ? {} : { response }) };
}
