import { readFileSync } from 'node:fs';
import process from 'node:process';
import { UsageError } from './UsageError.js';

const envPrefix = 'HAPROXY_DEPLOYER_';

/** The environment variable of an option: `max-parallel` is `HAPROXY_DEPLOYER_MAX_PARALLEL`. */
export function envName(option: string): string {
  return `${envPrefix}${option.toUpperCase().replaceAll('-', '_')}`;
}

/**
 * The options that the environment and the file give; flags are stronger than both, the environment
 * is stronger than the file (design 8).
 *
 * Other variables with our prefix are left alone: they may be meant for something else. A file is
 * ours alone, so an unknown key in it is an error.
 *
 * @throws UsageError where the file cannot be read or is no JSON object of known keys.
 */
export function givenOptions(
  known: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  file: string | undefined,
): Record<string, unknown> {
  const fromEnv = known.flatMap((option) => {
    const value = env[envName(option)];
    // A list in one variable is split at blanks: a URL has none.
    return value === undefined ? [] : [[option, option === 'endpoint' ? value.split(/\s+/).filter(Boolean) : value] as const];
  });
  return { ...(file === undefined ? {} : readConfigFile(file, known)), ...Object.fromEntries(fromEnv) };
}

/** Path of the file that `--config` or the environment names: what is in it has to be known before the other flags are read. */
export function configFile(args: readonly string[], env: Readonly<Record<string, string | undefined>> = process.env): string | undefined {
  const inline = args.find((arg) => arg.startsWith('--config='));
  if (inline !== undefined) return inline.slice('--config='.length);
  const at = args.indexOf('--config');
  return at === -1 ? env[envName('config')] : args[at + 1];
}

function readConfigFile(path: string, known: readonly string[]): Record<string, unknown> {
  const given = parseObject(path);
  const unknown = Object.keys(given).find((key) => !known.includes(key));
  if (unknown !== undefined) throw new UsageError(`--config ${path}: unknown key ${JSON.stringify(unknown)}; keys are named like the options, without "--"`);
  return given;
}

function parseObject(path: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch (error) {
    throw new UsageError(`--config ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  throw new UsageError(`--config ${path} takes a JSON object whose keys are named like the options`);
}
