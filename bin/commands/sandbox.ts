import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { InferredOptionTypes } from 'yargs';
import { optionedCommand } from '../optionedCommand.js';
import { sandboxOptions as options } from '../options/sandboxOptions.js';
import { parseDuration } from '../parseDuration.js';
import { UsageError } from '../UsageError.js';
import type { HAProxyPodsDiscoveredEvent } from '../../lib/events/types.js';
import type { SandboxOptions } from '../../lib/sandbox/options.js';

export type SandboxArguments = InferredOptionTypes<typeof options>;

/** What the command needs of the process. */
export interface SandboxSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly writeOut: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** Resolves when the sandboxes are to end. */
  readonly ended: Promise<void>;
}

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
    let signalled: NodeJS.Signals | undefined;
    const ended = new Promise<void>((end) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) {
        process.once(signal, () => {
          signalled ??= signal;
          end();
        });
      }
    });
    await runSandbox(args, {
      env: process.env,
      writeOut: (text) => void process.stdout.write(text),
      writeError: (text) => void process.stderr.write(text),
      ended,
    });
    return signalled === 'SIGTERM' ? 143 : 130;
  },
});

/** Starts the fleet, prints its event, and closes it at the end. Rejects for what cannot be read or listened on. */
export async function runSandbox(args: SandboxArguments, { env, writeOut, writeError, ended }: SandboxSurroundings): Promise<void> {
  const { startFleet } = await import('../../lib/sandbox/startFleet.js');
  const options = usage(() => sandboxOptions(args));
  const secret = usage(() => findPassword(args, env));
  try {
    const fleet = await startFleet({ ...options, users: [{ name: args.username, password: secret.password }], count: args.instances }).catch(asUsage);
    if (secret.madeUp) writeError(`The password of ${args.username} is ${secret.password}, also in ${secret.source.passwordFile ?? ''} until the end.\n`);
    const event: HAProxyPodsDiscoveredEvent = {
      type: 'HAProxyPodsDiscoveredEvent',
      endpoints: fleet.map(({ url }) => ({ url, username: args.username, ...secret.source })),
    };
    writeOut(`${JSON.stringify(event)}\n`);
    await ended;
    await Promise.all(fleet.map((sandbox) => sandbox.close()));
  } finally {
    secret.forget();
  }
}

/** Whatever keeps a sandbox from starting, a port in use or a file that is not there, is for the caller to mend. */
function asUsage(error: unknown): never {
  throw new UsageError(error instanceof Error ? error.message : String(error));
}

function usage<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    return asUsage(error);
  }
}

function sandboxOptions(args: SandboxArguments): Omit<SandboxOptions, 'users'> {
  if (args['run-haproxy'] && args.haproxy === undefined) throw new RangeError('--run-haproxy needs --haproxy, the program to run');
  if (!(Number.isSafeInteger(args.instances) && args.instances >= 1)) throw new RangeError(`--instances takes a whole number of at least 1, got ${args.instances}`);
  const lastPort = args.port + (args.port === 0 ? 0 : args.instances - 1);
  if (!(Number.isSafeInteger(args.port) && args.port >= 0 && lastPort <= 65_535)) throw new RangeError(`--port takes 0 to 65535, with room for all instances after it, got ${args.port}`);
  return {
    port: args.port,
    host: args.host,
    apiVersion: args['api-version'],
    reloadDelayMs: parseDuration('reload-delay', args['reload-delay']),
    ...(args.haproxy === undefined ? {} : args['run-haproxy'] ? { haproxy: { program: args.haproxy } } : { validate: { program: args.haproxy } }),
    ...(args['initial-config'] === undefined ? {} : { initialConfig: readFileSync(args['initial-config'], 'utf8') }),
  };
}

interface Secret {
  readonly password: string;
  /** As an endpoint names it. */
  readonly source: { readonly passwordFile?: string; readonly passwordEnv?: string };
  readonly madeUp: boolean;
  readonly forget: () => void;
}

function findPassword(args: SandboxArguments, env: SandboxSurroundings['env']): Secret {
  const given = { madeUp: false, forget: () => undefined };
  const variable = args['password-env'];
  if (variable !== undefined) {
    const password = env[variable];
    if (password === undefined || password === '') throw new UsageError(`--password-env names ${variable}, which is not set`);
    return { ...given, password, source: { passwordEnv: variable } };
  }
  const file = args['password-file'];
  if (file !== undefined) return { ...given, password: readFileSync(file, 'utf8').replace(/\r?\n$/, ''), source: { passwordFile: resolve(file) } };
  const password = randomBytes(18).toString('base64url');
  const path = join(mkdtempSync(join(tmpdir(), 'haproxy-sandbox-')), 'password');
  writeFileSync(path, `${password}\n`, { mode: 0o600 });
  return { password, source: { passwordFile: path }, madeUp: true, forget: () => rmSync(dirname(path), { recursive: true, force: true }) };
}
