import type { Options } from 'yargs';
import { UsageError } from './UsageError.js';

/**
 * Finds what yargs lets through: an option given twice becomes a list, a number that is none `NaN`,
 * an empty one 0, and `--strict=yes` false.
 *
 * @param words The words of the command line, in which `--flag=value` is still whole.
 * @throws UsageError that names the option; else gives `true`, as yargs expects of a check.
 */
export function checkArguments(args: Readonly<Record<string, unknown>>, options: Readonly<Record<string, Options>>, words: readonly string[]): true {
  for (const [name, { array, type }] of Object.entries(options)) {
    const value = args[name];
    const written = words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
    if (array !== true && Array.isArray(value)) throw new UsageError(`--${name} was given more than once`);
    if (type === 'boolean' && written !== undefined && written !== 'true' && written !== 'false') {
      throw new UsageError(`--${name} takes no value, or true or false, got ${JSON.stringify(written)}`);
    }
    if (type === 'number' && (written === '' || (value !== undefined && typeof value !== 'number') || Number.isNaN(value))) throw new UsageError(`--${name} takes a number`);
  }
  return true;
}
