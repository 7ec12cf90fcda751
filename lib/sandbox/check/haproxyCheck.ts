import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { relocate } from '../state/relocate.js';
import type { Alert, Validator } from './Validator.js';

/** How long the program may take, in milliseconds. */
const timeoutMs = 10_000;
const alertLine = /^\[ALERT\]\s+(?:\S+\s+)?\(\d+\)\s*:\s*(?:config\s*:\s*)?(.*)$/;

/**
 * Judges with `haproxy -c`, in a folder of its own, where the storage's files are laid out and to
 * which their paths in the configuration are bent.
 *
 * @param program Path of the haproxy program. A program that cannot be started is an alert, too.
 * @param parent Where the folder is made. Default: where the system has its temporary ones.
 */
export function haproxyCheck(program: string, parent: string = tmpdir()): Validator {
  return async (text, files) => {
    const folder = await mkdtemp(join(parent, 'haproxy-sandbox-'));
    try {
      const { bend, layOut, straighten } = relocate(files, folder);
      const file = join(folder, 'haproxy.cfg');
      await layOut();
      await writeFile(file, bend(text), { mode: 0o600 });
      const output = await run(program, ['-W', '-f', file, '-c']);
      return output === undefined ? [] : readAlerts(straighten(output));
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
