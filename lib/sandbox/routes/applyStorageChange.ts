import type { ApiContext } from '../ApiContext.js';
import { ApiError } from '../http/ApiError.js';
import type { Query } from '../http/Query.js';
import type { Reply } from '../http/Route.js';

export interface StorageOutcome {
  /** With `skip_reload` or `force_reload`, and where no reload is needed. */
  readonly settled: number;
  /** Absent: empty answer. */
  readonly body?: unknown;
  /** The change is in the running process already. */
  readonly reloadSpared?: boolean;
  /** False where the version at hand takes no notice of `skip_reload`. */
  readonly skipHeeded?: boolean;
}

/** Reloads, or not, after a file was written; a failed forced reload is 400 and leaves the file (facts 6). */
export async function applyStorageChange({ reloads }: ApiContext, query: Query, { settled, body, reloadSpared = false, skipHeeded = true }: StorageOutcome): Promise<Reply> {
  const rest = body === undefined ? {} : { body };
  if (skipHeeded && query.flag('skip_reload')) return { status: settled, ...rest };
  if (query.flag('force_reload')) {
    const result = await reloads.force();
    if (!result.ok) throw new ApiError(400, `Reload failed: exit status 1, ${result.output}`);
    return { status: settled, ...rest };
  }
  if (reloadSpared) return { status: settled, ...rest };
  return { status: 202, headers: { 'Reload-Id': await reloads.schedule() }, ...rest };
}
