import * as z from 'zod';
import { jsonOf, type Answer } from './answer.js';
import type { ReloadStatus } from './DataPlaneClient.js';
import { dataPlaneError, type Doing } from './dataPlaneError.js';

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
    throw unreadable(answer, doing);
  }
  return reload;
}

/** The answer of `reloads`; throws `api_error` where it is unreadable. An entry without a known status is left out. */
export function readReloads(answer: Answer, doing: Doing): readonly ReloadStatus[] {
  const json = jsonOf(answer);
  if (!Array.isArray(json)) {
    throw unreadable(answer, doing);
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

function unreadable(answer: Answer, doing: Doing): Error {
  return dataPlaneError(doing, {
    code: 'api_error',
    status: answer.status,
    problem: 'the state of the reload is unreadable',
    hints: ['See that the URL is that of a Data Plane API, and that nothing in between changes its answers.'],
  });
}
