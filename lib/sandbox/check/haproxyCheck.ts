import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Alert, Validator } from './Validator.js';

/** How long the program may take, in milliseconds. */
const timeoutMs = 10_000;
const alertLine = /^\[ALERT\]\s+(?:\S+\s+)?\(\d+\)\s*:\s*(?:config\s*:\s*)?(.*)$/;

/**
 * Judges with `haproxy -c`, in a folder of its own under the system's temporary one, where the storage's
 * files are laid out and to which their paths in the configuration are bent.
 *
 * @param program Path of the haproxy program. A program that cannot be started is an alert, too.
 */
export function haproxyCheck(program: string): Validator {
  return async (text, { directories, contents }) => {
    const folder = await mkdtemp(join(tmpdir(), 'haproxy-sandbox-'));
    try {
      const bend = (value: string): string => directories.reduce((bent, directory) => bent.replaceAll(`${directory}/`, `${folder}${directory}/`), value);
      const file = join(folder, 'haproxy.cfg');
      for (const directory of directories) await mkdir(join(folder, directory), { recursive: true });
      for (const [path, content] of contents) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), content, { encoding: 'latin1', mode: 0o600 });
      }
      await writeFile(file, bend(text), { mode: 0o600 });
      const output = await run(program, ['-W', '-f', file, '-c']);
      return output === undefined ? [] : readAlerts(output.replaceAll(folder, ''));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

/** Output of a program that failed; `undefined` when it did not. */
function run(program: string, args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: timeoutMs, maxBuffer: 16 * 1024 * 1024 }, (error, stdout, stderr) => {
      resolve(error === null ? undefined : `${stderr}${stdout}` || `[ALERT] (0) : ${error.message}`);
    });
  });
}

function readAlerts(output: string): readonly Alert[] {
  const alerts = output.split('\n').flatMap((line): Alert[] => {
    const said = alertLine.exec(line.trim())?.[1];
    if (said === undefined || /^(?:Error\(s\) found|Fatal errors found)/.test(said)) return [];
    const [, number, text] = /^(?:parsing )?\[[^\]]*:(\d+)\]\s*(.*)$/.exec(said) ?? [];
    return number === undefined || text === undefined ? [{ text: said }] : [{ line: Number(number), text }];
  });
  return alerts.length > 0 ? alerts : [{ text: output.trim() }];
}
