import * as z from 'zod';
import { dateMsOf, jsonOf, type Answer } from './answer.js';
import type { WorkerInfo } from './DataPlaneClient.js';

const processSchema = z.object({ info: z.object({ pid: z.int(), uptime: z.int(), version: z.string().optional().catch(undefined) }) });

/**
 * The running worker in an answer of `runtime/info`: an array of processes (2.x) or one (3.x), each
 * with `info` or, where its socket failed, `error`; `undefined` where none tells its `pid` and `uptime`.
 */
export function readWorker(answer: Answer): WorkerInfo | undefined {
  const json = jsonOf(answer);
  const processes: readonly unknown[] = Array.isArray(json) ? json : [json];
  for (const candidate of processes) {
    const parsed = processSchema.safeParse(candidate);
    if (parsed.success) {
      const dateMs = dateMsOf(answer);
      const { pid, uptime, version } = parsed.data.info;
      return { pid, uptimeSeconds: uptime, ...(version === undefined ? {} : { version }), ...(dateMs === undefined ? {} : { dateMs }) };
    }
  }
  return undefined;
}
