import process from 'node:process';
import { optionedCommand } from '../optionedCommand.js';
import { lintOptions } from '../options/lintOptions.js';

/** `haproxy-deployer lint`: what the API would lose of a configuration, by version (design 8, D5b). */
export const lintCommand = optionedCommand({
  command: 'lint <file>',
  describe: 'Show what Data Plane APIs would lose or change of a configuration; needs no endpoint',
  positionals: { file: { type: 'string', demandOption: true, describe: 'haproxy.cfg, "-" for standard input, or a folder with haproxy.cfg' } },
  options: lintOptions,
  examples: [
    ['$0 lint haproxy.cfg', 'For every version'],
    ['render | $0 lint - --api-version 3.2', 'For one version, in a pipe'],
    ['$0 lint haproxy.cfg --json | jq -r ".findings[].line"', 'For programs'],
  ],
  epilogue:
    'loss: what is stored has another meaning, or is never stored; run and push refuse it without --allow-lossy. harmless: only its shape changes.\n' +
    'Exit codes: 0 nothing is lost; 2 usage, or a file that cannot be read; 3 something is lost; 70 a bug; 141 when nobody reads the output.',
  run: async (args) => {
    const { runLint } = await import('../lint/runLint.js');
    return runLint(args, process);
  },
});
