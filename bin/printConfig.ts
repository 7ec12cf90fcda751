import type { Options } from 'yargs';
import { envName } from './givenOptions.js';
import type { GivenOptions } from './givenOptions.js';

/** Where else than from its default an option may have come from. */
export interface Sources extends GivenOptions {
  /** The words of the command line. */
  readonly words: readonly string[];
}

/**
 * What the options of a command came to, as a file that `--config` takes: one line each, with its
 * source; those that have no value are comments. Credentials in a URL become `***`.
 */
export function printConfig(args: Readonly<Record<string, unknown>>, options: Readonly<Record<string, Options>>, sources: Sources): string {
  const lines = Object.keys(options).map((option) => {
    const value = args[option];
    const source = sourceOf(option, options[option], sources);
    // JSON's scalars and lists are YAML's, too.
    return value === undefined ? `# ${option}: not set` : `${option}: ${masked(JSON.stringify(value))} # ${source}`;
  });
  return `${lines.join('\n')}\n`;
}

function sourceOf(option: string, kind: Options | undefined, { env, file, words }: Sources): string {
  const aliases = kind?.alias === undefined ? [] : [kind.alias].flat();
  const isTyped = [option, ...aliases].some((name) => words.some((word) => word === `--${name}` || word === `--no-${name}` || word.startsWith(`--${name}=`)));
  if (isTyped) return 'flag';
  if (Object.hasOwn(env, option)) return envName(option);
  return Object.hasOwn(file, option) ? '--config' : 'default';
}

function masked(text: string): string {
  return text.replace(/:\/\/[^/"@]*@/g, '://***@');
}
