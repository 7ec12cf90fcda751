import process from 'node:process';
import { optionedCommand } from '../optionedCommand.js';
import { filePositional } from '../options/filePositional.js';
import { pushOptions } from '../options/pushOptions.js';

/** `haproxy-deployer push`: one deployment of a file (design 8). */
export const pushCommand = optionedCommand({
  command: 'push <file>',
  describe: 'Deploy a file once, and tell how that went',
  positionals: { file: filePositional },
  options: pushOptions,
  examples: [
    ['$0 push haproxy.cfg --endpoint http://10.0.0.1:5555 --username admin --password-file /run/secrets/dpa', 'One file to one endpoint'],
    ['$0 push site/ --endpoints fleet.yaml --canary 1 --canary-wait 30s --max-failures 0', 'To one first, to the others after half a minute, until one fails'],
    ['$0 push haproxy.cfg --map hosts.map --cert site.pem --endpoints fleet.yaml --json', 'With files, for programs'],
  ],
  epilogue:
    'What runs the content already is left as it is. Nothing is tried again but after a conflict with another writer. Progress goes to stderr, a summary to stdout or, with --json, ' +
    'the events as NDJSON, a DeploymentCompletedEvent last. Changes that can be made at run time are, where the fingerprint, the API’s version and checksum and HAProxy’s worker prove that it runs what is stored; where somebody else wrote it, or the worker is older, they take a reload.\n' +
    'Durations: 500ms, 2s, 1m, at most 24 days.\n' +
    'Exit codes: 0 every endpoint runs it; 1 some endpoint does not; 2 usage, or a file that cannot be read; 70 a bug; ' +
    '130, 143 after a signal: nothing new is begun, what runs may end within --shutdown-grace, a second signal ends at once; 141 when nobody reads the output.',
  run: async (args) => {
    const [{ runPush }, { signals }] = await Promise.all([import('../push/runPush.js'), import('../signals.js')]);
    const { env, stderr, stdin, stdout } = process;
    const code = await runPush(args, { env, stderr, stdin, stdout, signal$: signals(process) });
    // Whoever writes the file to us may keep the pipe open.
    stdin.destroy();
    return code;
  },
});
