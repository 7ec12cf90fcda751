import process from 'node:process';
import { optionedCommand } from '../optionedCommand.js';
import { driftCheckOptions } from '../options/driftCheckOptions.js';
import { contentForms, filePositional } from '../options/filePositional.js';

/** `haproxy-deployer drift`: one drift check (design 8). */
export const driftCommand = optionedCommand({
  command: 'drift <file>',
  describe: 'Check once whether somebody changed what was deployed; changes nothing',
  positionals: { file: { ...filePositional, describe: `What is to be there: ${contentForms}` } },
  options: driftCheckOptions,
  examples: [
    ['$0 drift haproxy.cfg --endpoints fleet.yaml', 'What differs from the file'],
    ['$0 drift site/ --endpoints fleet.yaml --json > drift.json || [ $? -ne 3 ] || notify "somebody changed HAProxy"', 'In a cron job'],
  ],
  epilogue:
    'Sends nothing but GET requests, and compares everything: the configuration by meaning, every file, the values of the running process. drifted: this content was deployed there and has ' +
    'been changed since; differs: something else was deployed there, or nothing, or it is not proved to run. Lines are marked from what the file says to what is there: + (added), - (gone), ~ and → (before and after); ' +
    'secrets are shown as ***. A drain or maintenance that somebody set at run time is shown and is no drift.\n' +
    'Exit codes: 0 every endpoint has and runs it; 1 some endpoint could not be checked; 2 usage, or a file that cannot be read; 3 all were checked, and some differ; 70 a bug; 141 when nobody reads the output.',
  run: async (args) => {
    const { runDrift } = await import('../drift/runDrift.js');
    return runDrift(args, process);
  },
});
