import type { Comparison } from '../dataplane/attempt.js';
import type { Content } from '../events/types.js';
import { createPlanner } from '../haproxy/createPlanner.js';
import type { PlannerOptions } from '../haproxy/createPlanner.js';
import { diffMaps } from '../haproxy/diffMaps.js';
import { fitsMapChanges } from '../haproxy/fitsMapChanges.js';
import { recent } from '../haproxy/recent.js';

/** The plan as the deployer and the scheduler ask for it. */
export interface Comparisons {
  /** What a stored text differs in from a wanted one, and how to make it in the running process where that can be done. */
  readonly compare: (stored: string, wanted: string) => Comparison;
  /** Whether the step from one content to another needs no reload (design S13). */
  readonly isRuntimeOnly: (from: Content, to: Content) => boolean;
}

/** Compares by meaning; each pair of texts once, however many endpoints have them (design D5). */
export function createComparisons({ rawPushThreshold = 0, ...options }: PlannerOptions = {}): Comparisons {
  const planner = createPlanner({ rawPushThreshold, ...options });
  const answers = recent<boolean>(options.maxEntries ?? 8);
  const isRuntimeOnly = (from: Content, to: Content): boolean => {
    const changes = diffMaps(from, to);
    if (!changes) return false;
    const { actions, strategy } = planner.plan(from.haproxyConfig, to.haproxyConfig);
    return strategy !== 'raw' && fitsMapChanges(changes, rawPushThreshold === 0 ? Infinity : rawPushThreshold - actions.length);
  };
  return {
    compare: (stored, wanted) => {
      const { strategy, counts, actions, runtimeActions } = planner.plan(stored, wanted);
      const runtime = strategy === 'runtime' && runtimeActions !== undefined ? { runtime: { header: runtimeActions, actions } } : {};
      return { same: strategy === 'noop', operations: counts, ...runtime };
    },
    isRuntimeOnly: (from, to) => answers(`${from.checksum} ${to.checksum}`, () => isRuntimeOnly(from, to)),
  };
}
