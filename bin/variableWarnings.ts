import { nearestName } from '../lib/nearestName.js';
import { envName, envPrefix } from './givenOptions.js';
import type { Environment } from './givenOptions.js';

/** Warnings of variables that are no option's and nearly are; others with our prefix may be meant for something else. */
export function variableWarnings(env: Environment, options: readonly string[]): readonly string[] {
  const known = new Set(options.map(envName));
  return Object.keys(env).flatMap((variable) => {
    if (!variable.startsWith(envPrefix) || known.has(variable)) return [];
    const meant = nearestName(variable.slice(envPrefix.length), options);
    return meant === undefined ? [] : [`${variable} is the variable of no option; did you mean ${envName(meant)}?`];
  });
}
