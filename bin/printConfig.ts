import type { Options } from 'yargs';
import { envName } from './givenOptions.js';
import type { GivenOptions } from './givenOptions.js';
import { hideCredentials, looksLikeUrl } from './hideCredentials.js';

/** Where else than from its default an option may have come from. */
export interface Sources extends GivenOptions {
  /** The words of the command line. */
  readonly words: readonly string[];
}

/**
 * What the options of a command came to, as a file that `--config` takes: one line each, with its
 * source; those that have no value are comments. Credentials and queries of URLs become `***`.
 */
export function printConfig(args: Readonly<Record<string, unknown>>, options: Readonly<Record<string, Options>>, sources: Sources): string {
  const lines = Object.keys(options).map((option) => {
    const value = args[option];
    const source = sourceOf(option, options[option], sources);
    // JSON's scalars and lists are YAML's, too.
    return value === undefined ? `# ${option}: not set` : `${option}: ${JSON.stringify(shown(option, value))} # ${source}`;
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

/** An endpoint is a URL though it lacks a scheme; what else has one may hold credentials, too. */
function shown(option: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => shown(option, each));
  return typeof value === 'string' && (option === 'endpoint' || looksLikeUrl(value)) ? hideCredentials(value) : value;
}
