import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformSync } from '@swc/core';

export interface BuiltCli {
  /** Path of `haproxy-deployer.js`. */
  readonly program: string;
  readonly remove: () => void;
}

/**
 * Builds the command line as it is now into a folder of its own: what is in `dist` may be older, and
 * others may be building there. Within `node_modules`, so that it finds its dependencies.
 */
export function buildCli(): BuiltCli {
  const cache = join('node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(process.cwd(), cache, 'cli-'));
  cpSync('package.json', join(folder, 'package.json'));
  for (const source of ['bin', 'lib']) {
    for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))) {
      const { code } = transformSync(readFileSync(join(source, file), 'utf8'), {
        swcrc: false,
        configFile: false,
        module: { type: 'es6' },
        jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
      });
      const target = join(folder, 'dist', source, file.replace(/\.ts$/, '.js'));
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, code);
    }
  }
  return { program: join(folder, 'dist/bin/haproxy-deployer.js'), remove: () => rmSync(folder, { recursive: true }) };
}
