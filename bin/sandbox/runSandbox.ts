import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { InferredOptionTypes } from 'yargs';
import type { HAProxyPodsDiscoveredEvent } from '../../lib/events/types.js';
import { isLoopback } from '../../lib/sandbox/http/guard.js';
import type { SandboxOptions } from '../../lib/sandbox/options.js';
import { startFleet } from '../../lib/sandbox/startFleet.js';
import type { sandboxOptions } from '../options/sandboxOptions.js';
import { fileProblem } from '../fileProblem.js';
import { parseDuration } from '../parseDuration.js';
import { UsageError } from '../UsageError.js';
import { findPassword } from './findPassword.js';

export type SandboxArguments = InferredOptionTypes<typeof sandboxOptions>;

/** What the command needs of the process. */
export interface SandboxSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly writeOut: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** Resolves when the sandboxes are to end. */
  readonly ended: Promise<void>;
}

/** Starts the fleet, prints its event, and closes it at the end. Rejects for what cannot be read or listened on. */
export async function runSandbox(args: SandboxArguments, { env, writeOut, writeError, ended }: SandboxSurroundings): Promise<void> {
  const options = usage(() => startOptions(args));
  const secret = usage(() => findPassword(args, env));
  try {
    const fleet = await startFleet({ ...options, users: [{ name: args.username, password: secret.password }], count: args.instances }).catch((error: unknown) => asUsage(error, args));
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
function asUsage(error: unknown, args?: SandboxArguments): never {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  const flag = args === undefined ? undefined : listening.get(code)?.(args);
  throw new UsageError(flag ?? (error instanceof Error ? error.message : String(error)));
}

/** What the system says of an address that cannot be had, in flags. */
const listening: ReadonlyMap<string, (args: SandboxArguments) => string> = new Map([
  ['EADDRINUSE', ({ port, instances }: SandboxArguments) => `--port ${port}${instances > 1 ? `, or one of the ${instances - 1} after it,` : ''} is in use; name another, or 0 for any that is free`],
  ['EACCES', ({ port }: SandboxArguments) => `--port ${port} is not for this user to listen on; name one from 1024, or 0 for any that is free`],
  ['EADDRNOTAVAIL', ({ host }: SandboxArguments) => `--host ${host} is no address of this machine`],
]);

function usage<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    return asUsage(error);
  }
}

function startOptions(args: SandboxArguments): Omit<SandboxOptions, 'users'> {
  if (args['run-haproxy'] && args.haproxy === undefined) throw new RangeError('--run-haproxy needs --haproxy, the program to run');
  if (!(Number.isSafeInteger(args.instances) && args.instances >= 1)) throw new RangeError(`--instances takes a whole number of at least 1, got ${args.instances}`);
  const lastPort = args.port + (args.port === 0 ? 0 : args.instances - 1);
  if (!(Number.isSafeInteger(args.port) && args.port >= 0 && lastPort <= 65_535)) throw new RangeError(`--port takes 0 to 65535, with room for all instances after it, got ${args.port}`);
  if (!isLoopback(args.host)) throw new RangeError(`--host takes a loopback address, such as 127.0.0.1 or ::1, got ${args.host}`);
  if (args.haproxy !== undefined) assertRuns(args.haproxy);
  return {
    port: args.port,
    host: args.host,
    apiVersion: args['api-version'],
    reloadDelayMs: parseDuration('reload-delay', args['reload-delay']),
    ...(args.haproxy === undefined ? {} : args['run-haproxy'] ? { haproxy: { program: args.haproxy } } : { validate: { program: args.haproxy } }),
    ...(args['initial-config'] === undefined ? {} : { initialConfig: readConfig(args['initial-config']) }),
  };
}

function readConfig(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new RangeError(`--initial-config ${path} ${fileProblem(error)}`, { cause: error });
  }
}

/** Else the first configuration would be refused for it. */
function assertRuns(program: string): void {
  const { error } = spawnSync(program, ['-v'], { stdio: 'ignore', timeout: 5_000 });
  if (error) throw new RangeError(`--haproxy ${program} cannot be run (${'code' in error ? String(error.code) : error.message}); name the haproxy program`);
}
