import process from 'node:process';
import { optionedCommand } from '../optionedCommand.js';
import { runOptions } from '../options/runOptions.js';

/** `haproxy-deployer run`: events in on stdin, deployments, events out on stdout (design 8). */
export const runCommand = optionedCommand({
  command: ['run', '$0'],
  describe: 'Read events on stdin, deploy, write events on stdout (the default)',
  positionals: {},
  options: runOptions,
  examples: [
    ['controller | $0 --endpoint http://10.0.0.1:5555 --username admin --password-file /run/secrets/dpa', 'Deploy what a controller validates'],
    ['$0 --endpoints fleet.yaml --keep-running < session.ndjson', 'Deploy, then stay and put drift right'],
  ],
  epilogue:
    'Durations: 500ms, 2s, 1m, at most 24 days.\n' +
    'Exit codes: 0 every endpoint has confirmed what is wanted; 1 some endpoint has not; 2 usage, or nothing of the input could be tried; ' +
    '70 a bug; 130, 143 after a signal; 141 when nobody reads the output.',
  run: async (args) => {
    // What `--help` and a wrong flag can do without is loaded here: it takes several times as long as they do.
    const [{ runService }, { signals }] = await Promise.all([import('../runService.js'), import('../signals.js')]);
    const code = await runService(args, { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, signal$: signals(process) });
    // Whoever writes to us may keep the pipe open: nothing is read any more.
    process.stdin.destroy();
    return code;
  },
});
