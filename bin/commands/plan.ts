import process from 'node:process';
import { optionedCommand } from '../optionedCommand.js';
import { filePositional } from '../options/filePositional.js';
import { planOptions } from '../options/planOptions.js';

/** `haproxy-deployer plan`: what `push` would do, as a diff; changes nothing (design 8). */
export const planCommand = optionedCommand({
  command: 'plan <file>',
  describe: 'Show what push would do on each endpoint; changes nothing',
  positionals: { file: filePositional },
  options: planOptions,
  examples: [
    ['$0 plan haproxy.cfg --endpoint http://10.0.0.1:5555 --username admin --password-file /run/secrets/dpa', 'What a push of the file would change'],
    ['$0 plan site/ --endpoints fleet.yaml --exit-code || echo "not in step"', 'A folder with its files, in a script'],
    ['$0 plan haproxy.cfg --endpoints fleet.yaml --json | jq .summary', 'For programs'],
  ],
  epilogue:
    'Sends nothing but GET requests. Endpoints with the same plan are shown once. noop: nothing would be written; runtime: a write without a reload; ' +
    'reload: a write with one. Lines are marked + (new), - (gone), ~ and → (before and after); secrets are shown as ***.\n' +
    'Exit codes: 0 the plan is made; 1 some endpoint could not be looked at, or push would be refused there; 2 usage, or a file that cannot be read; ' +
    '3 with --exit-code, some endpoint differs; 70 a bug; 141 when nobody reads the output.',
  run: async (args) => {
    const { runPlan } = await import('../plan/runPlan.js');
    return runPlan(args, process);
  },
});
