import { isAsWritten } from '../../lib/dataplane/isAsWritten.js';
import { startedAfterWrite } from '../../lib/dataplane/isRunning.js';
import { parseConfig } from '../../lib/haproxy/parseConfig.js';
import { runningDrift } from '../../lib/haproxy/runningDrift.js';
import { runningTargets } from '../../lib/haproxy/runningTargets.js';
import type { Seen } from './readStatus.js';

/**
 * Whether HAProxy runs what was last deployed there (design D8):
 *
 * - `proved`: its worker is another one than before the write that was to reload or, after a
 *   run-time change, shows the values of the stored configuration.
 * - `reload_pending`: a reload is still to come.
 * - `edited`: somebody has written the configuration since, and nobody knows whether HAProxy was told.
 * - `unproved`: an older worker runs, or it shows other values.
 * - `unknown`: there is no fingerprint, or the API does not tell of the worker.
 */
export type Running = 'proved' | 'reload_pending' | 'edited' | 'unproved' | 'unknown';

export function judgeRunning({ fingerprint, found, reloads, stats, worker }: Pick<Seen, 'fingerprint' | 'found' | 'reloads' | 'stats' | 'worker'>): Running {
  if (reloads?.some(({ status }) => status === 'in_progress')) return 'reload_pending';
  if (!fingerprint || !worker) return 'unknown';
  const isYounger = startedAfterWrite(worker, fingerprint);
  // Whatever was edited since, an older worker has not even loaded what was deployed.
  if (!isYounger && fingerprint.by === 'reload') return 'unproved';
  if (fingerprint.version !== undefined && !isAsWritten(found, fingerprint)) return 'edited';
  if (isYounger) return 'proved';
  if (!stats || fingerprint.unseen) return 'unknown';
  const { values, states } = runningDrift(runningTargets(parseConfig(found.text)), stats);
  return values.length + states.length === 0 ? 'proved' : 'unproved';
}
