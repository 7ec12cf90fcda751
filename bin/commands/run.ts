import process from 'node:process';
import type { CommandModule } from 'yargs';
import { hideBin } from 'yargs/helpers';
import { checkArguments } from '../checkArguments.js';
import { configFile, givenOptions } from '../givenOptions.js';
import { runOptions } from '../options.js';
import type { RunArguments } from '../pipelineOptions.js';

/** `haproxy-deployer run`: events in on stdin, deployments, events out on stdout (design 8). */
export const runCommand: CommandModule<object, RunArguments> = {
  command: ['run', '$0'],
  describe: 'Read events on stdin, deploy, write events on stdout (the default)',
  builder: (yargs) =>
    yargs
      .options(runOptions)
      .option('config', { type: 'string', requiresArg: true, describe: 'JSON file with options, named alike' })
      .config(givenOptions(runOptions, process.env, configFile(hideBin(process.argv), process.env)))
      .check((args) => checkArguments(args, runOptions, hideBin(process.argv)))
      .example('controller | $0 --endpoint http://10.0.0.1:5555 --username admin --password-file /run/secrets/dpa', 'Deploy what a controller validates')
      .example('$0 --endpoints fleet.json --keep-running < session.ndjson', 'Deploy, then stay and put drift right')
      .epilogue(
        'Durations: 500ms, 2s, 1m, at most 24 days. Every option may also come from the environment (--max-parallel as HAPROXY_DEPLOYER_MAX_PARALLEL) or from ' +
          '--config FILE, a JSON object; flags are strongest, then the environment.\n' +
          'Exit codes: 0 every endpoint has confirmed what is wanted; 1 some endpoint has not; 2 usage, or nothing of the input could be tried; ' +
          '70 a bug; 130, 143 after a signal; 141 when nobody reads the output.',
      ),
  handler: async (args) => {
    // What `--help` and a wrong flag can do without is loaded here: it takes several times as long as they do.
    const [{ runService }, { signals }] = await Promise.all([import('../runService.js'), import('../signals.js')]);
    process.exitCode = await runService(args, { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, signal$: signals(process) });
    // Whoever writes to us may keep the pipe open: nothing is read any more.
    process.stdin.destroy();
  },
};
