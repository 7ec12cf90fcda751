import process from 'node:process';
import type { ArgumentsCamelCase, Argv, CommandModule, InferredOptionTypes, Options } from 'yargs';
import { hideBin } from 'yargs/helpers';
import { checkArguments } from './checkArguments.js';
import { exitCodes } from './exitCodes.js';
import { configFile, givenOptions } from './givenOptions.js';
import { looksLikeUrl } from './hideCredentials.js';
import { allOptions } from './options/allOptions.js';
import { configOptions } from './options/configOptions.js';
import { printConfig } from './printConfig.js';
import { UsageError } from './UsageError.js';
import { variableWarnings } from './variableWarnings.js';

type OptionTable = Readonly<Record<string, Options>>;
export type ArgumentsOf<P extends OptionTable, O extends OptionTable> = InferredOptionTypes<P> & InferredOptionTypes<O>;

/** A command whose options may come from flags, the environment or a file (design 8). */
export interface OptionedCommand<P extends OptionTable, O extends OptionTable> {
  /** As yargs has it, with positionals: `push <file>`. */
  readonly command: string | readonly string[];
  readonly describe: string;
  /** What stands without a flag; by flag, environment or file it cannot be given. */
  readonly positionals: P;
  readonly options: O;
  /** A command line, `$0` for the program, and what it is for. */
  readonly examples: readonly (readonly [string, string])[];
  readonly epilogue: string;
  /** Does the work and gives the exit code. What `--help` can do without is loaded by it. */
  readonly run: (args: ArgumentsCamelCase<ArgumentsOf<P, O>>) => Promise<number>;
}

const sources =
  'Every option may also come from the environment (--max-parallel as HAPROXY_DEPLOYER_MAX_PARALLEL) or from --config FILE, in YAML or JSON; flags are strongest, then the environment.';

/** The yargs command of it, with `--config` and `--print-config`; its options are there to be completed too. */
export function optionedCommand<P extends OptionTable, O extends OptionTable>(parts: OptionedCommand<P, O>): CommandModule<object, ArgumentsOf<P, O>> & { readonly options: OptionTable } {
  const { command, describe, positionals, options, examples, epilogue, run } = parts;
  const own = { ...options, ...configOptions };
  const given = (): ReturnType<typeof givenOptions> => givenOptions(options, allOptions, process.env, configFile(hideBin(process.argv), process.env));

  // Two signatures: what yargs infers from a table that is not known yet is not what it is once the table is.
  function builder(yargs: Argv): Promise<Argv<ArgumentsOf<P, O>>>;
  async function builder(yargs: Argv): Promise<Argv> {
    const { env, file } = await given();
    return Object.entries(positionals)
      .reduce((built, [name, { describe: text, demandOption }]) => built.positional(name, { type: 'string', describe: text, demandOption, coerce: positionalOf }), yargs)
      .options(own)
      .config({ ...file, ...env })
      .check((args) => checkArguments(args, own, hideBin(process.argv)))
      .example(examples.map(([line, text]) => [line, text]))
      .epilogue(`${epilogue}\n${sources}`);
  }
  return {
    command,
    options: own,
    describe,
    builder,
    handler: async (args) => {
      for (const warning of variableWarnings(process.env, Object.keys({ ...allOptions, ...configOptions }))) process.stderr.write(`${warning}\n`);
      if (args['print-config'] === true) {
        const { env, file } = await given();
        // rxjs comes with it, which takes longer to load than all that help needs.
        const { writeText } = await import('./writeText.js');
        process.exitCode = await writeText(process.stdout, printConfig(args, options, { env, file, words: hideBin(process.argv) }), exitCodes.done);
        return;
      }
      process.exitCode = await run(args);
    },
  };
}

/** yargs reads a positional again as the value of a flag, which a lone dash cannot be: nothing is left of it. */
function positionalOf(value: string): string {
  if (looksLikeUrl(value)) throw new UsageError('FILE is a URL; name endpoints with --endpoint, and FILE before them');
  return value === '' && hideBin(process.argv).includes('-') ? '-' : value;
}
