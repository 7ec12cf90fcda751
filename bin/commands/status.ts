import process from 'node:process';
import { optionedCommand } from '../optionedCommand.js';
import { statusOptions } from '../options/statusOptions.js';

/** `haproxy-deployer status`: how endpoints are, and whether they agree (design 8). */
export const statusCommand = optionedCommand({
  command: 'status [file]',
  describe: 'Show which endpoints answer, what they run, and whether they agree',
  positionals: { file: { type: 'string', describe: 'A haproxy.cfg, or a folder with one and its files, that they are to have; else they are compared with each other' } },
  options: statusOptions,
  examples: [
    ['$0 status --endpoints fleet.yaml', 'Which answer, and whether all have the same'],
    ['$0 status haproxy.cfg --endpoint http://10.0.0.1:5555 --username admin --password-file /run/secrets/dpa', 'Whether it has what the file says'],
    ['$0 status --endpoints fleet.yaml --json | jq -r ".endpoints[] | select(.reachable | not) | .endpoint.url"', 'Those that do not answer'],
  ],
  epilogue:
    'Only reads. Configurations are compared by meaning, files by what was deployed with them; drift compares the files and the running values themselves.\n' +
    'Exit codes: 0 all answer and agree; 1 some endpoint could not be reached or asked; 2 usage; 3 all answer, but they do not agree with each other or with the file; ' +
    '70 a bug; 141 when nobody reads the output.',
  run: async (args) => {
    const { runStatus } = await import('../status/runStatus.js');
    return runStatus(args, process);
  },
});
