import process from 'node:process';
import { exitCodes } from '../exitCodes.js';
import { optionedCommand } from '../optionedCommand.js';
import { sandboxOptions as options } from '../options/sandboxOptions.js';

/** `haproxy-deployer sandbox`: embedded Data Plane APIs on loopback, for trying and testing. */
export const sandboxCommand = optionedCommand({
  command: 'sandbox',
  describe: 'Start embedded Data Plane APIs on loopback, for trying and testing',
  positionals: {},
  options,
  examples: [
    ['$0 sandbox --instances 3 > fleet.ndjson', 'Three instances; the line printed names them as endpoints'],
    ['$0 sandbox --api-version 2.9 --port 5555 --password-env PW', 'One instance as version 2.9 shows itself'],
    ['$0 sandbox --haproxy /usr/sbin/haproxy --run-haproxy', 'One instance whose configurations a real HAProxy serves'],
    ['curl -u admin:$PW -X PUT -H "Content-Type: application/json" -d \'{"failReloads":1}\' http://127.0.0.1:5555/sandbox/faults', 'Let the next reload fail'],
  ],
  epilogue:
    'Prints one HAProxyPodsDiscoveredEvent, which names where the password is found and never the password. Without --password-file and --password-env ' +
    'one is made up, shown once on stderr and kept in a file of the temporary folder until the end. Everything else is kept in memory. A HAProxy that is run has a temporary folder and a runtime socket of its own: a stats socket or ' +
    'pidfile that a configuration names is not opened; everything else in it holds, so that a chroot or a port below 1024 may need root.\n' +
    'Exit codes: 130, 143 after a signal; 2 for wrong usage, a port in use included.',
  run: async (args) => {
    const [{ runSandbox }, { writeEvents }] = await Promise.all([import('../sandbox/runSandbox.js'), import('../writeEvents.js')]);
    const writer = writeEvents(process.stdout);
    let ending: 'SIGINT' | 'SIGTERM' | 'SIGPIPE' | undefined;
    const ended = new Promise<void>((resolve) => {
      const end = (by: NonNullable<typeof ending>): void => {
        ending ??= by;
        resolve();
      };
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
      // Nobody knows then where it listens.
      void writer.gone$.forEach(() => end('SIGPIPE'));
    });
    await runSandbox(args, {
      env: process.env,
      writeOut: (text) => writer.write(text),
      writeError: (text) => void process.stderr.write(text),
      ended,
    });
    return exitCodes[ending ?? 'SIGINT'];
  },
});
