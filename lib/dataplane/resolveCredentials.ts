import type { Endpoint } from '../events/types.js';
import { dataPlaneError, type Doing } from './dataPlaneError.js';
import { readLocalFile } from './readLocalFile.js';

/** What an entry, or the defaults, may say about credentials. */
export type CredentialSource = Pick<Endpoint, 'username' | 'password' | 'passwordFile' | 'passwordEnv'>;

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/**
 * Finds the credentials for one request: the entry's before the defaults', and of one source
 * `password` before `passwordFile` before `passwordEnv`. `undefined` where neither names any.
 *
 * The file is read anew each time, so that a changed one counts at once; one line end at its end is stripped.
 * Rejects with `unauthorized`, stage `local`, where the file or the variable is not there.
 */
export async function resolveCredentials(
  entry: CredentialSource,
  defaults: CredentialSource,
  env: Readonly<Record<string, string | undefined>>,
  doing: Doing,
  signal: AbortSignal,
): Promise<Credentials | undefined> {
  const username = entry.username ?? defaults.username;
  const source = namesPassword(entry) ? entry : defaults;
  if (username === undefined && !namesPassword(source)) {
    return undefined;
  }
  return { username: username ?? '', password: await passwordOf(source, env, doing, signal) };
}

/** Whether a source says anything of a password: then that of the defaults is out of the question. */
export function namesPassword({ password, passwordFile, passwordEnv }: CredentialSource): boolean {
  return password !== undefined || passwordFile !== undefined || passwordEnv !== undefined;
}

async function passwordOf(
  { password, passwordFile, passwordEnv }: CredentialSource,
  env: Readonly<Record<string, string | undefined>>,
  doing: Doing,
  signal: AbortSignal,
): Promise<string> {
  if (password !== undefined) {
    return password;
  }
  if (passwordFile !== undefined) {
    const text = await readLocalFile('credentials file', passwordFile, doing, signal);
    return text.replace(/\r?\n$/, '');
  }
  if (passwordEnv === undefined) {
    return '';
  }
  // Names such as `constructor` are those of a variable like any other.
  const value = Object.hasOwn(env, passwordEnv) ? env[passwordEnv] : undefined;
  if (value === undefined) {
    throw dataPlaneError(doing, {
      code: 'unauthorized',
      stage: 'local',
      problem: `the environment variable ${passwordEnv} is not set`,
      hints: ['Set the variable that passwordEnv names, and start anew.'],
      ...(doing.writes ? { outcome: 'untouched' as const } : {}),
    });
  }
  return value;
}
