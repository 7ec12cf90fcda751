import yargs from 'yargs';
import type { Argv } from 'yargs';

/** A parser of these words that takes them as the command line does. */
export const parserOf = (words: readonly string[]): Argv => yargs([...words]).parserConfiguration({ 'camel-case-expansion': false, 'greedy-arrays': false }).strict().exitProcess(false);
