#!/usr/bin/env node
import process from 'node:process';
import yargs from 'yargs';
import { hideBin } from 'yargs/helpers';
import { driftCommand } from './commands/drift.js';
import { lintCommand } from './commands/lint.js';
import { planCommand } from './commands/plan.js';
import { pushCommand } from './commands/push.js';
import { runCommand } from './commands/run.js';
import { sandboxCommand } from './commands/sandbox.js';
import { schemaCommand } from './commands/schema.js';
import { statusCommand } from './commands/status.js';
import { completionCommand } from './completion/completionCommand.js';
import { calledCommand } from './describeUnknown.js';
import { exitCodes } from './exitCodes.js';
import { hideCredentialsIn } from './hideCredentials.js';
import { plainWords } from './plainWords.js';
import { printable } from './print/printable.js';
import { readVersion } from './readVersion.js';
import { UsageError } from './UsageError.js';
import { usageLine } from './usageLine.js';

const commands = [runCommand, sandboxCommand, pushCommand, planCommand, lintCommand, statusCommand, driftCommand, schemaCommand];
const words = plainWords(hideBin(process.argv));
const cli = yargs(words)
  .scriptName('haproxy-deployer')
  .usage('$0 [run] [options]\n\nBrings each new, validated HAProxy configuration onto a fleet of HAProxy instances.')
  .command(runCommand)
  .command(sandboxCommand)
  .command(pushCommand)
  .command(planCommand)
  .command(lintCommand)
  .command(statusCommand)
  .command(driftCommand)
  .command(schemaCommand)
  .command(completionCommand(commands))
  .strict()
  .detectLocale(false)
  .parserConfiguration({ 'camel-case-expansion': false, 'greedy-arrays': false })
  .version(readVersion())
  .alias('help', 'h')
  .wrap(Math.min(120, process.stdout.columns || 100))
  .exitProcess(false)
  .fail((message: string | null, error: Error | undefined) => {
    // yargs gives its own findings as a message, what a command throws as an error.
    throw error ?? new UsageError(message ?? 'wrong usage');
  });

try {
  await cli.parseAsync();
} catch (error) {
  process.exitCode = report(error);
}

/** What the caller can mend is said in a line; anything else is a bug and keeps its stack. */
function report(error: unknown): number {
  if (error instanceof UsageError || error instanceof RangeError || (error instanceof Error && error.name === 'YError')) {
    const known = [...commands, { command: 'completion' }];
    const called = calledCommand(words, known);
    const help = `haproxy-deployer ${called === undefined ? '' : `${called.name} `}--help`;
    process.stderr.write(`haproxy-deployer: ${printable(hideCredentialsIn(usageLine(error.message, words, process.env, known), words))}\nSee ${help}.\n`);
    return exitCodes.usage;
  }
  process.stderr.write(`haproxy-deployer: unexpected error, this is a bug\n${printable(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`);
  return exitCodes.bug;
}
