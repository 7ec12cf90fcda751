import type { Options } from 'yargs';
import { nearestName } from '../lib/nearestName.js';
import { allOptions } from './options/allOptions.js';

/** What completion, and whoever called it wrongly, is told of a command. */
export interface NamedCommand {
  /** As yargs has it: the name, positionals after a blank; `$0` names the default one. */
  readonly command?: string | readonly string[] | undefined;
  readonly options?: Readonly<Record<string, Options>>;
}

interface Called {
  readonly name: string;
  readonly options: Readonly<Record<string, Options>>;
  readonly takesFile: boolean;
}

/** The command that a command line names; `undefined` where it names none, which stands for `run`. */
export function calledCommand(words: readonly string[], commands: readonly NamedCommand[]): Called | undefined {
  return all(commands).find(({ name }) => name === words[0]);
}

/** One line on words that are neither an option nor an argument of the command that was called. */
export function describeUnknown(names: readonly string[], words: readonly string[], commands: readonly NamedCommand[]): string {
  const typed = new Map(words.flatMap((word) => (word.startsWith('-') ? [[word.replace(/^-+/, '').replace(/=.*/s, ''), word.replace(/=.*/s, '')]] : [])));
  const options = names.flatMap((name) => typed.get(name) ?? []);
  const [extra] = names.filter((name) => !typed.has(name));
  const called = calledCommand(words, commands);
  return [...options.map((option) => describeOption(option, called, commands)), ...(extra === undefined ? [] : [describeExtra(extra, called, commands)])].join('; ');
}

function describeOption(typed: string, called: Called | undefined, commands: readonly NamedCommand[]): string {
  const name = typed.replace(/^-+/, '');
  const { name: command, options } = called ?? all(commands).find((each) => each.name === 'run') ?? { name: 'run', options: allOptions };
  if (typed.startsWith('--') && Object.hasOwn(allOptions, name)) return `${typed} is no option of ${command}`;
  const nearest = nearestName(name, Object.keys(options)) ?? nearestName(name, Object.keys(allOptions));
  if (nearest === undefined) return `${typed} is no option`;
  return `${typed} is no option; did you mean --${nearest}${Object.hasOwn(options, nearest) ? '' : ', which is of other commands'}?`;
}

function describeExtra(word: string, called: Called | undefined, commands: readonly NamedCommand[]): string {
  // It may be a URL with a password.
  if (word.includes('://')) return `${called === undefined ? 'a URL is no command' : `a URL is nothing that ${called.name} takes`}; name endpoints with --endpoint`;
  if (called?.name === 'run') return `run takes no FILE, got ${word}; events come on standard input, and "push ${word}" deploys a file`;
  if (called?.takesFile === true) return `${called.name} takes one FILE, got ${word} as well; files that belong to it are named with options such as --map, or lie in a folder with it`;
  if (called !== undefined) return `${called.name} takes nothing but options, got ${word}`;
  const nearest = nearestName(word, all(commands).map(({ name }) => name));
  if (nearest !== undefined) return `${word} is no command; did you mean ${nearest}?`;
  return `${word} is no command${/[./]/.test(word) ? `; did you mean "push ${word}"?` : ''}`;
}

function all(commands: readonly NamedCommand[]): readonly Called[] {
  return commands.flatMap(({ command, options = {} }) =>
    (typeof command === 'string' ? [command] : (command ?? [])).filter((each) => each !== '$0').map((each) => ({ name: each.replace(/ .*/, ''), options, takesFile: each.includes(' ') })),
  );
}
