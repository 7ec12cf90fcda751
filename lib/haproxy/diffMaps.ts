import type { Content } from '../events/types.js';
import { diffMapEntries } from './diffMapEntries.js';
import type { MapEntryChange } from './diffMapEntries.js';
import { runningMaps } from './runningMaps.js';
import type { RunningMap } from './runningMaps.js';
import { findOtherFiles } from './wantedFiles.js';

/**
 * What a process that runs one content is told of its maps to have those of another; empty where the
 * files are the same, `undefined` where a file differs that takes a reload (design S13).
 */
export function diffMaps(from: Content, to: Content): readonly MapEntryChange[] | undefined {
  const changed = findOtherFiles(to.auxiliaryFiles, from.auxiliaryFiles);
  if (changed.length !== findOtherFiles(from.auxiliaryFiles, to.auxiliaryFiles).length) return undefined;
  if (changed.length === 0) return [];
  const [before, after] = [exactMaps(from), exactMaps(to)];
  const changes = changed.map(({ name, store }) => {
    const [running, wanted] = [before.get(name)?.entries(), after.get(name)?.entries()];
    return store === 'maps' && running && wanted ? diffMapEntries([...running].map(([key, value]) => ({ key, value })), wanted) : undefined;
  });
  return changes.every((known) => known !== undefined) ? changes.flat() : undefined;
}

function exactMaps(content: Content): ReadonlyMap<string, RunningMap> {
  return new Map(runningMaps(content).filter(({ exact }) => exact).map((map) => [map.name, map]));
}
