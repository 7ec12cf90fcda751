import { lintOptions } from '../../bin/options/lintOptions.js';
import { planOptions } from '../../bin/options/planOptions.js';
import { runLint } from '../../bin/lint/runLint.js';
import { runPlan } from '../../bin/plan/runPlan.js';
import { operate } from './operate.js';
import type { Ended, Surroundings } from './operate.js';
import { parserOf } from './parserOf.js';

/** Runs `haproxy-deployer plan FILE …` within this process; what it throws is thrown. */
export function planInProcess(file: string, words: readonly string[], surroundings: Surroundings = {}): Promise<Ended> {
  const args = parserOf(words).options(planOptions).parseSync();
  return operate((streams) => runPlan({ ...args, file }, streams), surroundings).ended;
}

/** Runs `haproxy-deployer lint FILE …` likewise. */
export function lintInProcess(file: string, words: readonly string[] = [], surroundings: Surroundings = {}): Promise<Ended> {
  const args = parserOf(words).options(lintOptions).parseSync();
  return operate((streams) => runLint({ ...args, file }, streams), surroundings).ended;
}
