import { parseConfig, type ParsedConfig } from './parseConfig.js';
import { planParsed, type Plan, type PlanOptions } from './planDeployment.js';
import { recent } from './recent.js';

/** Reads and compares each distinct text and pair of texts once, however many endpoints have them. */
export interface Planner {
  /** `parseConfig`, once per text. */
  readonly parse: (text: string) => ParsedConfig;
  /** `planDeployment`, once per pair of texts. */
  readonly plan: (current: string, wanted: string) => Plan;
}

/** What a planner keeps to, and how much it remembers. */
export interface PlannerOptions extends PlanOptions {
  /**
   * How many texts, and how many pairs of them, are remembered; the least recently used one goes first.
   *
   * @defaultValue 8
   */
  readonly maxEntries?: number;
}

/**
 * Creates a planner; what it remembers is bounded and changes nothing but the speed (design D3).
 *
 * @example A thousand endpoints, one comparison
 * ```ts
 * import { createPlanner } from 'haproxy-deployer';
 *
 * const { plan } = createPlanner({ rawPushThreshold: 100 });
 * const [first, again] = [plan('backend app\n', 'backend app\nbackend api\n'), plan('backend app\n', 'backend app\nbackend api\n')];
 * console.log(first.counts, first === again);
 * // → { backend_create: 1 } true
 * ```
 */
export function createPlanner({ maxEntries = 8, ...options }: PlannerOptions = {}): Planner {
  const texts = recent<ParsedConfig>(maxEntries);
  const plans = recent<ReturnType<typeof recent<Plan>>>(maxEntries);
  const parse = (text: string): ParsedConfig => texts(text, () => parseConfig(text));
  return {
    parse,
    plan: (current, wanted) =>
      plans(wanted, () => recent<Plan>(maxEntries))(current, () => planParsed(parse(current), parse(wanted), options)),
  };
}
