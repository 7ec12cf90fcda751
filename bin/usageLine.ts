import { maxTimerMs } from '../lib/validate.js';
import { describeUnknown } from './describeUnknown.js';
import type { NamedCommand } from './describeUnknown.js';
import { configFile, envName } from './givenOptions.js';
import type { Environment } from './givenOptions.js';
import { allOptions } from './options/allOptions.js';
import { formatDuration } from './parseDuration.js';

/** What the library calls an option, by flag: `requestTimeoutMs` is `--request-timeout`. */
const flags: ReadonlyMap<string, string> = new Map(
  Object.keys(allOptions).flatMap((flag) => {
    const name = flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    return [name, `${name}Ms`].map((each) => [each, `--${flag}`] as const);
  }),
);

/**
 * One line on a wrong call, in the words of the command line: flags as they were typed instead of
 * the names that yargs and the library have for them, durations instead of milliseconds.
 *
 * @param message Of yargs or of a `RangeError` of the library.
 * @param words The words of the command line.
 * @param env The environment: what is wrong is named by the variable, or the file, that gave it.
 * @param commands All there are, to say what is whose.
 */
export function usageLine(message: string, words: readonly string[], env: Environment, commands: readonly NamedCommand[] = []): string {
  const line = inWords(message, words, commands);
  const [, option] = /^--([\w-]+)/.exec(line) ?? [];
  if (option === undefined || words.some((word) => word === `--${option}` || word.startsWith(`--${option}=`))) return line;
  if (env[envName(option)]) return line.replace(`--${option}`, envName(option));
  const file = configFile(words, env);
  return file === undefined || option === 'config' ? line : `--config ${file}: ${line.slice(2)}`;
}

function inWords(message: string, words: readonly string[], commands: readonly NamedCommand[]): string {
  const line = message.trim().replace(/\s*\n\s*/g, '; ');
  const [, unknown] = /^Unknown arguments?: (.*)$/.exec(line) ?? [];
  if (unknown !== undefined) return describeUnknown(unknown.split(', '), words, commands);
  const [, flag, given, choices] = /^Invalid values:; Argument: (\S+), Given: (.*?), Choices: (.*?)(?:;|$)/.exec(line) ?? [];
  if (flag !== undefined) return `--${flag} takes one of ${choices ?? ''}, got ${given ?? ''}`;
  // All that any command takes without a flag.
  if (line.startsWith('Not enough non-option arguments')) return 'no FILE was named; give a configuration, a folder with one, or "-" for standard input';
  return line.startsWith('Not enough arguments following: ') ? `--${line.slice(line.indexOf(': ') + 2)} takes a value` : inFlags(line);
}

/** What is quoted stays as it is: that was typed. */
function inFlags(line: string): string {
  const [first = ''] = /^\w+/.exec(line) ?? [];
  if (!flags.has(first)) return line;
  const quote = line.indexOf('"');
  const said = quote < 0 ? line : line.slice(0, quote);
  const named = said.replace(/\w+/g, (word) => flags.get(word) ?? word);
  return (first.endsWith('Ms') ? inDurations(named) : named) + line.slice(said.length);
}

function inDurations(text: string): string {
  return text
    .replace('milliseconds from', 'a duration from')
    .replace(String(maxTimerMs), '24 days')
    .replace(/(?<![\w.])\d+(?! days)\b/g, (digits) => formatDuration(Number(digits)));
}
