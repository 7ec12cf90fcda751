import type { Change, Place } from './change.js';
import { diffSequence } from './diffSequence.js';
import type { RuntimeVerdict } from './runtimeServer.js';
import type { ServerSettings } from './serverLine.js';
import type { ServerRow, ServerRows } from './serverRows.js';

/** Judges one server's change; in sections whose servers have no run-time commands it always finds an obstacle. */
export type JudgeServer = (server: string, before: ServerSettings, after: ServerSettings) => RuntimeVerdict;

const poolNeedsReload = 'servers are added and removed by a reload only';

/**
 * Compares the servers of one section, together with the `default-server` lines that reach them.
 * A changed `default-server` line is followed to every server under it: without a reload only where
 * each of them can follow at run time.
 */
export function diffServers(place: Place, before: ServerRows, after: ServerRows, judge: JudgeServer): Change[] {
  const servers = diffSequence(before.rows.filter(isNoDefault), after.rows.filter(isNoDefault));
  const changes: Change[] = [];
  for (const row of servers.created) changes.push(lineChange('create', place, row, { after: row.source.text, reason: poolNeedsReload }));
  for (const row of servers.deleted) changes.push(lineChange('delete', place, row, { before: row.source.text, reason: poolNeedsReload }));

  const twice = repeated(after.rows);
  let reloadNeeded = servers.created.length + servers.deleted.length > 0;
  const compare = (from: ServerRow, to: ServerRow): void => {
    const lines = { before: from.source.text, after: to.source.text };
    if (from.identity !== to.identity || to.kind !== 'server' || to.source.condition !== '' || twice.has(to.name)) {
      reloadNeeded = true;
      changes.push(lineChange('update', place, to, { ...lines, reason: 'no run-time command changes this line' }));
      return;
    }
    const now = before.settings(from);
    const wanted = after.settings(to);
    const { actions, obstacles } = judge(to.name, now, wanted);
    if (obstacles.length > 0) {
      reloadNeeded = true;
      changes.push(lineChange('update', place, to, { ...lines, reason: [...new Set(obstacles)].join('; ') }));
    } else if (actions.length > 0 || !sameSettings(now, wanted)) {
      changes.push(lineChange('update', place, to, { ...lines, actions, reason: 'has run-time commands' }));
    }
  };
  for (const [from, to] of servers.updated) compare(from, to);
  if (!sameReach(before.rows, after.rows)) {
    const updated = new Set(servers.updated.map(([, to]) => to));
    const partners = new Map(before.rows.filter(isNoDefault).map((row) => [row.identity, row]));
    for (const to of after.rows) {
      const from = partners.get(to.identity);
      if (to.kind !== 'default-server' && from !== undefined && !updated.has(to) && from.reach !== to.reach) compare(from, to);
    }
    changes.push(...diffDefaults(place, before.rows, after.rows, reloadNeeded));
  }
  if (servers.reordered !== undefined) {
    const [from, to] = servers.reordered;
    changes.push(lineChange('reorder', place, to, { before: from.source.text, after: to.source.text, reason: 'the order of servers counts for hashing and for numbered ids' }));
  }
  return changes;
}

function diffDefaults(place: Place, before: readonly ServerRow[], after: readonly ServerRow[], reloadNeeded: boolean): Change[] {
  const lines = diffSequence(before.filter(isDefault), after.filter(isDefault), { pairRest: true });
  const follow = reloadNeeded ? { reason: 'not every server under it can follow at run time' } : { actions: [], reason: 'every server under it follows at run time' };
  const changes = [
    ...lines.created.map((row) => lineChange('create', place, row, { after: row.source.text, ...follow })),
    ...lines.deleted.map((row) => lineChange('delete', place, row, { before: row.source.text, ...follow })),
    ...lines.updated.map(([from, to]) => lineChange('update', place, to, { before: from.source.text, after: to.source.text, ...follow })),
  ];
  const first = after.find(isDefault);
  if (changes.length > 0 || first === undefined) return changes;
  return [lineChange('reorder', place, first, { before: first.source.text, after: first.source.text, ...follow })];
}

function lineChange(
  action: Change['action'],
  place: Place,
  { kind, name, source }: ServerRow,
  rest: Pick<Change, 'before' | 'after' | 'actions' | 'reason'>,
): Change {
  return { action, kind, ...place, ...(name === '' ? {} : { item: name }), line: source.line, ...rest };
}

function isDefault({ kind }: ServerRow): boolean {
  return kind === 'default-server';
}

function isNoDefault({ kind }: ServerRow): boolean {
  return kind !== 'default-server';
}

/** Whether each server is under the same `default-server` lines in both; only those that reach some server count. */
function sameReach(before: readonly ServerRow[], after: readonly ServerRow[]): boolean {
  const reaches = new Map(before.filter(isNoDefault).map(({ identity, reach }) => [identity, reach]));
  return after.every(({ kind, identity, reach }) => kind === 'default-server' || (reaches.get(identity) ?? reach) === reach) && lastReach(before) === lastReach(after);
}

function lastReach(rows: readonly ServerRow[]): string {
  return rows.at(-1)?.reach ?? '';
}

/** Names that more than one server has: a command would reach only one of them. */
function repeated(rows: readonly ServerRow[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { kind, name } of rows) {
    if (kind !== 'server') continue;
    if (seen.has(name)) twice.add(name);
    seen.add(name);
  }
  return twice;
}

function sameSettings(a: ServerSettings, b: ServerSettings): boolean {
  return a.address === b.address && a.options.size === b.options.size && [...a.options].every(([name, value]) => b.options.get(name) === value);
}
