import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { InferredOptionTypes } from 'yargs';
import type { sandboxOptions } from '../options/sandboxOptions.js';
import { UsageError } from '../UsageError.js';

/** The password of the API that is played. */
export interface Secret {
  readonly password: string;
  /** As an endpoint names it. */
  readonly source: { readonly passwordFile?: string; readonly passwordEnv?: string };
  /** Nobody gave it: it has to be told. */
  readonly madeUp: boolean;
  /** Removes the file of one that was made up. */
  readonly forget: () => void;
}

/**
 * The password that the environment or a file gives; else one is made up, and kept in a file of the
 * temporary folder that nobody else may read.
 *
 * @throws UsageError where the variable is not set or the file cannot be read.
 */
export function findPassword(args: Pick<InferredOptionTypes<typeof sandboxOptions>, 'password-env' | 'password-file'>, env: Readonly<Record<string, string | undefined>>): Secret {
  const given = { madeUp: false, forget: () => undefined };
  const variable = args['password-env'];
  if (variable !== undefined) {
    const password = Object.hasOwn(env, variable) ? env[variable] : undefined;
    if (password === undefined || password === '') throw new UsageError(`--password-env names ${variable}, which is not set`);
    return { ...given, password, source: { passwordEnv: variable } };
  }
  const file = args['password-file'];
  if (file !== undefined) return { ...given, password: readPassword(file), source: { passwordFile: resolve(file) } };
  const password = randomBytes(18).toString('base64url');
  const path = join(mkdtempSync(join(tmpdir(), 'haproxy-sandbox-')), 'password');
  writeFileSync(path, `${password}\n`, { mode: 0o600 });
  return { password, source: { passwordFile: path }, madeUp: true, forget: () => rmSync(dirname(path), { recursive: true, force: true }) };
}

function readPassword(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new UsageError(`--password-file names ${file}, which cannot be read: ${error instanceof Error ? error.message : 'unknown error'}`);
  }
}
