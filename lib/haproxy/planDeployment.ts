import type { Change } from './change.js';
import { diffConfigs } from './diffConfigs.js';
import { maskLines } from './maskLines.js';
import { parseConfig, type ParsedConfig } from './parseConfig.js';
import { isTelling, pemLines } from './pemSpans.js';
import { renderRuntimeActions, type RuntimeAction } from './runtimeActions.js';

/** One line of a plan, fit to be shown: secrets are masked. */
export interface Operation {
  /** `reorder`: the same lines in another order that has meaning. */
  readonly action: Change['action'];
  /** Section kind or keyword, e.g. `backend`, `server`, `http-request`; `line` where a line begins with no keyword of HAProxy's. */
  readonly kind: string;
  /** Kind of the section that it is in. */
  readonly section: string;
  /** Name of that section; empty for one without. */
  readonly name: string;
  /** Name of the thing where it has one: a server, an ACL. */
  readonly item?: string;
  /** The line as it is, masked; absent for what is new. */
  readonly before?: string;
  /** The line as it will be, masked; absent for what goes. */
  readonly after?: string;
  /** Number of the line in the wanted text, in the current one for what is deleted. */
  readonly line: number;
  /** Whether it can be made in the running process. */
  readonly runtime: boolean;
  /** Why a reload is needed, or how it is done without one. */
  readonly reason: string;
}

/** How to get from one configuration to another; it quotes no secret. */
export interface Plan {
  /** How to get there (design D5). */
  readonly strategy: 'noop' | 'runtime' | 'raw';
  /** Why this strategy. */
  readonly reason: string;
  /** What differs, one by one. */
  readonly operations: readonly Operation[];
  /** Operations by kind and action, with `_` for `-`: `{ backend_create: 2, server_update: 10, http_request_reorder: 1 }`. */
  readonly counts: Readonly<Record<string, number>>;
  /** What the running process is told, in order; empty unless the strategy is `runtime`. */
  readonly actions: readonly RuntimeAction[];
  /** The same as value of `X-Runtime-Actions`. */
  readonly runtimeActions?: string;
}

/** What a plan keeps to. */
export interface PlanOptions {
  /**
   * Most run-time actions that are made instead of a reload; 0 for no limit but the protocol's.
   *
   * @defaultValue 0
   */
  readonly rawPushThreshold?: number;
  /** Secrets to mask besides those that the lines show. */
  readonly secrets?: readonly string[];
}

/**
 * Plans the way from one configuration text to another (design D5).
 *
 * @example A new address needs no reload, a new backend does
 * ```ts
 * import { planDeployment } from 'haproxy-deployer';
 *
 * const current = 'backend app\n  server s1 10.0.0.1:80\n';
 * console.log(planDeployment(current, current.replace('10.0.0.1', '10.0.0.2')).runtimeActions);
 * // → SetServerAddr app s1 10.0.0.2 80
 * console.log(planDeployment(current, `${current}backend api\n`).strategy);
 * // → raw
 * ```
 */
export function planDeployment(current: string, wanted: string, options: PlanOptions = {}): Plan {
  const parsed = parseConfig(wanted);
  return planParsed(current === wanted ? parsed : parseConfig(current), parsed, options);
}

/** {@link planDeployment} for texts that are read already. */
export function planParsed(current: ParsedConfig, wanted: ParsedConfig, { rawPushThreshold = 0, secrets = [] }: PlanOptions = {}): Plan {
  const changes = current.text === wanted.text ? [] : diffConfigs(current, wanted);
  const operations = toOperations(changes, secrets, changes.length === 0 ? [] : [...pemLines(current.text), ...pemLines(wanted.text)]);
  const plan = { operations, counts: countOperations(changes) };
  if (changes.length === 0) return { ...plan, strategy: 'noop', reason: 'nothing differs', actions: [] };
  const obstacle = changes.find(({ actions }) => actions === undefined);
  if (obstacle !== undefined) return { ...plan, strategy: 'raw', reason: obstacle.reason, actions: [] };
  const actions = changes.flatMap((change) => change.actions ?? []);
  const runtimeActions = renderRuntimeActions(actions);
  if (rawPushThreshold > 0 && actions.length > rawPushThreshold) {
    return { ...plan, strategy: 'raw', reason: `${actions.length} run-time actions are more than the threshold of ${rawPushThreshold}`, actions: [] };
  }
  if (runtimeActions === undefined) return { ...plan, strategy: 'raw', reason: `${actions.length} run-time actions do not fit one request`, actions: [] };
  return { ...plan, strategy: 'runtime', reason: 'every difference can be made in the running process', actions, runtimeActions };
}

/** Counts changes by kind and action. */
export function countOperations(changes: readonly Pick<Change, 'kind' | 'action'>[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { kind, action } of changes) {
    const key = `${kind.replace(/[^A-Za-z0-9]+/g, '_')}_${action}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}

/**
 * Makes changes fit to be shown. Lines and names are masked in one go, so that a secret found in one is masked in all.
 *
 * @param between Lines that stand between PEM markers in either text: a change tells its own line only.
 */
export function toOperations(changes: readonly Change[], secrets: readonly string[], between: readonly string[]): Operation[] {
  const hidden = new Set(between);
  const lines = changes.flatMap(({ before = '', after = '' }) => [before, after]).map((line) => (hidden.has(line) ? '***' : line));
  const names = [...new Set(changes.flatMap(({ name, item = '' }) => [name, item]))];
  const masked = maskLines([...lines, ...names], [...secrets, ...between.filter(isTelling)]);
  const shown = new Map(names.map((name, index) => [name, masked[lines.length + index] ?? '']));
  return changes.map(({ actions, before, after, ...change }, index) => ({
    ...change,
    name: shown.get(change.name) ?? '',
    ...(change.item === undefined ? {} : { item: shown.get(change.item) ?? '' }),
    ...(before === undefined ? {} : { before: masked[2 * index] ?? '' }),
    ...(after === undefined ? {} : { after: masked[2 * index + 1] ?? '' }),
    runtime: actions !== undefined,
  }));
}
