import * as z from 'zod';
import { jsonOf, type Answer } from './answer.js';
import type { RunningServer, RunningStats } from './DataPlaneClient.js';

const serverSchema = z.object({
  name: z.string(),
  address: z.string().optional(),
  port: z.int().optional(),
  admin_state: z.enum(['ready', 'drain', 'maint']).optional(),
});

const statsSchema = z.object({
  name: z.string(),
  type: z.string(),
  backend_name: z.string().optional(),
  stats: z.object({ status: z.string().optional(), weight: z.int().optional(), addr: z.string().optional(), slim: z.int().optional() }),
});

/** The answer of `runtime/…/servers`; an entry that is unreadable is left out, and so counts as not shown. */
export function readServers(answer: Answer): readonly RunningServer[] {
  return listOf(jsonOf(answer)).flatMap((entry): readonly RunningServer[] => {
    const parsed = serverSchema.safeParse(entry);
    if (!parsed.success) return [];
    const { name, address, port, admin_state: state } = parsed.data;
    return [{ name, ...(address === undefined ? {} : { address }), ...(port === undefined ? {} : { port }), ...(state === undefined ? {} : { state }) }];
  });
}

/** The answer of `stats/native`: one object with `stats` (3.x) or a list of them, one per process (2.x). */
export function readStats(answer: Answer): RunningStats {
  const json = jsonOf(answer);
  const rows = (Array.isArray(json) ? listOf(json) : [json]).flatMap((one) =>
    typeof one === 'object' && one !== null && 'stats' in one ? listOf(one.stats) : [],
  );
  const parsed = rows.flatMap((row) => statsSchema.safeParse(row).data ?? []);
  return {
    servers: parsed
      .filter(({ type }) => type === 'server')
      .map(({ name, backend_name: backend = '', stats: { status, weight, addr } }) => ({
        backend,
        name,
        ...(weight === undefined ? {} : { weight }),
        ...addressOf(addr),
        ...stateOf(status),
      })),
    frontends: parsed
      .filter(({ type }) => type === 'frontend')
      .map(({ name, stats: { slim } }) => ({ name, ...(slim === undefined ? {} : { maxconn: slim }) })),
  };
}

/** `10.0.0.1:80`, `[::1]:80`, or an address without a port. */
function addressOf(addr: string | undefined): { readonly address?: string; readonly port?: number } {
  const { address, port } = /^\[?(?<address>.*?)\]?(?::(?<port>\d+))?$/.exec(addr ?? '')?.groups ?? {};
  return address === undefined || address === '' ? {} : { address, ...(port === undefined ? {} : { port: Number(port) }) };
}

/** Maintenance that follows another server's, or a failed name resolution, is nobody's doing on this one. */
function stateOf(status: string | undefined): { readonly state?: 'ready' | 'drain' | 'maint' } {
  if (status === undefined || (status.startsWith('MAINT') && status !== 'MAINT')) return {};
  return { state: status === 'MAINT' ? 'maint' : status.startsWith('DRAIN') ? 'drain' : 'ready' };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
