import { maxTimerMs } from '../lib/validate.js';
import { configFile, envName } from './givenOptions.js';
import type { Environment } from './givenOptions.js';
import { nearestName } from '../lib/nearestName.js';
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
 */
export function usageLine(message: string, words: readonly string[], env: Environment): string {
  const line = inWords(message, words);
  const [, option] = /^--([\w-]+)/.exec(line) ?? [];
  if (option === undefined || words.some((word) => word === `--${option}` || word.startsWith(`--${option}=`))) return line;
  if (env[envName(option)]) return line.replace(`--${option}`, envName(option));
  const file = configFile(words, env);
  return file === undefined || option === 'config' ? line : `--config ${file}: ${line.slice(2)}`;
}

function inWords(message: string, words: readonly string[]): string {
  const line = message.trim().replace(/\s*\n\s*/g, '; ');
  const [, unknown] = /^Unknown arguments?: (.*)$/.exec(line) ?? [];
  if (unknown !== undefined) return unknown.split(', ').map((name) => describeUnknown(name, words)).join('; ');
  const [, flag, given, choices] = /^Invalid values:; Argument: (\S+), Given: (.*?), Choices: (.*?)(?:;|$)/.exec(line) ?? [];
  if (flag !== undefined) return `--${flag} takes one of ${choices ?? ''}, got ${given ?? ''}`;
  // All that any command takes without a flag.
  if (line.startsWith('Not enough non-option arguments')) return 'no FILE was named; give a configuration, a folder with one, or "-" for standard input';
  return line.startsWith('Not enough arguments following: ') ? `--${line.slice(line.indexOf(': ') + 2)} takes a value` : inFlags(line);
}

function describeUnknown(name: string, words: readonly string[]): string {
  const typed = words.map((word) => word.replace(/=.*/s, '')).find((word) => word.startsWith('-') && word.replace(/^-+/, '') === name);
  // It may be a URL with a password.
  if (typed === undefined) return name.includes('://') ? 'a URL is no command; name endpoints with --endpoint' : `${name} is no command`;
  const nearest = nearestName(name, Object.keys(allOptions));
  return `${typed} is no option${nearest === undefined ? '' : `; did you mean --${nearest}?`}`;
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
