import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

export interface BuiltCli {
  /** Path of `haproxy-deployer.js`. */
  readonly program: string;
  readonly remove: () => void;
}

/**
 * Builds the command line as it is shipped, into a folder of its own: what is in `dist` may be older,
 * and others may be building there. No dependencies are near it.
 */
export function buildCli(): BuiltCli {
  const folder = mkdtempSync(join(tmpdir(), 'cli-'));
  execFileSync(process.execPath, ['scripts/bundle.mjs', join(folder, 'dist/bin')], { stdio: ['ignore', 'ignore', 'inherit'] });
  cpSync('package.json', join(folder, 'package.json'));
  return { program: join(folder, 'dist/bin/haproxy-deployer.js'), remove: () => rmSync(folder, { recursive: true }) };
}
