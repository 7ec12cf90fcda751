import { countFileOperations } from '../../lib/haproxy/diffAuxFiles.js';
import type { FilePlan } from '../../lib/haproxy/diffAuxFiles.js';
import type { PreparedStep } from '../../lib/dataplane/prepareRuntime.js';
import type { PlanDescription } from '../../lib/haproxy/describePlan.js';
import type { MapEntryChange } from '../../lib/haproxy/diffMapEntries.js';
import type { Finding } from '../../lib/haproxy/lintFinding.js';
import type { Operation } from '../../lib/haproxy/planDeployment.js';
import type { Cause, EndpointPlan, EntryCounts, FileChange, Refusal } from './EndpointPlan.js';

/** What a plan is made of: what a look at the endpoint has shown. */
export interface PlanInput {
  /** From what is stored to what is wanted. */
  readonly described: PlanDescription;
  /** It runs what is wanted: nothing would be written but to tidy up files. */
  readonly proved: boolean;
  /** Files differ, and all that do are maps that the process can follow by their entries. */
  readonly mapsOnly: boolean;
  /** How commands lead it on: it is known to run what is stored, and every map can follow. */
  readonly prepared: Pick<PreparedStep, 'entries'> | undefined;
  /** Absent where it has none to look after, or they were not looked at. */
  readonly files: FilePlan | undefined;
  /** Of its version of the API. */
  readonly findings: readonly Finding[];
  /** What forbids it to look at or to write to the endpoint. */
  readonly refusals: readonly Refusal[];
}

const noFiles: FilePlan = { creates: [], replaces: [], removes: [], kept: [], unproved: [] };

/** Tells what `push` would do (design D5), from what was seen. */
export function makePlan({ described, proved, mapsOnly, prepared, files = noFiles, findings, refusals }: PlanInput): EndpointPlan {
  const changed = [...files.creates, ...files.replaces].length;
  const isRefused = refusals.some(({ reason }) => reason === 'files');
  const isSame = described.strategy === 'noop' && changed === 0;
  const runtimeOnly = !isSame && described.strategy !== 'raw' && (changed === 0 || mapsOnly);
  const strategy = isSame && (proved || isRefused) ? 'noop' : prepared ? 'runtime' : 'reload';
  return {
    strategy,
    differs: !isSame || files.removes.length > 0,
    runtimeOnly,
    causes: strategy === 'reload' ? causesOf(described, files) : [],
    counts: { ...described.counts, ...countFileOperations(files) },
    sections: described.sections,
    files: fileChanges(files, prepared?.entries ?? []),
    findings: strategy === 'noop' ? [] : findings,
    refusals,
  };
}

function causesOf({ operations, reason, strategy }: PlanDescription, { creates, replaces }: FilePlan): readonly Cause[] {
  const changedFiles = creates.length + replaces.length;
  const causes = new Map<string, { readonly reason: string; count: number; readonly first: string }>();
  for (const operation of operations) {
    if (operation.runtime) continue;
    const known = causes.get(operation.reason);
    if (known === undefined) causes.set(operation.reason, { reason: operation.reason, count: 1, first: placeOf(operation) });
    else known.count += 1;
  }
  const ofFiles: readonly Cause[] = changedFiles === 0 ? [] : [{ reason: creates.length === 0 && replaces.every(({ store }) => store === 'maps') ? unfollowed : 'HAProxy loads changed files by a reload only', count: changedFiles }];
  const all = [...causes.values(), ...ofFiles];
  if (all.length > 0) return all;
  if (strategy === 'raw') return [{ reason, count: 0 }];
  return [{ reason: strategy === 'noop' ? unproved : unknownProcess, count: 0 }];
}

const unproved = 'nothing differs, but nothing proves that HAProxy runs what is stored; a reload does';
const unfollowed = 'a changed map needs none only where all else needs none, HAProxy is known to run what is stored, and few plain entries change';
const unknownProcess = 'every change can be made at run time, but it is not known that HAProxy runs what is stored: somebody else wrote it, or its worker is older';

function placeOf({ section, name, line, action }: Operation): string {
  const title = section === '' ? 'before the first section' : `${section} ${name}`.trim();
  return action === 'delete' ? title : `${title}, line ${line}`;
}

function fileChanges({ creates, replaces, removes, kept }: FilePlan, maps: PreparedStep['entries']): readonly FileChange[] {
  const change = (action: FileChange['action']) => ({ store, name }: Pick<FileChange, 'store' | 'name'>): FileChange => ({ action, store, name });
  const entriesOf = ({ name, store }: FileChange): Pick<FileChange, 'entries'> => {
    const changed = store === 'maps' ? maps.find(({ map }) => map.name === name) : undefined;
    return changed === undefined ? {} : { entries: countEntries(changed.changes) };
  };
  return [
    ...creates.map(change('create')),
    ...replaces.map(change('update')).map((file) => ({ ...file, ...entriesOf(file) })),
    ...removes.map(change('delete')),
    ...kept.map(change('keep')),
  ];
}

function countEntries(changes: readonly MapEntryChange[]): EntryCounts {
  const count = (action: MapEntryChange['action']): number => changes.filter((change) => change.action === action).length;
  return { add: count('add'), set: count('set'), delete: count('delete') };
}
