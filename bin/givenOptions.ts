import type { Options } from 'yargs';
import { nearestName } from '../lib/nearestName.js';
import { readDataFile } from './readDataFile.js';
import { UsageError } from './UsageError.js';

/** Of every variable that may give an option. */
export const envPrefix = 'HAPROXY_DEPLOYER_';

type Known = Readonly<Record<string, Options>>;
export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment variable of an option: `max-parallel` is `HAPROXY_DEPLOYER_MAX_PARALLEL`. */
export function envName(option: string): string {
  return `${envPrefix}${option.toUpperCase().replaceAll('-', '_')}`;
}

/** The options that are given other than by flag. */
export interface GivenOptions {
  readonly env: Readonly<Record<string, unknown>>;
  readonly file: Readonly<Record<string, unknown>>;
}

/**
 * The options that the environment and the file give; flags are stronger than both, the environment
 * is stronger than the file (design 8).
 *
 * Other variables with our prefix are left alone: they may be meant for something else. A file is
 * ours alone, so a key that is no option of any command is an error; one of another command is
 * passed over, so that one file serves all. A variable that is set but empty counts as absent.
 *
 * @param options Of the command.
 * @param known Of all commands.
 * @throws UsageError where the file cannot be read or holds no mapping of known keys, or a value
 * cannot be that option's.
 */
export async function givenOptions(options: Known, known: Known, env: Environment, file: string | undefined): Promise<GivenOptions> {
  const fromEnv = Object.entries(options).flatMap(([option, kind]) => {
    const value = env[envName(option)];
    return value === undefined || value === '' ? [] : [[option, fromVariable(envName(option), value, kind)] as const];
  });
  return { env: Object.fromEntries(fromEnv), file: file === undefined ? {} : await readConfigFile(file, options, known) };
}

/** Path of the file that `--config` or the environment names: what is in it has to be known before the other flags are read. */
export function configFile(args: readonly string[], env: Environment): string | undefined {
  const inline = args.find((arg) => arg.startsWith('--config='));
  if (inline !== undefined) return inline.slice('--config='.length);
  const at = args.indexOf('--config');
  return at === -1 ? env[envName('config')] || undefined : args[at + 1];
}

/** yargs would read every word but `true` as false. */
function fromVariable(variable: string, value: string, { type, array }: Options): unknown {
  // A list in one variable is split at blanks: a URL has none.
  if (array === true) return value.split(/\s+/).filter(Boolean);
  if (type !== 'boolean') return value;
  if (value !== 'true' && value !== 'false') throw new UsageError(`${variable} takes true or false, got ${JSON.stringify(value)}`);
  return value === 'true';
}

async function readConfigFile(path: string, options: Known, known: Known): Promise<Readonly<Record<string, unknown>>> {
  const entries = Object.entries(await readMapping(path));
  const unknown = entries.find(([key]) => !Object.hasOwn(known, key));
  if (unknown) throw new UsageError(`--config ${path}: unknown key ${JSON.stringify(unknown[0])}; ${suggestion(unknown[0], Object.keys(known))}`);
  return Object.fromEntries(
    entries.flatMap(([key, value]) => {
      const kind = Object.hasOwn(options, key) ? options[key] : undefined;
      return kind === undefined ? [] : [[key, fromFile(`--config ${path}: ${JSON.stringify(key)}`, value, kind)] as const];
    }),
  );
}

function suggestion(key: string, known: readonly string[]): string {
  const nearest = nearestName(key, known);
  return nearest === undefined ? 'keys are named like the options, without "--"' : `did you mean ${JSON.stringify(nearest)}?`;
}

/** A scalar may be written as a string or a number, whichever the option is. */
function fromFile(what: string, value: unknown, { type, array }: Options): unknown {
  const isScalar = typeof value === 'string' || typeof value === 'number';
  if (array === true) {
    if (typeof value === 'string') return [value];
    if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return value;
    throw new UsageError(`${what} takes a list of strings`);
  }
  if (type === 'boolean') {
    if (typeof value !== 'boolean') throw new UsageError(`${what} takes true or false`);
    return value;
  }
  if (!isScalar) throw new UsageError(`${what} takes a ${type === 'number' ? 'number' : 'string'}`);
  return String(value);
}

/** An empty file, or one of comments alone, gives nothing. */
async function readMapping(path: string): Promise<Readonly<Record<string, unknown>>> {
  const value = await readDataFile('--config', path);
  if (value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new UsageError(`--config ${path} takes a mapping whose keys are named like the options`);
  }
  return { ...value };
}
